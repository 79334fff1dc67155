/** What the keeper does with lanes: nothing leaves the pool but the fee. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, decipher, knownRuneId, runeAsset, sats, virtualSize } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { effects, partyOf } from '../../src/index.ts';
import type { Payer } from '../../src/index.ts';
import { messagesAsMade } from '../../src/effects/messages.ts';
import { buildKeep, finishKeep, payKeep, planKeep, signKeep } from '../../src/pool/keep.ts';
import { contextOfKeep } from '../../src/pool/keep-layout.ts';
import type { KeepPlan } from '../../src/pool/keep-layout.ts';
import { cases } from '../cases.ts';
import { coin, mrc20On, plainAsset, refusalOf, user } from '../people.ts';
import type { User } from '../people.ts';
import { JOINT, SOLO } from './acts.ts';
import { EACH_POOL, RUNE, laneOf, read } from './dissolutions.ts';
import type { OwnedPool } from './acts.ts';

type KeepRequest = Parameters<typeof planKeep>[0];

const operator = user('operator', 'p2tr');
const payer: Payer = {
  script: operator.script,
  key: operator.key,
  coins: [coin('small', operator, 2_000n), coin('money', operator, 50_000n)],
};
const RUNES = { rune: runeAsset(RUNE), leastLane: sats(10_000n) };

function finished(plan: KeepPlan, of: OwnedPool, who: User = operator) {
  const { unsigned } = buildKeep(plan);
  const pool = of.signers.map(({ secret }) => signKeep(plan, unsigned, secret));
  const done = finishKeep(plan, { pool, operator: payKeep(plan, unsigned, who.secret) });
  const tx = read(done);
  const coins = [...plan.lanes, ...plan.payments];
  const does = effects(tx, coins, {
    ...contextOfKeep(plan),
    messages: messagesAsMade(tx),
  });
  return { tx, does, vsize: virtualSize(tx) };
}

describe.each(EACH_POOL)('the keeper of a pool of %s', (_, of) => {
  const two = [laneOf(of, 600_000n, 700n), laneOf(of, 400_000n, 300n, { name: 'lane two' })];
  const base: KeepRequest = { pool: of.pool, lanes: two.slice(0, 1), feeRateSatVb: 3, ...RUNES };
  const acts: readonly (readonly [string, KeepRequest])[] = [
    ['refresh, paid by the lane', base],
    ['refresh, paid by the operator', { ...base, operator: payer }],
    ['merge, paid by the lanes', { ...base, lanes: two }],
    ['merge, paid by the operator', { ...base, lanes: two, operator: payer }],
    ['split', { ...base, parted: [{ value: sats(100_000n), amount: amount(120n) }], operator: payer }],
    [
      'split in three, paid by the lane',
      {
        ...base,
        parted: [
          { value: sats(100_000n), amount: amount(1n) },
          { value: sats(10_000n), amount: amount(699n - 1n) },
        ],
      },
    ],
    [
      'reset of a lane under an act that waits',
      { ...base, operator: payer, replaced: { fee: sats(616n), vsize: 308, fees: sats(1_540n) } },
    ],
  ];

  it.each(acts)('works: %s', (_name, request) => {
    const plan = planKeep(request);
    const { tx, does, vsize } = finished(plan, of);
    const { fee } = buildKeep(plan);
    const lanes = request.lanes.reduce((sum, one) => sum + one.value, 0n);
    const pool = partyOf(does, of.pool.script);
    expect(pool.satsIn).toBe(lanes);
    expect(pool.satsOut).toBe(request.operator === undefined ? lanes - fee : lanes);
    const units = (moves: typeof pool.gets): bigint =>
      moves.reduce((sum, move) => sum + ('amount' in move ? move.amount : 0n), 0n);
    expect(units(pool.gets)).toBe(units(pool.gives));
    expect(does.burned).toEqual([]);
    expect(partyOf(does, operator.script).gets).toEqual([]);
    expect(fee).toBeGreaterThanOrEqual(BigInt(3 * vsize));
    if (request.replaced === undefined) expect(fee).toBeLessThanOrEqual(BigInt(3 * vsize + 8));
    else expect(fee).toBeGreaterThanOrEqual(1_540n + BigInt(vsize));
    expect([tx.version, tx.locktime]).toEqual([2, 0]);
    expect(tx.inputs.every(({ sequence }) => sequence === 0xfffffffd)).toBe(true);
    const [stone, parted = []] = [decipher(tx.outputs), request.parted];
    if (parted.length === 0) expect(stone).toBeUndefined();
    else expect(stone).toMatchObject({ kind: 'runestone', pointer: 0 });
    parted.forEach((next, at) => {
      expect(tx.outputs[at + 1]).toEqual({ value: next.value, script: of.pool.script });
      expect(pool.gets.find(({ index }) => index === at + 1)).toMatchObject({ amount: next.amount });
    });
  });

  it('asserts and refuses', () => {
    const code = (change: Partial<KeepRequest>): string => refusalOf(() => planKeep({ ...base, ...change }));
    const [lane] = two;
    if (lane === undefined) throw new Error('a lane');
    const other = laneOf(of, 20_000n, 5n, { name: 'other', rune: knownRuneId('840000:2') });
    expect(code({})).toBe('accepted');
    expect(code({ lanes: [] })).toBe('bad-request');
    expect(code({ lanes: [lane, lane] })).toBe('duplicate-input');
    expect(code({ lanes: [lane, other] })).toBe('lots-differ');
    expect(code({ lanes: [{ ...lane, assets: [] }] })).toBe('not-a-lot');
    for (const asset of [plainAsset('i'), mrc20On('MAN', 1n)])
      expect(code({ lanes: [{ ...lane, assets: [...lane.assets, asset] }] })).toBe('lot-mixed');
    expect(code({ lanes: [coin('hers', operator, 20_000n, lane.assets)] })).toBe('script-not-allowed');
    const part = (value: bigint, units: bigint): Partial<KeepRequest> => ({
      parted: [{ value: sats(value), amount: amount(units) }],
    });
    expect(code(part(9_999n, 1n))).toBe('too-small');
    expect(code(part(10_000n, 0n))).toBe('too-small');
    expect(code(part(10_000n, 700n))).toBe('too-small');
    expect(code(part(10_000n, 701n))).toBe('too-small');
    expect(code(part(590_000n, 1n))).toBe('too-small');
    expect(code(part(700_000n, 1n))).toBe('too-small');
    expect(code({ leastLane: sats(599_999n) })).toBe('too-small');
    expect(code({ leastLane: sats(600_000n), operator: payer })).toBe('accepted');
    expect(code({ feeRateSatVb: 0 })).toBe('bad-request');
    expect(code({ operator: { ...payer, coins: payer.coins.slice(0, 1) }, feeRateSatVb: 50 })).toBe(
      'insufficient-funds',
    );
    expect(code({ operator: { ...payer, key: user('ann', 'p2tr').key } })).toBe('not-yours');
    if (of === SOLO) {
      const [signer] = of.signers;
      const self = { script: of.pool.script, key: signer?.key ?? payer.key, coins: [] };
      expect(code({ operator: self })).toBe('not-yours');
    }
  });

  it('the assertion fires', () => {
    const plan = planKeep({ ...base, operator: payer });
    const { unsigned } = buildKeep(plan);
    const halves = of.signers.map(({ secret }) => signKeep(plan, unsigned, secret));
    const pays = payKeep(plan, unsigned, operator.secret);
    expect(refusalOf(() => finishKeep(plan, { pool: [], operator: pays }))).toBe('signature-missing');
    expect(() => finishKeep(plan, { pool: halves })).toThrow('invariant: input 1 (owner) is signed');
    const [secret = new Uint8Array(32)] = of.signers.map((signer) => signer.secret);
    for (let at = 0; at < unsigned.length; at += 1) {
      const bent = unsigned.with(at, (unsigned[at] ?? 0) ^ 4);
      expect(refusalOf(() => signKeep(plan, bent, secret))).toBe('psbt-changed');
      expect(refusalOf(() => payKeep(plan, bent, operator.secret))).toBe('psbt-changed');
    }
    expect(() => payKeep(plan, unsigned, secret)).toThrow('invariant: the key owns');
    const [lane] = plan.lanes;
    const [rune] = lane?.assets ?? [];
    if (lane === undefined || rune?.kind !== 'rune') throw new Error('a lane');
    const more: Coin = { ...lane, assets: [{ ...rune, amount: amount(rune.amount + 1n) }] };
    const parts = { pool: halves, operator: pays };
    expect(() => finishKeep({ ...plan, lanes: [more] }, parts)).toThrow('invariant: the effects');
    const elsewhere = plan.outputs.map((one) => ({ ...one, script: operator.script }));
    expect(() => finishKeep({ ...plan, outputs: elsewhere }, parts)).toThrow('invariant: input 0');
  });

  it('lanes of sats alone are kept the same way', () => {
    const { rune: _, ...sat } = base;
    const lanes = two.map((one) => ({ ...one, assets: [] }));
    const parted = [{ value: sats(200_000n), amount: amount(0n) }];
    const { tx } = finished(planKeep({ ...sat, lanes, parted }), of);
    expect(tx.outputs.map(({ script }) => script)).toEqual([of.pool.script, of.pool.script]);
    expect(refusalOf(() => planKeep({ ...sat, lanes: two }))).toBe('lot-mixed');
    const some = [{ value: sats(200_000n), amount: amount(1n) }];
    expect(refusalOf(() => planKeep({ ...sat, lanes, parted: some }))).toBe('too-small');
  });
});

describe('sizes', () => {
  const size = (of: OwnedPool, lanes: number, pays: boolean): number => {
    const all = [1, 2].map((at) => laneOf(of, 500_000n, 500n, { name: `lane ${at}` })).slice(0, lanes);
    const request = { pool: of.pool, lanes: all, feeRateSatVb: 2, ...RUNES };
    return finished(planKeep(pays ? { ...request, operator: payer } : request), of).vsize;
  };

  it('are those measured on two nodes', () => {
    expect([size(SOLO, 1, false), size(SOLO, 1, true), size(SOLO, 2, true)]).toEqual([111, 212, 269]);
    expect(size(JOINT, 1, false) - 111).toBeGreaterThanOrEqual(51);
    expect(size(JOINT, 1, false) - 111).toBeLessThanOrEqual(52);
  });
});

describe('over random lanes', () => {
  it('what comes in is what goes out and the fee, to the unit and to the sat', () => {
    const lane = fc.record({ value: fc.bigInt(10_000n, 10n ** 9n), units: fc.bigInt(1n, 10n ** 15n) });
    const part = fc.record({ value: fc.bigInt(5_000n, 10n ** 8n), units: fc.bigInt(0n, 10n ** 14n) });
    let made = 0;
    fc.assert(
      fc.property(
        fc.array(lane, { minLength: 1, maxLength: 4 }),
        fc.array(part, { maxLength: 3 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        (all, parts, pays, feeRateSatVb) => {
          const lanes = all.map(({ value, units }, at) => laneOf(SOLO, value, units, { name: `l${at}` }));
          const parted = parts.map(({ value, units }) => ({ value: sats(value), amount: amount(units) }));
          const request = { pool: SOLO.pool, lanes, parted, feeRateSatVb, ...RUNES };
          let plan: KeepPlan;
          try {
            plan = planKeep(pays ? { ...request, operator: payer } : request);
          } catch (error) {
            expect(error).toMatchObject({ code: 'too-small' });
            return;
          }
          made += 1;
          const { does } = finished(plan, SOLO);
          const pool = partyOf(does, SOLO.pool.script);
          expect(pool.satsIn - pool.satsOut).toBe(pays ? 0n : does.fee);
          const held = plan.outputs.map(({ runes: [rune] }): bigint => rune?.amount ?? 0n);
          expect(held.reduce((sum, one) => sum + one, 0n)).toBe(
            all.reduce((sum, one) => sum + one.units, 0n),
          );
          expect(held.every((one) => one >= 1n)).toBe(true);
          expect(plan.outputs.every(({ value }) => value >= 10_000n)).toBe(true);
        },
      ),
      { numRuns: cases(150) },
    );
    expect(made).toBeGreaterThan(cases(150) / 5);
  }, 60_000);
});
