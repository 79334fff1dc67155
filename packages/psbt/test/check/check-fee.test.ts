/** The fee of what others prepared: whatever our own templates pay is the rate's, with change and without, and not a sat more. */
import { equalBytes, isFlaw, readTransaction, sats, sumSats, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  MAX_FEE_RATE,
  buildCancel,
  buildTake,
  checkBump,
  checkFee,
  feeOf,
  outputVsize,
  planCancel,
  planOwnBump,
  planTake,
  readSpend,
  takeDraft,
  unsignedOf,
} from '../../src/index.ts';
import type { KeyKind, Reading, TakePlan } from '../../src/index.ts';
import { bodyOf, coinsOf, transactionOf, vsizeOf } from '../../src/draft/draft.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { ownDraft } from '../../src/draft/own-transaction.ts';
import { offer, service, tokenOffer } from '../trade/market.ts';
import { coin, lot, user, refusalOf } from '../people.ts';

const kinds = ['p2wpkh', 'p2tr'] as const;
const RATES = [1, 7.3, 60, 400, 2_500.5, MAX_FEE_RATE];
/** Nothing smaller may be an output of ours. */
const DUST = 546n;

/** Sellers who sign with a byte more than the buyer does. */
const OFFERS = {
  'BRC-20': ['a', 'b', 'c', 'd', 'e'].map((name) => offer(name, 'p2tr')),
  'MRC-20': ['a', 'b', 'c'].map((name) => tokenOffer(name, 'p2tr')),
};
const SELLERS = Object.values(OFFERS).flatMap((all) => all.map(({ seller }) => seller.script));
type Sold = keyof typeof OFFERS;
const cases = kinds.flatMap((kind) =>
  (['BRC-20', 'MRC-20'] as const).flatMap((sold) => RATES.map((rate) => ({ kind, sold, rate }))),
);

function takeOf(sold: Sold, kind: KeyKind, rate: number, money: bigint): TakePlan {
  const buyer = user('buyer', kind);
  return planTake({
    lots: OFFERS[sold].map(({ lot: one, ask }) => ({ coin: one, ...ask })),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [coin('own pad', buyer, 600n), coin('money', buyer, money)],
    pads: {},
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: rate,
  });
}

const PLENTY = 100_000_000n;
const draftOf = (plan: TakePlan): Draft => takeDraft(plan);
const readingOf = (plan: TakePlan): Reading =>
  readSpend(unsignedOf(buildTake(plan).psbt), coinsOf(draftOf(plan)), [], soldIn(plan));
const soldIn = ({ lots }: TakePlan) => lots.map((one) => one.coin.outpoint);

/** The same, with so much less on its last output. */
function dearer({ tx, coins }: Reading, by: bigint): Reading {
  const outputs = tx.outputs.map((output, at) =>
    at === tx.outputs.length - 1 ? { ...output, value: sats(output.value - by) } : output,
  );
  const sold = coins.filter(({ script }) => SELLERS.some((one) => equalBytes(one, script)));
  return readSpend(
    rewritten({ ...tx, outputs }),
    coins,
    [],
    sold.map((one) => one.outpoint),
  );
}

function rewritten(body: Transaction): Transaction {
  const tx = readTransaction(writeTransaction(body));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return tx;
}

