/** The dissolution of a lane: its transactions do what the list says, and nothing else is signed. */
import { describe, expect, it } from 'vitest';
import { decipher, equalBytes, sats, spentPoint, virtualSize } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { effects, pureVerifier } from '../../src/index.ts';
import type { Verifier } from '../../src/index.ts';
import {
  buildDissolution,
  dissolutionRate,
  finishDissolution,
  planDissolution,
  signDissolution,
} from '../../src/pool/exit/dissolution.ts';
import type { DissolutionPlan } from '../../src/pool/exit/dissolution.ts';
import type { PoolHalf } from '../../src/pool/pool-script.ts';
import { messagesAsMade } from '../../src/effects/messages.ts';
import { coinsAfter } from '../../src/effects/coins-after.ts';
import { mrc20On, plainAsset, refusalOf, user } from '../people.ts';
import { JOINT, SOLO } from './acts.ts';
import { EACH_POOL, RUNE, holders, laneOf, listOf, planOf, read, signed } from './dissolutions.ts';
import type { OwnedPool } from './acts.ts';

/** Each with what it spends; the chain is followed by `effects` alone. */
function followed(plan: DissolutionPlan, of: OwnedPool) {
  const coins = new Map<string, Coin>([[plan.lane.outpoint, plan.lane]]);
  const steps = signed(plan, of).map((done) => {
    const tx = read(done);
    const [input] = tx.inputs;
    const coin = input && coins.get(spentPoint(input));
    if (coin === undefined) throw new Error('spends nothing');
    coins.delete(coin.outpoint);
    const context = { kinds: [of.pool.kind], messages: messagesAsMade(tx), held: [coin.outpoint] };
    const does = effects(tx, [coin], context);
    for (const made of coinsAfter(tx, does)) coins.set(made.outpoint, made);
    return { tx, coin, does };
  });
  return { steps, left: [...coins.values()] };
}

const many = (count: number): bigint[] => Array.from({ length: count }, () => 1n);

