/** An exit on Bitcoin: what is locked loses exactly the amount, the fee coins pay the rest, and nothing is burned whatever the numbers. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import {
  bridgeIdIn,
  bridgePayoutVsize,
  feeOf,
  partyOf,
  planBridgePayout,
  signBridgePayout,
} from '../../src/index.ts';
import type { BridgePayout, BridgePayoutRequest } from '../../src/index.ts';
import { cases } from '../cases.ts';
import { transaction } from '../ledger-world.ts';
import { coin, plainAsset, refusalOf, user } from '../people.ts';
import {
  FEES,
  ID,
  KINDS,
  LOCKED,
  RATE,
  RUNE,
  STRANGER,
  feeCoin,
  lockedCoin,
  other,
  payout,
  payoutRequest,
  sumOf,
  traded,
  doneBy,
  signedAlone,
} from './bridges.ts';

const rune = (units: bigint, of: AssetId = RUNE) => ({ asset: of, amount: units });

describe.each(KINDS)('a receiver with %s', (kind) => {
  const receiver = user(`gets from the bridge, ${kind}`, kind).script;

  it('is paid sats out of what is locked, and the fee coins pay the network', () => {
    const { tx, does, locked, fees } = doneBy(payout({ receiver }));
    expect(tx.outputs.map(({ value }) => value)).toEqual([40_000n, 30_000n, 0n, 20_000n - does.fee]);
    expect(tx.outputs[0]?.script).toEqual(receiver);
    expect(locked.satsIn - locked.satsOut).toBe(40_000n);
    expect(fees.satsIn - fees.satsOut).toBe(does.fee);
    expect(bridgeIdIn(tx)).toBe(ID);
  });

  it('is paid all of what is locked: then no change is', () => {
    const { tx, locked } = doneBy(payout({ receiver, amount: 70_000n }));
    expect(tx.outputs).toHaveLength(3);
    expect(locked.satsOut).toBe(0n);
    expect(bridgeIdIn(tx)).toBe(ID);
  });

  it.each([
    ['some units', 40_000n, [rune(30_000n)]],
    ['all units', 70_000n, []],
  ] as const)('is paid %s of a rune, and no sat of what is locked leaves', (_, amount, left) => {
    const { tx, does, locked, fees } = doneBy(payout({ receiver, pays: RUNE, amount }));
    expect(tx.outputs.map(({ value }) => value)).toEqual([546n, 1_246n, 0n, 20_000n - 546n - does.fee]);
    expect(partyOf(does, receiver).gets).toMatchObject([{ ...rune(amount), index: 0 }]);
    expect(locked.gets).toMatchObject(left.map((one) => ({ ...one, index: 1 })));
    expect(locked.satsIn).toBe(locked.satsOut);
    expect(fees.satsIn - fees.satsOut).toBe(does.fee + 546n);
    expect(bridgeIdIn(tx)).toBe(ID);
  });

  it.each([
    ['some units', 40_000n, [rune(50_000n)]],
    ['all units', 90_000n, []],
  ] as const)(
    'is paid %s of a rune on dust alone: the fee coins lend what its change lacks',
    (_, amount, left) => {
      const lockedCoins = [lockedCoin('l', 330n, [traded(90_000n)])];
      const { tx, does, locked, fees } = doneBy(payout({ receiver, pays: RUNE, lockedCoins, amount }));
      expect(tx.outputs.map(({ value }) => value)).toEqual([546n, 546n, 0n, 20_000n - 762n - does.fee]);
      expect(partyOf(does, receiver).gets).toMatchObject([{ ...rune(amount), index: 0 }]);
      expect(locked.gets).toMatchObject(left.map((one) => ({ ...one, index: 1 })));
      expect(locked.satsOut - locked.satsIn).toBe(216n);
      expect(fees.satsIn - fees.satsOut).toBe(does.fee + 762n);
    },
  );

  it('costs what was said beforehand, at most', () => {
    for (const pays of ['sats', RUNE] as const) {
      const plan = payout({ receiver, pays });
      const shape = { pays, receiver, lockedCoins: 2, feeCoins: 1 };
      expect(plan.vsize).toBeLessThanOrEqual(bridgePayoutVsize(shape));
      expect(plan.vsize).toBeGreaterThan(bridgePayoutVsize(shape) - 40);
      expect(plan.fee).toBe(feeOf(plan.vsize, RATE));
      expect(transaction(signedAlone(plan).raw).weight).toBeLessThanOrEqual(4 * plan.vsize);
    }
  });
});

describe('an exit', () => {
  it.each(['sats', RUNE] as const)('in %s spends a hundred locked coins at once', (pays) => {
    const units = pays === 'sats' ? [] : [traded(1_000n)];
    const lockedCoins = Array.from({ length: 100 }, (_, at) => lockedCoin(`l${at}`, 1_000n, units));
    const { tx, locked } = doneBy(
      payout({ pays, lockedCoins, feeCoins: [feeCoin('f', 200_000n)], amount: 99_000n }),
    );
    expect(tx.inputs).toHaveLength(101);
    expect(locked.satsIn - locked.satsOut).toBe(pays === 'sats' ? 99_000n : 0n);
    // Nodes relay 400,000 of weight.
    expect(tx.weight).toBeLessThan(30_000);
  });

  it.each(['sats', RUNE] as const)('in %s is signed to the same bytes every time', (pays) => {
    expect(bytesToHex(signedAlone(payout({ pays })).raw)).toBe(bytesToHex(signedAlone(payout({ pays })).raw));
    expect(payout({ pays }).unsigned).toEqual(payout({ pays }).unsigned);
  });

  it.each(['sats', RUNE] as const)('in %s asserts', (pays) => {
    const plan = payout({ pays });
    const bent: [Partial<BridgePayout>, string][] = [
      [{ intent: { ...plan.intent, fee: sats(plan.fee + 1n) } }, 'intended'],
      [{ draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } }, 'psbt-changed'],
      [{ locked: FEES.script }, 'invariant'],
      [{ fees: LOCKED.script }, 'invariant'],
    ];
    // With sats nothing is given that could be burned: that would be the same plan.
    const { gives = [] } = plan.intent.parties[0] ?? {};
    expect(gives.length > 0).toBe(pays !== 'sats');
    if (gives.length > 0) bent.push([{ intent: { ...plan.intent, burned: gives } }, 'intended']);
    for (const [more, said] of bent) expect(() => signedAlone({ ...plan, ...more })).toThrow(said);
    expect(() => signBridgePayout(plan, FEES.who.secret, FEES.who.secret)).toThrow('the key is the pool');
    expect(() => signBridgePayout(plan, LOCKED.who.secret, LOCKED.who.secret)).toThrow('the key is the pool');
  });

  const lone = (units: bigint, name = 'l') => lockedCoin(name, 546n, [traded(units)]);
  it.each<[string, Partial<BridgePayoutRequest>, string]>([
    ['no locked coin', { lockedCoins: [] }, 'bad-request'],
    ['no fee coin', { feeCoins: [] }, 'bad-request'],
    ['a coin twice', { feeCoins: [feeCoin(), feeCoin()] }, 'duplicate-input'],
    ['101 coins', { feeCoins: Array.from({ length: 101 }, (_, at) => feeCoin(`f${at}`)) }, 'too-many-coins'],
    ['a locked coin of another script', { lockedCoins: [feeCoin('f', 50_000n)] }, 'script-not-allowed'],
    ['a fee coin that is locked', { feeCoins: [lockedCoin('l', 50_000n)] }, 'script-not-allowed'],
    ['the bridge as receiver', { receiver: LOCKED.script.script }, 'not-yours'],
    ['the fee wallet as receiver', { receiver: FEES.script.script }, 'not-yours'],
    ['a receiver of another kind', { receiver: Uint8Array.of(0x51) }, 'script-not-allowed'],
    ['545 sat', { amount: 545n }, 'too-small'],
    ['545 sat that stay', { amount: 69_455n }, 'too-small'],
    ['more than is locked', { amount: 70_001n }, 'bridge-short'],
    ['a rune under sats', { lockedCoins: [lone(5n)] }, 'lot-mixed'],
    ['a rune on a fee coin', { feeCoins: [coin('f', FEES.who, 20_000n, [traded(1n)])] }, 'lot-mixed'],
    ['too little for fees', { feeCoins: [feeCoin('f', 900n)] }, 'insufficient-funds'],
    ['a rate above all', { feeRateSatVb: 6_000 }, 'fee-too-high'],
    ['no unit', { pays: RUNE, amount: 0n }, 'bad-request'],
    ['more units than are locked', { pays: RUNE, amount: 70_001n }, 'bridge-short'],
    ['no rune', { pays: RUNE, lockedCoins: [lockedCoin('l', 9_000n)] }, 'not-a-lot'],
    [
      'two runes on a coin',
      { pays: RUNE, lockedCoins: [lockedCoin('l', 600n, [traded(90_000n), other(1n)])] },
      'lot-mixed',
    ],
    ['an inscription', { pays: RUNE, lockedCoins: [lockedCoin('l', 600n, [plainAsset('a')])] }, 'lot-mixed'],
    ['another rune', { pays: RUNE, lockedCoins: [lockedCoin('l', 600n, [other(90_000n)])] }, 'lots-differ'],
  ])('is refused with %s', (_, more, code) => {
    expect(refusalOf(() => payout(more))).toBe(code);
  });

  it('is refused before its coins are in a block', () => {
    const { height: _, ...waiting } = feeCoin();
    expect(refusalOf(() => payout({ feeCoins: [waiting] }))).toBe('coin-unconfirmed');
    const { height: __, ...open } = lockedCoin('l', 90_000n);
    expect(refusalOf(() => payout({ lockedCoins: [open] }))).toBe('coin-unconfirmed');
  });

  it('never pays fees from what is locked', () => {
    expect(() => planBridgePayout({ ...payoutRequest(), fees: LOCKED.script })).toThrow('invariant');
    expect(refusalOf(() => payout({ amount: 70_000n, feeCoins: [feeCoin('f', 600n)] }))).toBe(
      'insufficient-funds',
    );
    expect(STRANGER.kind).toBe('p2wpkh');
  });
});

it('whatever the numbers, the locked side loses exactly the amount and nothing is burned', () => {
  const values = fc.array(fc.oneof(fc.bigInt(330n, 545n), fc.bigInt(546n, 10n ** 9n)), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.record({
        isRune: fc.boolean(),
        kind: fc.constantFrom(...KINDS),
        values,
        units: fc.bigInt(1n, 10n ** 30n),
        share: fc.bigInt(0n, 1_000_000n),
        money: fc.array(fc.bigInt(60_000n, 10n ** 7n), { minLength: 1, maxLength: 4 }),
        rate: fc.integer({ min: 1, max: 50 }),
        id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytesToHex),
      }),
      ({ isRune, kind, values: held, units, share, money, rate, id }) => {
        const receiver = user('p', kind).script;
        const lockedCoins = held.map((value, at) =>
          lockedCoin(`l${at}`, isRune ? value : value + 546n, isRune ? [traded(units)] : []),
        );
        const whole = isRune ? units * BigInt(held.length) : sumOf(lockedCoins);
        const part = (whole * share) / 1_000_000n;
        const amount = isRune ? (part < 1n ? 1n : part) : part < 546n || whole - part < 546n ? whole : part;
        const feeCoins = money.map((value, at) => feeCoin(`f${at}`, value));
        const pays = isRune ? RUNE : ('sats' as const);
        const plan = payout({ pays, receiver, lockedCoins, feeCoins, amount, id, feeRateSatVb: rate });
        const { tx, does, locked, fees } = doneBy(plan);
        const kept = locked.gets.reduce((sum, move) => sum + ('amount' in move ? move.amount : 0n), 0n);
        const sum = sumOf(lockedCoins);
        const lent = isRune && sum < 546n ? 546n - sum : 0n;
        expect(locked.satsIn - locked.satsOut).toBe(isRune ? -lent : amount);
        expect(isRune ? whole - kept : amount).toBe(amount);
        expect(fees.satsIn - fees.satsOut).toBe(does.fee + (isRune ? 546n + lent : 0n));
        expect(partyOf(does, receiver).satsOut).toBe(isRune ? 546n : amount);
        expect(bridgeIdIn(tx)).toBe(id);
        const shape = { pays, receiver };
        expect(plan.vsize).toBeLessThanOrEqual(
          bridgePayoutVsize({ ...shape, lockedCoins: lockedCoins.length, feeCoins: feeCoins.length }),
        );
      },
    ),
    { numRuns: cases(60) },
  );
});
