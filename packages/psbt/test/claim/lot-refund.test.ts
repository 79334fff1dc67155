/** Lots that are left in a pot go back in one output with everything on them; none of their sats reaches the network. */
import { isFlaw, readTransaction, sats, writeBase } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { effects, partyOf } from '../../src/index.ts';
import { buildPotRefund, finishPotRefund, planPotRefund } from '../../src/claim/refund-pot.ts';
import type { PotRefund } from '../../src/claim/refund-pot.ts';
import { textOf } from '../../src/effects/moves.ts';
import { mrc20On, pinOn, plainAsset, refusalOf, runeOn, transferAsset, user } from '../people.ts';
import { RATE, operator, transactionIn, vsizeIn } from '../pool/acts.ts';
import { body } from '../tx/forge.ts';
import { POT, RUNE, runeCoin, satCoin, satsOf } from './claims.ts';
import { MAN, MINT, ORDI, manLot, ordiLot, receipt } from './lot-claims.ts';

const { script: to } = user('whose pot it was', 'p2tr');
const secret = POT.signers[0]?.secret ?? new Uint8Array(32);
type Asked = Parameters<typeof planPotRefund>[0];

const planned = (coins: readonly Coin[], more: Partial<Asked> = {}): PotRefund =>
  planPotRefund({ pot: POT.pool, coins, to, feeRateSatVb: RATE, ...more });
const refused = (coins: readonly Coin[], more?: Partial<Asked>): string =>
  refusalOf(() => planned(coins, more));

/** What comes to the receiver, as the bytes say. */
function received(plan: PotRefund): string[] {
  const tx = readTransaction(buildPotRefund(plan));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  const does = effects(tx, plan.coins);
  expect([does.toFee, does.burned, does.disputed]).toEqual([[], [], []]);
  return partyOf(does, plan.to).gets.map(textOf).toSorted();
}

const idsOf = (coins: readonly Coin[]): string[] =>
  coins.flatMap(({ assets }) => assets.flatMap((one) => ('id' in one ? one.id : [])));