describe.each(cases)('a take of $sold by a $kind buyer at $rate sat/vB', ({ kind, sold, rate }) => {
  const { script } = user('buyer', kind);
  const rich = takeOf(sold, kind, rate, PLENTY);
  if (rich.change === undefined) throw new Error('plenty leaves change');
  /** As much as leaves change of the smallest size. */
  const enough = PLENTY - rich.change + DUST;
  const checked = (read: Reading): string[] =>
    checkFee(read, { feeRateSatVb: rate, owner: script }).map(({ code }) => code);

  it('with change pays the rate, and a sat more is too much', () => {
    const read = readingOf(takeOf(sold, kind, rate, enough));
    expect(checked(read)).toEqual([]);
    const above = () => checked(dearer(readingOf(rich), 1n));
    if (rate === MAX_FEE_RATE) expect(refusalOf(above)).toBe('fee-too-high');
    else expect(above()).toEqual(['fee-too-high']);
  });

  // At the highest rate of all there is no room for more: more money is asked for instead.
  it.runIf(rate < 2_000)('without change it may pay what the change and its output would have been', () => {
    const plan = takeOf(sold, kind, rate, enough - 1n);
    expect(plan.change).toBeUndefined();
    const read = readingOf(plan);
    const due = feeOf(vsizeOf(draftOf(plan)) + outputVsize(script), rate);
    expect(read.does.fee).toBe(due + DUST - 1n);
    expect(checked(read)).toEqual([]);
    expect(checked(dearer(read, 1n))).toEqual(['fee-too-high']);
  });

  it('never pays above the highest rate for want of change', () => {
    const outcome = refusalOf(() => takeOf(sold, kind, rate, enough - 1n));
    if (outcome === 'accepted') {
      const read = readingOf(takeOf(sold, kind, rate, enough - 1n));
      expect(read.does.feeRateSatVb).toBeLessThanOrEqual(MAX_FEE_RATE);
      expect(checked(read)).toEqual([]);
    } else expect(outcome).toBe('insufficient-funds');
    expect(outcome === 'insufficient-funds').toBe(rate === MAX_FEE_RATE);
  });
});

describe.each(kinds)('a cancel by a %s owner', (kind) => {
  const owner = user('owner', kind);
  // Below that its change and its fee are less than the smallest coin that pays.
  it.each(RATES.slice(1))('at %s sat/vB, with the smallest change and with none', (rate) => {
    const request = {
      lot: lot('lot', owner),
      ownerScript: owner.script,
      ownerKey: owner.key,
      feeRateSatVb: rate,
    };
    const planWith = (money: bigint) => planCancel({ ...request, coins: [coin('money', owner, money)] });
    const rich = planWith(PLENTY);
    const enough = PLENTY - (rich.change ?? 0n) + DUST;
    for (const money of [PLENTY, enough, enough - 1n]) {
      if (money < enough && refusalOf(() => planWith(money)) === 'insufficient-funds') {
        expect(rate).toBe(MAX_FEE_RATE);
        continue;
      }
      const plan = planWith(money);
      expect(plan.change === undefined).toBe(money < enough);
      const read = readSpend(unsignedOf(buildCancel(plan).psbt), [plan.lot, ...plan.payments]);
      expect(checkFee(read, { feeRateSatVb: rate, owner: owner.script })).toEqual([]);
    }
  });
});

describe('a replacement', () => {
  const owner = user('owner', 'p2wpkh');
  const first = coin('first', owner, 30_000n);
  const outputs = [{ value: sats(600n), script: owner.script }];
  const before = ownDraft([first], outputs);
  const was = { fee: sats(29_400n), vsize: vsizeOf(before), fees: sats(29_400n) };
  const reading = (draft: Draft, coins: readonly Coin[]): Reading =>
    readSpend(transactionOf(bodyOf(draft)), coins);

  it('that grows pays more than the rate of what it replaces, however low the rate that was asked', () => {
    const little = Array.from({ length: 4 }, (_, at) => coin(`little ${at}`, owner, 1_000n));
    const coins = [...little, coin('much', owner, 500_000n)];
    const payer = { script: owner.script, key: owner.key, coins };
    const plan = planOwnBump({ payer, spent: [first], outputs, feeRateSatVb: 1, replaced: was });
    const all = coinsOf(plan.draft);
    expect(all).toHaveLength(6);
    const now = reading(plan.draft, all);
    const read = { all: [now], owner: owner.script, vsize: now.does.vsize, fee: now.does.fee };
    const old = reading(before, [first]);
    expect(plan.fee * BigInt(was.vsize)).toBeGreaterThan(was.fee * BigInt(vsizeOf(plan.draft)));
    expect(checkBump(read, old, { feeRateSatVb: 1 })).toEqual([]);
    const paid = sumSats(all.map(({ value }) => value));
    const dear = ownDraft(all, [{ value: sats(paid - 3n * plan.fee), script: owner.script }]);
    const worse = reading(dear, all);
    expect(checkBump({ ...read, all: [worse] }, old, { feeRateSatVb: 1 }).map(({ code }) => code)).toEqual([
      'fee-too-high',
    ]);
  });
});
