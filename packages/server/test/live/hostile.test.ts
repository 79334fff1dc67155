/** Live bids against people who mean ill: bait, floods, coins that are spent under a sale, everything at once. */
import { coinsOf } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { PreparedLiveAnswer } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import { net, openLive, TICKS } from './live-stage.ts';
import type { LiveStage } from './live-stage.ts';

const book = 'mrc20';
let live: LiveStage;
let world: World;
let seller: Trader;
let rival: Trader;
let bidder: Trader;

beforeAll(async () => {
  live = await openLive({
    settings: { LIVE_SIGN_SECONDS: '8', LIVE_LISTED_SECONDS: '3', LIVE_PAUSE_BLOCKS: '2' },
    lots: { mrc20: 9, brc20: 1 },
    money: 16,
  });
  ({ world, seller, rival, bidder } = live);
});

afterAll(() => world.stop());

afterEach(async () => {
  for (const { orderId } of await live.listed(book))
    await live.remove(bidder, book, orderId).catch(() => undefined);
  await live.forgive();
});

const spend = async (who: Trader, outpoint: string | undefined, fee?: bigint): Promise<string> => {
  const coins = await coinsOf(world.origin, who);
  const coin = coins.find((one) => one.outpoint === outpoint);
  const money = coins.find(
    (one) => one.assets.length === 0 && one.value > 20_000n && one.outpoint !== outpoint,
  );
  if (coin === undefined) throw new Error('no such coin');
  const both = coin.value > 20_000n || money === undefined ? [coin] : [coin, money];
  return spendElsewhere(world, who, both, fee === undefined ? {} : { fee });
};
const moneyOf = ({ coins, outpoint }: PreparedLiveAnswer): string | undefined =>
  coins.find((one) => one.outpoint !== outpoint)?.outpoint;

