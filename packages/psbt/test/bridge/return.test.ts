/** A lot's way home, from the locked script to the locked script: nobody gets anything, the fee wallet pays, and all that lay there stays. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { bridgeIdIn, bridgePayoutVsize, feeOf, planBridgeReturn, signBridgePayout } from '../../src/index.ts';
import type { BridgePayout, BridgeReturnRequest } from '../../src/index.ts';
import { cases } from '../cases.ts';
import { coin, pinOn, plainAsset, refusalOf } from '../people.ts';
import {
  BRC20,
  FEES,
  LOCKED,
  RATE,
  doneBy,
  feeCoin,
  lockedBy,
  lockedCoin,
  other,
  signedAlone,
  signedBy,
  tokens,
  transfer,
} from './bridges.ts';

const SIGNERS = [1, 2, 3];
const LOT = lockedCoin('lot', 900n, [transfer(40_000n, 300n)]);

const returning = (more: Partial<BridgeReturnRequest> = {}): BridgePayout =>
  planBridgeReturn({
    ...{ locked: LOCKED.script, lot: LOT, fees: FEES.script, feeCoins: [feeCoin()], feeRateSatVb: RATE },
    ...more,
  });
const on = (value: bigint, ...assets: readonly CoinAsset[]): Coin => lockedCoin('lot', value, assets);

describe('the way home of a lot', () => {
  it.each(SIGNERS)('is signed by %i keys, as an exit is', (count) => {
    const locked = lockedBy(count);
    const plan = returning({ locked, lot: { ...LOT, script: locked.script } });
    const { tx, does, locked: side, fees } = doneBy(plan, signedBy(count, plan));
    expect(tx.outputs).toEqual([
      { value: 900n, script: locked.script },
      { value: 20_000n - does.fee, script: FEES.script.script },
    ]);
    expect(side.gets).toEqual([{ ...LOT.assets[0], index: 0 }]);
    expect([side.satsIn, side.satsOut, plan.lent]).toEqual([900n, 900n, 0n]);
    expect(fees.satsIn - fees.satsOut).toBe(does.fee);
    expect(does.parties).toHaveLength(2);
    expect(bridgeIdIn(tx)).toBeUndefined();
    expect(plan.fee).toBe(feeOf(plan.vsize, RATE));
    expect(tx.weight).toBeLessThanOrEqual(4 * plan.vsize);
    const shape = { pays: BRC20, receiver: locked.script, lockedCoins: 1, feeCoins: 1, signers: count };
    expect(plan.vsize).toBeLessThanOrEqual(bridgePayoutVsize(shape));
  });

  it.each<[string, readonly CoinAsset[]]>([
    ['an inscription', [plainAsset('art', 7n)]],
    ['another lot', [transfer(5n, 545n, 'b')]],
    ['a rune, a receipt and other tokens', [other(9n), pinOn('p', 30n), tokens(3n)]],
  ])('takes along what a stranger put beside it: %s', (_, more) => {
    const [lot] = LOT.assets;
    const { locked } = doneBy(returning({ lot: on(900n, lot as CoinAsset, ...more) }));
    expect(locked.gets.map(({ kind, index }) => `${kind} ${index}`).toSorted()).toEqual(
      [lot as CoinAsset, ...more].map(({ kind }) => `${kind} 0`).toSorted(),
    );
  });

  it('lends a lot on dust what an output needs, and its sat stays where it was', () => {
    const plan = returning({ lot: on(330n, transfer(5n, 329n)) });
    const { tx, does, locked, fees } = doneBy(plan);
    expect(tx.outputs.map(({ value }) => value)).toEqual([546n, 20_000n - 216n - does.fee]);
    expect(locked.gets).toEqual([{ ...transfer(5n, 329n), index: 0 }]);
    expect([plan.lent, fees.satsIn - fees.satsOut]).toEqual([216n, does.fee + 216n]);
  });

  it('is planned and signed to the same bytes every time', () => {
    expect(bytesToHex(signedAlone(returning()).raw)).toBe(bytesToHex(signedAlone(returning()).raw));
  });

  it('asserts', () => {
    const plan = returning();
    const { parties } = plan.intent;
    const bent: [Partial<BridgePayout>, string][] = [
      [{ intent: { ...plan.intent, fee: sats(plan.fee + 1n) } }, 'intended'],
      [{ intent: { ...plan.intent, parties: parties.map((one) => ({ ...one, gets: [] })) } }, 'intended'],
      [{ draft: { ...plan.draft, outputs: plan.draft.outputs.toReversed() } }, 'psbt-changed'],
      [{ locked: FEES.script }, 'invariant'],
      [{ fees: LOCKED.script }, 'invariant'],
    ];
    for (const [more, said] of bent) expect(() => signedAlone({ ...plan, ...more })).toThrow(said);
    expect(() => signBridgePayout(plan, FEES.who.secret, FEES.who.secret)).toThrow('the key is the pool');
    expect(() => returning({ fees: LOCKED.script, feeCoins: [lockedCoin('l', 20_000n)] })).toThrow(
      'what is locked pays no fees',
    );
  });

  const { height: _lot, ...openLot } = LOT;
  const { height: _fee, ...openFee } = feeCoin();
  it.each<[string, Partial<BridgeReturnRequest>, string]>([
    ['a lot that is dead or used', { lot: on(900n, plainAsset('transfer')) }, 'not-a-lot'],
    ['a clean coin', { lot: on(900n) }, 'not-a-lot'],
    ['a rune', { lot: on(900n, other(1n)) }, 'not-a-lot'],
    ['a lot that no block has', { lot: openLot }, 'coin-unconfirmed'],
    ['a lot of another script', { lot: coin('l', FEES.who, 900n, [transfer()]) }, 'script-not-allowed'],
    ['a fee coin that is locked', { feeCoins: [lockedCoin('l', 20_000n)] }, 'script-not-allowed'],
    ['a fee coin that no block has', { feeCoins: [openFee] }, 'coin-unconfirmed'],
    ['a rune on a fee coin', { feeCoins: [coin('f', FEES.who, 9_000n, [other(1n)])] }, 'lot-mixed'],
    ['no fee coin', { feeCoins: [] }, 'bad-request'],
    ['101 coins', { feeCoins: Array.from({ length: 101 }, (_, at) => feeCoin(`f${at}`)) }, 'too-many-coins'],
    ['a coin twice', { feeCoins: [feeCoin(), feeCoin()] }, 'duplicate-input'],
    ['too little for fees', { feeCoins: [feeCoin('f', 700n)] }, 'insufficient-funds'],
    ['a rate above all', { feeRateSatVb: 6_000 }, 'fee-too-high'],
  ])('is refused with %s', (_, more, code) => {
    expect(refusalOf(() => returning(more))).toBe(code);
  });

  it('whatever the numbers, moves nothing to anybody', () => {
    fc.assert(
      fc.property(
        fc.record({
          value: fc.oneof(fc.bigInt(1n, 545n), fc.bigInt(546n, 10n ** 8n)),
          share: fc.bigInt(0n, 999n),
          beside: fc.uniqueArray(fc.bigInt(0n, 999n), { maxLength: 4 }),
          amount: fc.bigInt(1n, 10n ** 30n),
          count: fc.constantFrom(...SIGNERS),
          money: fc.array(fc.bigInt(30_000n, 10n ** 7n), { minLength: 1, maxLength: 4 }),
          rate: fc.integer({ min: 1, max: 40 }),
        }),
        ({ value, share, beside, amount, count, money, rate: feeRateSatVb }) => {
          const locked = lockedBy(count);
          const at = (part: bigint): bigint => (value * part) / 1_000n;
          const art = beside.map((part) => plainAsset(`art ${part}`, at(part)));
          const lot = { ...on(value, transfer(amount, at(share)), ...art), script: locked.script };
          const feeCoins = money.map((one, index) => feeCoin(`f${index}`, one));
          const plan = returning({ locked, lot, feeCoins, feeRateSatVb });
          const { does, locked: side, fees } = doneBy(plan, signedBy(count, plan));
          const least = value < 546n ? 546n : value;
          expect(side.satsOut).toBe(least);
          expect(side.gets).toEqual(side.gives);
          expect(side.gets).toHaveLength(1 + art.length);
          expect(fees.satsIn - fees.satsOut).toBe(does.fee + least - value);
          expect(does.parties).toHaveLength(2);
        },
      ),
      { numRuns: cases(40) },
    );
  });
});