describe.each(EACH_POOL)('the dissolution of a lane of a pool of %s', (_, of) => {
  it.each([
    ['one transaction', [70n, 20n, 10n], 1],
    ['a tree, and an output for who is not listed', [...many(45)], 5],
    ['a leaf for two small ones', [94n, 3n, 3n], 2],
  ] as const)('works: %s', (_name, shares, transactions) => {
    const all = holders(shares);
    const list = listOf(of, { value: 100_000_000n, units: 75_000_000_000n }, all);
    const lane = laneOf(of, 100_000_000n, 75_000_000_000n);
    const plan = planDissolution({ pool: of.pool, lane, list, listHeight: 900_000 });
    const { steps, left } = followed(plan, of);
    expect(steps).toHaveLength(transactions);
    steps.forEach(({ tx, does }, at) => {
      expect(tx.locktime).toBe(at === 0 ? 902_016 : 0);
      expect([tx.version, tx.inputs.map(({ sequence }) => sequence)]).toEqual([2, [0xfffffffd]]);
      expect(decipher(tx.outputs)).toMatchObject({ kind: 'runestone', pointer: 0 });
      expect(does.burned).toEqual([]);
      expect(does.feeRateSatVb).toBeGreaterThanOrEqual(5);
      expect(does.feeRateSatVb).toBeLessThan(5.1);
      expect(tx.outputs.at(-1)?.script.length).toBeLessThanOrEqual(83);
    });
    const everybody = [...list.holders, ...(list.rest === undefined ? [] : [list.rest])];
    for (const { script, value, amount } of everybody) {
      const coin = left.find((one) => equalBytes(one.script, script));
      expect(coin).toMatchObject({ value, assets: [{ asset: `rune:${RUNE}`, amount }] });
    }
    expect(left).toHaveLength(everybody.length);
  });

  it('asserts: the lane is the pool’s, with one rune, and the one of the list', () => {
    const list = listOf(of, { value: 1_000_000n, units: 500n }, holders([1n, 1n]));
    const lane = laneOf(of, 1_000_000n, 500n);
    const code = (change: Partial<Parameters<typeof planDissolution>[0]>): string =>
      refusalOf(() => planDissolution({ pool: of.pool, lane, list, listHeight: 7, ...change }));
    expect(code({})).toBe('accepted');
    expect(code({ lane: { ...lane, script: user('ann', 'p2tr').script } })).toBe('script-not-allowed');
    expect(code({ lane: { ...lane, assets: [] } })).toBe('not-a-lot');
    for (const asset of [plainAsset('i'), mrc20On('MAN', 1n)])
      expect(code({ lane: { ...lane, assets: [...lane.assets, asset] } })).toBe('lot-mixed');
    expect(code({ lane: { ...lane, value: sats(999_999n) } })).toBe('amount-differs');
    expect(code({ lane: laneOf(of, 1_000_000n, 501n) })).toBe('amount-differs');
    expect(code({ list: listOf(of, { value: 1_000_000n, units: 500n }, []) })).toBe('too-small');
    const others = of === SOLO ? JOINT : SOLO;
    const size = { value: 1_000_000n, units: 500n };
    for (const shares of [
      [94n, 3n, 3n],
      [999_999n, 1_001n],
    ])
      expect(code({ list: listOf(others, size, holders(shares)) })).toBe('script-not-allowed');
    const [first] = list.payout?.outputs ?? [];
    if (list.payout === undefined || first === undefined) throw new Error('a payout');
    const more = { ...first, amount: (first.amount + 1n) as never };
    const wrong = { ...list.payout, outputs: [more, ...list.payout.outputs.slice(1)] };
    expect(() => code({ list: { ...list, payout: wrong } })).toThrow('invariant: the effects');
    for (const change of [{ listHeight: -1 }, { blocks: 0 }, { blocks: 0.5 }, { listHeight: 499_999_999 }])
      expect(code(change)).toBe('bad-request');
  });

  it('asserts: only its own transactions are signed, by enough of its keys', () => {
    const plan = planOf(holders([94n, 3n, 3n]), { of });
    const unsigned = buildDissolution(plan);
    const [secret = new Uint8Array(32)] = of.signers.map((signer) => signer.secret);
    const sign = (given: readonly Uint8Array[]): string =>
      refusalOf(() => signDissolution(plan, given, secret));
    expect(sign(unsigned)).toBe('accepted');
    expect(sign(unsigned.slice(1))).toBe('psbt-changed');
    expect(sign(unsigned.toReversed())).toBe('psbt-changed');
    unsigned.forEach((raw, at) => {
      for (let byte = 0; byte < raw.length; byte += 1)
        expect(sign(unsigned.with(at, raw.with(byte, (raw[byte] ?? 0) ^ 1)))).toBe('psbt-changed');
    });
    expect(() => signDissolution(plan, unsigned, user('ann', 'p2tr').secret)).toThrow('invariant: the key');
    expect(refusalOf(() => finishDissolution(plan, []))).toBe('signature-missing');
  });

  it('the assertion fires: nothing leaves that is not signed for it, or does something else', () => {
    const plan = planOf(holders([94n, 3n, 3n]), { of });
    const halves = of.signers.map(({ secret }) => signDissolution(plan, buildDissolution(plan), secret));
    const bent = halves.map((steps, signer) =>
      steps.map(({ key, signatures }, at): PoolHalf => {
        const isBent = signer === 0 && at === 1;
        return {
          key,
          signatures: isBent ? signatures.map((one) => one.with(7, (one[7] ?? 0) ^ 1)) : signatures,
        };
      }),
    );
    expect(() => finishDissolution(plan, bent)).toThrow('invariant: input 0 (exchange) is signed');
    const never: Verifier = { ...pureVerifier, schnorr: () => false };
    expect(() => finishDissolution(plan, halves, never)).toThrow('invariant: input 0 (exchange) is signed');
    // A second asset on the lane, unnoticed until now, would move with it.
    const mixed = { ...plan, lane: { ...plan.lane, assets: [...plan.lane.assets, plainAsset('late')] } };
    expect(refusalOf(() => finishDissolution(mixed, halves))).toBe('lot-mixed');
    // More units on the lane than are shared out: the pointer gives them to the first, which is not the intent.
    const [rune] = plan.lane.assets;
    if (rune?.kind !== 'rune') throw new Error('a rune');
    const more = {
      ...plan,
      lane: { ...plan.lane, assets: [{ ...rune, amount: (rune.amount + 1n) as never }] },
    };
    expect(() => finishDissolution(more, halves)).toThrow('invariant: the effects');
  });
});

/** Beside what was measured on two nodes, with the shorter ids and amounts of a young chain (pools §9). */
describe('sizes', () => {
  const size = (
    shares: readonly bigint[],
    kindOf?: (at: number) => 'p2wpkh' | 'p2tr',
    more = {},
  ): number[] => {
    const plan = planOf(holders(shares, kindOf), { more });
    return signed(plan).map((done) => virtualSize(read(done)));
  };
  const oneInThree = (at: number): 'p2wpkh' | 'p2tr' => (at % 3 === 0 ? 'p2wpkh' : 'p2tr');

  it.each([
    ['3 holders, one in P2WPKH', size([70n, 20n, 10n], oneInThree), [216]],
    ['5 holders, two in P2WPKH', size([40n, 20n, 15n, 15n, 10n], oneInThree), [306]],
    ['10 holders', size(many(10)), [585]],
    ['50 holders', size(many(50), undefined, { most: 50 }), [330, 584, 584, 584, 584, 584]],
  ])('%s', (_, found, expected) => {
    expect(found).toHaveLength(expected.length);
    found.forEach((vsize, at) => {
      expect(Math.abs(vsize - (expected[at] ?? 0)), found.join(' ')).toBeLessThanOrEqual(4);
    });
  });

  it('two of three signers cost 51 vB more', () => {
    const all = holders([70n, 20n, 10n]);
    const [joint] = signed(planOf(all, { of: JOINT }), JOINT).map((done) => read(done).weight);
    const [solo] = signed(planOf(all)).map((done) => read(done).weight);
    expect(Math.abs((joint ?? 0) - (solo ?? 0) - 4 * 51)).toBeLessThan(4);
  });

  it('is paid at 5 sat/vB or twice the cheapest rate', () => {
    expect([0, 1, 2.5, 3, 40].map(dissolutionRate)).toEqual([5, 5, 5, 6, 80]);
  });
});