describe('bait', () => {
  it('a bid that is taken out from under an answer counts like an answer left unsigned', async () => {
    for (const absence of [1, 2, 3]) {
      const { orderId, sale } = await live.answered(book);
      await live.remove(bidder, book, orderId);
      expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({
        state: 'failed',
        reason: 'the bidder withdrew the bid',
      });
      expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
      expect(await live.absencesOf(bidder)).toBe(absence === 3 ? 0 : absence);
    }
    expect(await refusalOf(live.push(bidder, book))).toBe('live-paused');
  });

  it('who leaves three answers takes all of the address’ bids with them, and what was answered to those is ended', async () => {
    const second = await live.answered(book, rival);
    const first = await live.answered(book);
    await live.sql('update live_bidders set absences = 2');
    const body = { net, address: bidder.address, answerId: first.sale.answerId } as const;
    await bidder.at(book).post('declineLiveAnswer', body);
    expect(await live.stateOf(rival, book, second.sale.answerId)).toMatchObject({
      state: 'failed',
      reason: 'the bid left the book',
    });
    expect(await live.listed(book)).toEqual([]);
    expect(await live.keptCoins()).toBe(0);
    expect(await refusalOf(live.sign(bidder, book, second.asked))).toBe('live-over');
  });

  it('of forty bids at once an address lists twenty', async () => {
    const pushed = await Promise.allSettled(Array.from({ length: 40 }, () => live.push(bidder, book)));
    const made = pushed.filter(({ status }) => status === 'fulfilled');
    const refused = pushed.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(made).toHaveLength(20);
    expect(refused).toHaveLength(20);
    for (const reason of refused) expect(reason).toMatchObject({ refusal: 'limit-reached' });
    expect(await live.listed(book)).toHaveLength(20);
  });

  it('a bid is listed while somebody who can sign for it is there, and not because of another window’s', async () => {
    const [kept, left] = [await live.push(bidder, book), await live.push(bidder, book)];
    await until(async () => {
      await live.beat(bidder, [kept.orderId]);
      return (await live.listed(book)).length === 1;
    }, 'the other one left the book');
    expect((await live.listed(book)).map(({ orderId }) => orderId)).toEqual([kept.orderId]);
    const { orderIds } = await live.beat(bidder, [left.orderId]);
    expect(orderIds.toSorted()).toEqual([kept.orderId, left.orderId].toSorted());
    expect(await live.listed(book)).toHaveLength(2);
    await live.remove(bidder, book, left.orderId);
  });

  it('whose money is gone leaves the book with the first who tries, and comes back with it', async () => {
    const poor = world.trader('poor', 'p2wpkh');
    await world.fund(poor, [100_000n]);
    await poor.login();
    const { orderId } = await live.push(poor, book);
    const [money] = await coinsOf(world.origin, poor);
    if (money === undefined) throw new Error('money');
    await spendElsewhere(world, poor, [money], { fee: 60_000n });
    await world.mine();
    const { coin } = await live.lotOf(seller, book);
    await live.beat(poor);
    expect(await refusalOf(live.prepare(seller, book, { orderId, outpoint: coin.outpoint }))).toBe(
      'bidder-short',
    );
    await live.beat(poor);
    expect(await live.orderOf(book, orderId)).toMatchObject({
      state: 'paused',
      reason: 'its bidder’s money does not cover it',
    });
    await world.fund(poor, [100_000n]);
    await live.beat(poor);
    expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'open' });
    await live.remove(poor, book, orderId);
  });

  it('whose money is in one sale that is being signed has the other bids in the book all the same', async () => {
    const single = world.trader('one coin', 'p2wpkh');
    await world.fund(single, [100_000n]);
    await single.login();
    const [first, second] = [await live.push(single, book), await live.push(single, book)];
    const { coin } = await live.lotOf(seller, book);
    const sale = await live.prepare(seller, book, { orderId: first.orderId, outpoint: coin.outpoint });
    await live.submit(seller, book, sale);
    const other = await live.lotOf(rival, book);
    const into = { orderId: second.orderId, outpoint: other.coin.outpoint };
    expect(await refusalOf(live.prepare(rival, book, into))).toBe('live-coin-kept');
    expect(await live.orderOf(book, second.orderId)).toMatchObject({ state: 'open' });
    await single
      .at(book)
      .post('declineLiveAnswer', { net, address: single.address, answerId: sale.answerId });
    expect(await live.prepare(rival, book, into)).toMatchObject({ orderId: second.orderId });
    for (const { orderId } of [first, second]) await live.remove(single, book, orderId);
  });

  it('six coins that only together make the price are not money for a bid', async () => {
    const small = world.trader('small change', 'p2tr');
    await world.fund(
      small,
      Array.from({ length: 6 }, () => 11_000n),
    );
    await small.login();
    expect(await refusalOf(live.push(small, book))).toBe('insufficient-funds');
    await live.remove(small, book, (await live.push(small, book, { amount: '55000' })).orderId);
  });
});

/** A half, and where it is to be sold the signature under it too. */
async function sentEightTimes(sold: boolean): Promise<void> {
  const { orderId } = await live.push(bidder, book);
  const { coin } = await live.lotOf(seller, book);
  const sale = await live.prepare(seller, book, { orderId, outpoint: coin.outpoint });
  const eight = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, act));
  for (const told of await eight(() => live.submit(seller, book, sale)))
    expect(told).toMatchObject({ state: 'waiting' });
  const [asked] = await live.waiting(bidder, book);
  if (asked === undefined) throw new Error('nothing waits');
  if (!sold) {
    await live.remove(bidder, book, orderId);
    await live.forgive();
    return;
  }
  const signed = await eight(() => live.sign(bidder, book, asked));
  expect(new Set(signed.map(({ txId }) => txId)).size).toBe(1);
  await world.mine();
  expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'done', dealTx: signed[0]?.txId });
}

