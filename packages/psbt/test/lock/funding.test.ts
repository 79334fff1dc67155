/** The funding of a ladder: what it pays, how it is read back, and the ladders that are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFlaw, readTransaction, sats, virtualSize, writeTransaction } from '@rialto/protocols';
import type { Coin, Transaction, TransactionBody } from '@rialto/protocols';
import {
  acceptFunding,
  buildFunding,
  feeOf,
  lockCoin,
  planFunding,
  readFunding,
  smallestRung,
} from '../../src/index.ts';
import type { FundingPlan, Ticket } from '../../src/index.ts';
import { bodyOf } from '../../src/draft/draft.ts';
import { fundingDraft } from '../../src/lock/funding.ts';
import { body, forge, sign } from '../tx/forge.ts';
import { coin, plainAsset, point, refusalOf, walletSigns } from '../people.ts';
import { cases } from '../cases.ts';
import { MANNERS, bidder, fundingOf, ladder } from './bidders.ts';
import type { Bidder } from './bidders.ts';

const prices = [20_000n, 30_000n, 40_000n].map((price) => ({ price: sats(price) }));

function complete(plan: FundingPlan, who: Bidder): ReturnType<typeof acceptFunding> {
  const built = buildFunding(plan);
  return acceptFunding(plan, walletSigns(built.psbt, who.wallet, built.toSign));
}

function readBack(raw: Uint8Array): { tx: Transaction; vsize: number } {
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { tx, vsize: virtualSize(tx) };
}

describe.each(MANNERS)('the funding of %s', (manner) => {
  const who = bidder(manner);
  const locks = ladder(who, prices);
  const plan = fundingOf(who, locks);
  const done = complete(plan, who);

  it('works: change first, then the locks, paid at the rate', () => {
    const { tx, vsize } = readBack(done.raw);
    expect(tx.outputs.map(({ script }) => script)).toEqual([
      who.wallet.script,
      ...locks.map(({ script }) => script),
    ]);
    expect(tx.outputs.slice(1).map(({ value }) => value)).toEqual([20_000n, 30_000n, 40_000n]);
    const built = buildFunding(plan);
    expect(built.txid).toBe(done.txid);
    expect(900_000n - tx.outputs.reduce((sum, { value }) => sum + value, 0n)).toBe(built.fee);
    expect(built.fee).toBe(feeOf(built.vsize, 2));
    expect(built.vsize - vsize).toBeGreaterThanOrEqual(0);
    expect(built.vsize - vsize).toBeLessThanOrEqual(1);
    expect(lockCoin(plan, 3)).toEqual({
      outpoint: `${done.txid}:3`,
      value: 40_000n,
      script: locks[2]?.script,
      assets: [],
    });
  });

  it('is read back by one who did not plan it', () => {
    const read = readFunding(done.raw, { bidderScript: who.wallet.script, coins: plan.payments, locks });
    const { bidderKey: _, feeRateSatVb: __, ...rest } = plan;
    expect(read).toEqual({ ...rest, txid: done.txid });
    expect(lockCoin(read, 2)).toEqual(lockCoin(plan, 2));
  });

  it('asserts: read back it is the bidder’s clean coins, these locks, and every signature', () => {
    const read = (raw: Uint8Array, over: Partial<Parameters<typeof readFunding>[1]> = {}): string =>
      refusalOf(() =>
        readFunding(raw, { bidderScript: who.wallet.script, coins: plan.payments, locks, ...over }),
      );
    const [money] = plan.payments;
    if (money === undefined) throw new Error('money');
    expect(read(done.raw)).toBe('accepted');
    expect(read(done.raw.slice(1))).toBe('bad-request');
    expect(read(Uint8Array.of(...done.raw, 0))).toBe('bad-request');
    expect(read(done.raw, { coins: [] })).toBe('coin-unknown');
    expect(read(done.raw, { coins: [{ ...money, script: bidder(manner, 'else').wallet.script }] })).toBe(
      'not-yours',
    );
    expect(read(done.raw, { coins: [{ ...money, assets: [plainAsset('thing')] }] })).toBe('lot-mixed');
    const { height: _, ...waiting } = money;
    expect(read(done.raw, { coins: [waiting] })).toBe('lot-mixed');
    expect(read(done.raw, { coins: [{ ...money, value: sats(899_999n) }] })).toBe('signature-invalid');
    expect(read(done.raw, { locks: locks.slice(1) })).toBe('bad-request');
    expect(read(done.raw, { locks: locks.slice(0, 2) })).toBe('psbt-changed');
    expect(read(done.raw, { locks: ladder(who, [...prices.slice(0, 2), { price: sats(40_001n) }]) })).toBe(
      'psbt-changed',
    );
    const unsigned = buildFunding(plan).unsigned;
    expect(read(unsigned)).toBe('signature-missing');
    const broken = done.raw.slice();
    const at = done.raw.length - (manner === 'p2wpkh' ? 60 : 20);
    broken[at] = (broken[at] ?? 0) ^ 1;
    expect(read(broken)).toBe('signature-invalid');
  });

  it('asserts: a signed PSBT is the planned one, signed whole', () => {
    const draft = fundingDraft(plan);
    const signedAs = (tx: TransactionBody, sighash: number): string => {
      const spending = { tx, coins: plan.payments };
      const signature = sign(spending, 0, who.wallet, sighash);
      const psbt = forge(spending, [{ index: 0, who: who.wallet, signature }]);
      return refusalOf(() => acceptFunding(plan, psbt));
    };
    const tx = bodyOf(draft);
    expect(signedAs(tx, 1)).toBe('accepted');
    for (const sighash of [2, 3, 0x81, 0x82, 0x83]) expect(signedAs(tx, sighash)).toBe('sighash-not-allowed');
    const [change, ...others] = tx.outputs;
    if (change === undefined) throw new Error('change');
    for (const outputs of [
      [...others, change],
      others,
      [{ ...change, value: sats(change.value - 1n) }, ...others],
      [{ ...change, script: locks[0]?.script ?? change.script }, ...others],
    ])
      expect(signedAs({ ...tx, outputs }, 1)).toBe('psbt-changed');
    expect(signedAs({ ...tx, locktime: 5 }, 1)).toBe('psbt-changed');
  });

  it('the assertion fires: an asset in front would leave with the locks', () => {
    const [money] = plan.payments;
    if (money === undefined) throw new Error('money');
    // On a sat behind the change, so it would go into the first lock.
    const assets = [plainAsset('thing', plan.change + 5n)];
    const carried: FundingPlan = { ...plan, payments: [{ ...money, assets }] };
    expect(() => complete(carried, who)).toThrow('invariant: every asset stays with its owner');
  });

  it('refuses ladders without a rung, of more than 12, in another order, of somebody else, of dust', () => {
    const planned = (tickets: readonly Partial<Ticket>[], rate = 1): string =>
      refusalOf(() => fundingOf(who, ladder(who, tickets), undefined, rate));
    const rung = { price: sats(10_000n) };
    expect(planned(Array(12).fill(rung))).toBe('accepted');
    expect(planned([])).toBe('bad-request');
    const twelve = ladder(who, Array(12).fill(rung));
    expect(refusalOf(() => fundingOf(who, [...twelve, ...ladder(who, [rung])]))).toBe('bad-request');
    expect(planned([{ index: 2 }])).toBe('bad-request');
    expect(planned([rung, { index: 1 }])).toBe('bad-request');
    const others = ladder(bidder(manner, 'else'), [rung]);
    expect(refusalOf(() => fundingOf(who, others))).toBe('not-yours');
    expect(planned([{ price: sats(9999n) }])).toBe('too-small');
    expect(planned([rung], 5)).toBe('too-small');
    const [lock] = ladder(who, [rung]);
    if (lock === undefined) throw new Error('a lock');
    const least = smallestRung(lock, 5);
    expect(least).toBeGreaterThan(19_000n);
    expect(planned([{ price: least }], 5)).toBe('accepted');
    expect(planned([{ price: sats(least - 1n) }], 5)).toBe('too-small');
  });

  it('refuses a sixth coin, a coin that is not clean, and a key that is not the address’s', () => {
    const small = (count: number): Coin[] =>
      Array.from({ length: count }, (_, at) => coin(`small ${at}`, who.wallet, 5000n));
    const one = ladder(who, [{ price: sats(20_000n) }]);
    expect(refusalOf(() => fundingOf(who, one, small(5), 1))).toBe('accepted');
    expect(fundingOf(who, one, small(9), 1).payments).toHaveLength(5);
    const more = ladder(who, [{ price: sats(26_000n) }]);
    expect(refusalOf(() => fundingOf(who, more, small(9), 1))).toBe('too-many-coins');
    expect(refusalOf(() => fundingOf(who, more, small(5), 1))).toBe('insufficient-funds');
    const [dirty] = [coin('dirty', who.wallet, 900_000n, [plainAsset('thing')])];
    expect(refusalOf(() => fundingOf(who, one, [dirty], 1))).toBe('insufficient-funds');
    const { height: _, ...waiting } = coin('waiting', who.wallet, 900_000n);
    expect(refusalOf(() => fundingOf(who, one, [waiting], 1))).toBe('insufficient-funds');
    const foreign = coin('foreign', bidder(manner, 'else').wallet, 900_000n);
    expect(refusalOf(() => fundingOf(who, one, [foreign], 1))).toBe('insufficient-funds');
    const mixed = { ...who, wallet: { ...who.wallet, key: bidder(manner, 'else').wallet.key } };
    expect(refusalOf(() => fundingOf(mixed, one))).toBe('not-yours');
  });

  it('spends the coin that pays in any case, beside what is chosen of four others, and refuses one that cannot pay', () => {
    const first = coin('first', who.wallet, 5000n);
    const others = [7000n, 90_000n, 300_000n].map((value) => coin(`of ${value}`, who.wallet, value));
    const { script: bidderScript, key: bidderKey } = who.wallet;
    const planned = (price: bigint, over: Partial<Parameters<typeof planFunding>[0]> = {}) =>
      planFunding({
        ...{ bidderScript, bidderKey, feeRateSatVb: 1, coins: others, first },
        locks: ladder(who, [{ price: sats(price) }]),
        ...over,
      });
    const names = (plan: FundingPlan) => plan.payments.map(({ value }) => value);
    expect(names(planned(80_000n))).toEqual([5000n, 90_000n]);
    expect(names(planned(93_000n))).toEqual([5000n, 90_000n]);
    expect(names(planned(93_000n, { first: undefined }))).toEqual([300_000n]);
    expect(names(planned(93_000n, { coins: [first, ...others] }))).toEqual([5000n, 90_000n]);
    const { fee, vsize } = buildFunding(planned(93_000n));
    expect(fee).toBe(feeOf(vsize, 1));
    const many = Array.from({ length: 9 }, (_, at) => coin(`small ${at}`, who.wallet, 5000n));
    expect(planned(20_000n, { coins: many }).payments).toHaveLength(5);
    expect(refusalOf(() => planned(26_000n, { coins: many }))).toBe('too-many-coins');
    const { height: _, ...waiting } = first;
    const refused = (bad: Coin) => refusalOf(() => planned(20_000n, { first: bad }));
    expect(refused(waiting)).toBe('coin-unconfirmed');
    expect(refused({ ...first, assets: [plainAsset('thing')] })).toBe('lot-mixed');
    expect(refused(coin('foreign', bidder(manner, 'else').wallet, 5000n))).toBe('not-yours');
  });

  it('pays exactly, for any coins, rungs and rate', () => {
    let planned = 0;
    const coins = fc.array(fc.bigInt({ min: 600n, max: 1_500_000n }), { minLength: 1, maxLength: 9 });
    const rungs = fc.array(fc.bigInt({ min: 13_000n, max: 90_000n }), { minLength: 1, maxLength: 12 });
    const rate = fc.integer({ min: 1, max: 3300 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(coins, rungs, rate, (values, tickets, feeRate) => {
        const money = values.map((value, at) => coin(`money ${at}`, who.wallet, value));
        const rung = ladder(
          who,
          tickets.map((price) => ({ price: sats(price) })),
        );
        const answer = refusalOf(() => {
          const made = fundingOf(who, rung, money, feeRate);
          const { fee, vsize } = buildFunding(made);
          const paid = made.payments.reduce((sum, { value }) => sum + value, 0n);
          const locked = tickets.reduce((sum, price) => sum + price, 0n);
          expect(paid).toBe(made.change + locked + fee);
          expect(fee).toBe(feeOf(vsize, feeRate));
          expect(made.change).toBeGreaterThanOrEqual(546n);
          expect(made.payments.length).toBeLessThanOrEqual(5);
          expect(new Set(made.payments).size).toBe(made.payments.length);
          expect(made.payments.every((one) => one.value >= 1000n && money.includes(one))).toBe(true);
          planned += 1;
        });
        expect(['accepted', 'insufficient-funds', 'too-small', 'too-many-coins']).toContain(answer);
        if (answer !== 'insufficient-funds') return;
        const all = values.filter((value) => value >= 1000n).reduce((sum, value) => sum + value, 0n);
        const locked = tickets.reduce((sum, price) => sum + price, 0n);
        // Refused only where all the money is not enough for locks, change and a generous fee.
        const most = feeOf(58 + 69 * values.length + 43 * tickets.length, feeRate);
        expect(all).toBeLessThan(locked + 546n + most);
      }),
      { numRuns: cases(manner === 'p2wpkh' ? 120 : 15) },
    );
    expect(planned).toBeGreaterThan(0);
  });
});

describe('a funding read back', () => {
  it('is refused with the same coin twice, or six', () => {
    const who = bidder('p2tr');
    const expected = { bidderScript: who.wallet.script, coins: [], locks: ladder(who, [{}]) };
    const read = (vouts: number[]): string => {
      const coins = vouts.map((vout) => ({ ...coin('x', who.wallet, 9000n), outpoint: point('x', vout) }));
      const raw = writeTransaction(body(coins, [{ value: sats(1n), script: who.wallet.script }]));
      return refusalOf(() => readFunding(raw, expected));
    };
    expect(read([1, 1])).toBe('duplicate-input');
    expect(read([1, 2, 3, 4, 5, 6])).toBe('too-many-coins');
    expect(read([1, 2, 3, 4, 5])).toBe('coin-unknown');
  });
});