describe('a refund of lots', () => {
  const plain = satCoin('plain', 10_000n);
  const [a, b] = [ordiLot('a', 1_000n, 600n), ordiLot('b', 500n)] as const;

  it('is laid out as was said: lots first, all of it in one output but the fee', () => {
    const plan = planned([plain, a, runeCoin('rune', 7n, 900n), b]);
    const done = finishPotRefund(plan, secret);
    // 10.5 for the frame, 57.5 for each coin, 43 for the output: 283.5.
    expect(vsizeIn(done)).toBe(284);
    const coins = [a, b, plain, runeCoin('rune', 7n, 900n)];
    const outputs = [{ value: sats(12_046n - 568n), script: to }];
    expect(buildPotRefund(plan)).toEqual(writeBase(body(coins, outputs)));
    const tx = transactionIn(done);
    expect([tx.version, tx.locktime]).toEqual([2, 0]);
    expect(tx.inputs.map(({ witness }) => witness.map((one) => one.length))).toEqual([
      [64],
      [64],
      [64],
      [64],
    ]);
  });

  it('brings everything on the coins to the receiver', () => {
    const mans = [
      manLot('m', 40n, 700n, [receipt('m', MINT), receipt('n')]),
      manLot('o', 2n, 546n, [receipt('o')]),
    ];
    const coins = [plain, runeCoin('r', 7n), ...mans, a, runeCoin('s', 5n), b];
    const [m, n, o] = idsOf(mans);
    const [first, second] = idsOf([a, b]);
    expect(received(planned(coins))).toEqual(
      [
        `${first}@0+1246=${ORDI}:1000`,
        `${second}@0+1846=${ORDI}:500`,
        `pin ${m}@0+0`,
        `pin ${n}@0+0`,
        `pin ${o}@0+700`,
        `${MAN}@0=42`,
        `${RUNE}@0=12`,
      ].toSorted(),
    );
    expect(finishPotRefund(planned(coins), secret).raw.length).toBeGreaterThan(0);
  });

  it('a receipt that lies deeper in its lot comes as well: a PIN goes with the first sat of its coin', () => {
    const mans = [
      manLot('m', 40n, 700n, [receipt('m', MINT, 5n)]),
      manLot('o', 2n, 546n, [receipt('o', MINT, 9n)]),
    ];
    const [m, o] = idsOf(mans);
    expect(received(planned([plain, ...mans]))).toEqual(
      [`pin ${m}@0+0`, `pin ${o}@0+700`, `${MAN}@0=42`].toSorted(),
    );
  });

  it('the coins without lots pay for all, to the last sat', () => {
    // Three coins and an output are 226 vB.
    for (const [value, code] of [
      [452n, 'accepted'],
      [451n, 'too-small'],
    ] as const)
      for (const paying of [satCoin('pays', value), runeCoin('pays', 5n, value)])
        expect(refused([a, paying, b])).toBe(code);
    const plan = planned([satCoin('pays', 452n), a, b]);
    expect([plan.value, satsOf([a, b])]).toEqual([1_146n, 1_146n]);
    expect(received(plan)).toHaveLength(2);
    finishPotRefund(plan, secret);
  });

  it.each<[string, readonly Coin[], string, Partial<Asked>?]>([
    ['no coin', [], 'bad-request'],
    [
      'seventeen coins',
      Array.from({ length: 17 }, (_, at) => ordiLot(`${at}`, 1n, 9_000n)),
      'too-many-coins',
    ],
    ['a lot twice', [plain, a, a], 'duplicate-input'],
    ['a lot that waits', [plain, { ...a, height: undefined } as never], 'coin-unconfirmed'],
    ['a lot of another script', [plain, { ...a, script: operator.script }], 'script-not-allowed'],
    ['nobody’s script', [plain, a], 'script-not-allowed', { to: Uint8Array.of(0x51) }],
    ['lots alone', [a, b], 'too-small'],
    ['lots alone on many sats', [ordiLot('rich', 1n, 100_000n)], 'too-small'],
    ['MRC-20 alone', [manLot('rich', 1n, 100_000n)], 'too-small'],
    ['a coin that does not pay', [satCoin('little', 600n)], 'too-small'],
    ['any rate', [plain, a], 'fee-too-high', { feeRateSatVb: 5_001 }],
  ])('is refused for %s', (_, coins, code, more) => {
    expect(refused(coins, more)).toBe(code);
  });

  it.each<[string, Coin]>([
    ['a used transfer', { ...a, assets: [plainAsset('a')] }],
    ['a PIN', { ...a, assets: [pinOn('a')] }],
    ['a receipt without tokens', { ...a, assets: [receipt('a')] }],
    ['two transfers on a coin', ordiLot('c', 1n, 546n, [transferAsset('d')])],
    ['a lot with a rune', ordiLot('c', 1n, 546n, [runeOn(131, 1n)])],
    ['MRC-20 with another PIN', manLot('c', 1n, 546n, [pinOn('d')])],
    ['two tokens on a coin', manLot('c', 1n, 546n, [mrc20On('OTHER', 1n)])],
  ])('takes %s back as well, for strangers put things there too, and pays nothing with it', (_, coin) => {
    const plan = planned([plain, b, coin]);
    expect(new Set(plan.coins)).toEqual(new Set([plain, b, coin]));
    expect(plan.coins.at(-1)).toBe(plain);
    expect(plan.value).toBeGreaterThanOrEqual(satsOf([b, coin]));
    finishPotRefund(plan, secret);
    expect(refused([b, { ...coin, value: sats(100_000n) }])).toBe('too-small');
  });

  it('MRC-20 of two tokens is refused: on one output readers disagree about them (decision 0021)', () => {
    const other = { ...manLot('x', 1n), assets: [mrc20On('OTHER', 1n)] };
    expect(refused([plain, manLot('m', 1n), other])).toBe('lots-differ');
    expect(refused([plain, manLot('m', 1n), manLot('n', 1n), ordiLot('c', 1n)])).toBe('accepted');
  });

  it('the assertion fires for a plan that was bent', () => {
    const plan = planned([plain, a, b]);
    const late = { ...plan, coins: [plain, a, b] };
    const bends: [PotRefund, string][] = [
      [{ ...plan, to: Uint8Array.of(0x6a, 1, 7) }, 'message-not-allowed'],
      [{ ...late, value: sats(10_600n) }, 'invariant: the effects are the intended ones'],
      [{ ...plan, coins: [plain, a, { ...b, script: operator.script }] }, 'script-not-allowed'],
      [{ ...plan, value: sats(20_000n) }, 'invariant: -8854 is not'],
    ];
    for (const [bent, why] of bends) expect(() => finishPotRefund(bent, secret)).toThrow(why);
    expect(() => finishPotRefund(plan, operator.secret)).toThrow('invariant: the key is the pool’s');
    // Behind the money a lot is safe as long as nothing of it is the fee.
    expect(refusalOf(() => finishPotRefund({ ...late, value: sats(11_146n) }, secret))).toBe('accepted');
  });
});