describe('a flood of answers', () => {
  it('a seller has so many unsigned ones at most', async () => {
    const { orderId } = await live.push(bidder, book);
    const { coin } = await live.lotOf(seller, book);
    const codes = new Set<string>();
    for (let count = 0; count < 24; count += 1) {
      await live.beat(bidder);
      await live.prepare(seller, book, { orderId, outpoint: coin.outpoint }).catch((error: unknown) => {
        codes.add(error instanceof Error && 'refusal' in error ? String(error.refusal) : String(error));
      });
    }
    expect([...codes]).toEqual(['limit-reached']);
    const other = await live.lotOf(rival, book);
    await live.prepare(rival, book, { orderId, outpoint: other.coin.outpoint });
    await live.sql(`delete from live_answers where status = 'prepared'`);
  });

  it('a lot that waits for a bidder is in nothing else of its owner’s', async () => {
    const lot = await live.lotOf(seller, book);
    const { orderId, sale, asked } = await live.answered(book);
    expect(sale.outpoint).toBe(lot.coin.outpoint);
    expect((await live.lotOf(seller, book)).coin.outpoint).not.toBe(sale.outpoint);
    expect(await refusalOf(seller.at(book).ask(lot, TICKS[book], 70_000n))).toBe('live-coin-kept');
    const other = await live.push(bidder, book);
    const again = { orderId: other.orderId, outpoint: sale.outpoint };
    expect(await refusalOf(live.prepare(seller, book, again))).toBe('live-coin-kept');
    const lock = seller.at(book).post('prepareLock', {
      ...{ net, address: seller.address, publicKey: bytesToHex(seller.publicKey) },
      ...{ outpoint: sale.outpoint, amount: '70000', feeRate: 2 },
    });
    expect(await refusalOf(lock)).toBe('live-coin-kept');
    expect(await live.sign(bidder, book, asked)).toMatchObject({ state: 'signed' });
    await world.mine();
    expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'done' });
  });

  it('a lot that is listed and answers a bid at the same moment does one of the two', async () => {
    for (let round = 0; round < 6; round += 1) {
      const lot = await live.lotOf(seller, book);
      const { orderId } = await live.push(bidder, book);
      const sale = await live.prepare(seller, book, { orderId, outpoint: lot.coin.outpoint });
      const [listed, answered] = await Promise.allSettled([
        seller.at(book).ask(lot, TICKS[book], 70_000n),
        live.submit(seller, book, sale),
      ]);
      expect([listed.status, answered.status].toSorted()).not.toEqual(['fulfilled', 'fulfilled']);
      if (listed.status === 'fulfilled') {
        const own = { net, address: seller.address, orderId: listed.value, orderState: 3 } as const;
        await seller.at(book).post('updateOrderV2', own);
      }
      await live.remove(bidder, book, orderId);
      await live.forgive();
    }
  });

  it('what is sent eight times at once is done once', async () => {
    for (let round = 0; round < 4; round += 1) await sentEightTimes(round === 3);
  });

  it('signed, declined and withdrawn at once: one of them happens, whichever', async () => {
    let { coin } = await live.lotOf(rival, book);
    for (let round = 0; round < 4; round += 1) {
      await live.forgive();
      const { orderId } = await live.push(bidder, book);
      const sale = await live.prepare(rival, book, { orderId, outpoint: coin.outpoint });
      await live.submit(rival, book, sale);
      const [asked] = await live.waiting(bidder, book);
      if (asked === undefined) throw new Error('nothing waits');
      const body = { net, address: bidder.address, answerId: sale.answerId } as const;
      const acts = [
        () => live.sign(bidder, book, asked),
        () => live.remove(bidder, book, orderId),
        () => bidder.at(book).post('declineLiveAnswer', body),
      ];
      const order = [...acts.slice(round % 3), ...acts.slice(0, round % 3)];
      const done = await Promise.allSettled(order.map(async (act): Promise<unknown> => act()));
      for (const one of done)
        if (one.status === 'rejected')
          expect(['live-over', 'order-taken', 'order-closed']).toContain(
            (one.reason as { refusal?: string }).refusal,
          );
      const { state, txId } = await live.stateOf(rival, book, sale.answerId);
      expect(['signed', 'declined', 'failed']).toContain(state);
      expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
      expect((await live.orderOf(book, orderId)).pending).toBe(state === 'signed' && txId !== undefined);
      if (state === 'signed') {
        await world.mine();
        ({ coin } = await live.lotOf(seller, book));
        rival = seller;
      } else await live.remove(bidder, book, orderId).catch(() => undefined);
    }
    ({ rival } = live);
  });
});

describe('coins that are spent under a sale', () => {
  it('the lot, by its seller: the answer ends, and the bidder was there', async () => {
    const { sale, asked } = await live.answered(book);
    await spend(seller, sale.outpoint);
    expect(await refusalOf(live.sign(bidder, book, asked))).toBe('coin-spent');
    expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({
      state: 'failed',
      reason: 'the lot was spent elsewhere',
    });
    expect(await live.absencesOf(bidder)).toBe(0);
    expect([await live.halfOf(sale.answerId), await live.keptCoins()]).toEqual([null, 0]);
    await world.mine();
  });

  it('the money, by a bidder who had signed: the sale is void, the bid stands again, and it counts', async () => {
    const { orderId, sale, asked } = await live.answered(book);
    const { txId } = await live.sign(bidder, book, asked);
    await until(async () => (await live.orderOf(book, orderId)).pending, 'on its way');
    expect(txId).toBeDefined();
    await spendElsewhere(
      world,
      bidder,
      sale.coins
        .filter((one) => one.outpoint === moneyOf(sale))
        .map(({ outpoint, value }) => ({ outpoint, value, script: bidder.script })),
      { fee: 20_000n },
    );
    await world.mine();
    await until(async () => !(await live.orderOf(book, orderId)).pending, 'given back');
    expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({ state: 'failed' });
    expect(await live.absencesOf(bidder)).toBe(1);
  });

  it('the money, by a bidder who is paused meanwhile: the bid does not stand again, and is known for what it was', async () => {
    const { orderId, sale, asked } = await live.answered(book);
    await live.sign(bidder, book, asked);
    await until(async () => (await live.orderOf(book, orderId)).pending, 'on its way');
    await live.sql('update live_bidders set absences = 3');
    await until(async () => (await live.beat(bidder)).pausedUntil !== undefined, 'paused');
    expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'open', pending: true });
    const money = sale.coins
      .filter((one) => one.outpoint === moneyOf(sale))
      .map(({ outpoint, value }) => ({ outpoint, value, script: bidder.script }));
    await spendElsewhere(world, bidder, money, { fee: 20_000n });
    await world.mine();
    await until(async () => (await live.orderOf(book, orderId)).state === 'cancelled', 'out of the book');
    await live.sql('delete from live_bidders where address = $1', [bidder.address]);
    expect(await live.remove(bidder, book, orderId)).toEqual({ orderId });
    const into = { orderId, outpoint: (await live.lotOf(seller, book)).coin.outpoint };
    expect(await refusalOf(live.prepare(seller, book, into))).toBe('order-closed');
  });

  it('a block with the sale is undone, and its seller sells the lot elsewhere: void, and the bid stands again', async () => {
    const { orderId, sale, asked } = await live.answered(book);
    const done = await live.sign(bidder, book, asked);
    const { coins } = sale;
    await world.mine();
    expect(await live.orderOf(book, orderId)).toMatchObject({ state: 'done', dealTx: done.txId });
    const tip = String(await world.chain.rpc('getbestblockhash'));
    await world.chain.rpc('invalidateblock', [tip]);
    await until(async () => (await live.orderOf(book, orderId)).pending, 'open and pending again');
    const lot = coins.find((one) => one.outpoint === sale.outpoint);
    if (lot === undefined) throw new Error('the lot');
    const money = (await coinsOf(world.origin, seller)).find(
      (one) => one.assets.length === 0 && one.value > 20_000n,
    );
    const own = { outpoint: lot.outpoint, value: lot.value, script: seller.script };
    await spendElsewhere(world, seller, money === undefined ? [own] : [own, money], { fee: 12_000n });
    await world.mine(2);
    await until(async () => !(await live.orderOf(book, orderId)).pending, 'given back');
    expect((await live.orderOf(book, orderId)).state).toMatch(/^(open|paused)$/);
    expect(await live.stateOf(seller, book, sale.answerId)).toMatchObject({ state: 'failed' });
    expect(await live.absencesOf(bidder)).toBe(0);
    const next = await live.lotOf(seller, book);
    await live.beat(bidder);
    const again = live.prepare(seller, book, { orderId, outpoint: next.coin.outpoint });
    expect(await refusalOf(again)).toBe('sales-paused');
  });
});
