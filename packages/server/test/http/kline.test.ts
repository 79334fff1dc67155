/** Candles made by the database against `candlesOf`, over random sales; PostgreSQL is real. */
import { createHash } from 'node:crypto';
import { CANDLE_INTERVALS, candleStart, candlesOf, rateE18 } from '@rialto/market';
import type { CandleInterval, CandleTrade } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import type { AssetId } from '@rialto/protocols';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { candlesOfSales } from '../../src/store/orders/kline-store.ts';
import { marketFigures } from '../../src/store/orders/market-figures.ts';
import { fills, orders } from '../../src/store/schema/index.ts';
import { latestSales } from '../../src/store/orders/shown-orders.ts';
import { testStore } from '../store/test-store.ts';

const ASSET = `brc20:${'44'.repeat(32)}i0` as AssetId;
const OTHER = `brc20:${'55'.repeat(32)}i0` as AssetId;
const NOON = Date.parse('2026-11-18T12:00:00Z');
const intervals = Object.keys(CANDLE_INTERVALS) as CandleInterval[];

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
});
afterAll(() => drop());
beforeEach(clear);

async function clear(): Promise<void> {
  await store.db.delete(fills);
  await store.db.delete(orders);
}

interface Sold {
  readonly at: number;
  readonly total: bigint;
  readonly units: bigint;
  /** Lots with the same were bought together. */
  readonly tx: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const txid = (tx: number): string => hashOf(`tx ${tx}`);
/** Purchases and sales into bids take turns: a candle does not care. */
const sideOf = (place: number): 'ask' | 'bid' => (place % 2 === 0 ? 'ask' : 'bid');
const idOf = (place: number): string => hashOf(`order ${place}`);

/** Blocks come in the order of their times. */
const heightOf = (at: number): number => Math.floor((at - NOON) / 1000) + 2_000_000;

function fillOf({ at, total, units, tx }: Sold, asset: AssetId, place = 0): typeof fills.$inferInsert {
  return {
    kind: 'order',
    reference: idOf(place),
    side: sideOf(place),
    market: 'brc20',
    assetId: asset,
    tick: 'opal',
    decimals: 18,
    amount: units,
    sats: total,
    rateE18: rateE18(sats(total), amount(units)),
    serviceFee: 0n,
    feePaidBy: '',
    buyer: 'buyer',
    seller: 'seller',
    txid: txid(tx),
    height: heightOf(at),
    at: new Date(at),
  };
}

function orderOf({ total, units }: Sold, asset: AssetId, place = 0): typeof orders.$inferInsert {
  return {
    id: idOf(place),
    side: sideOf(place),
    status: 'done',
    orderType: sideOf(place) === 'ask' ? 1 : 2,
    assetId: asset,
    tick: 'opal',
    price: total,
    coinAmount: units,
    rateE18: rateE18(sats(total), amount(units)),
    ownerAddress: 'seller',
  };
}

async function sell(list: readonly Sold[], asset = ASSET): Promise<void> {
  if (list.length === 0) return;
  await store.db.insert(orders).values(list.map((one, place) => orderOf(one, asset, place)));
  await store.db.insert(fills).values(list.map((one, place) => fillOf(one, asset, place)));
}

const candles = (interval: CandleInterval, more: { limit?: number; decimals?: number } = {}) =>
  candlesOfSales(store.db, { of: 'order', asset: ASSET, decimals: 18, interval, limit: 500, ...more });

/** The sales as the pure candles want them: by block, of one moment by their transaction and then by their order. */
function tradesOf(list: readonly Sold[]): CandleTrade[] {
  return list
    .map((sold, place) => ({ ...sold, name: `${txid(sold.tx)} ${idOf(place)}` }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ at, total, units }) => ({ at, total: sats(total), amount: amount(units) }));
}

it('are none without deals; open orders, other tokens’ deals and those that do not count make none', async () => {
  const sold = { at: NOON, total: 20_000n, units: 5n, tx: 1 };
  expect(await candles('1h')).toEqual([]);
  await sell([sold], OTHER);
  await store.db.insert(orders).values({ ...orderOf(sold, ASSET, 1), status: 'open' });
  await store.db.insert(orders).values(orderOf(sold, ASSET, 2));
  await store.db.insert(fills).values({ ...fillOf(sold, ASSET, 2), excluded: 'outside' });
  expect(await candles('1h')).toEqual([]);
  expect(await latestSales(store.db, ASSET, 1)).toEqual([]);
});

it('count each lot of a purchase, as the list of deals and the figures of the market do', async () => {
  await sell([
    { at: NOON, total: 10_000n, units: 10n, tx: 1 },
    { at: NOON, total: 30_000n, units: 10n, tx: 1 },
  ]);
  const [candle] = await candles('1h', { decimals: 0 });
  expect(candle).toMatchObject({ volume: 20n, turnover: 40_000n, trades: 2 });
  const figures = (await marketFigures(store.db, [ASSET])).get(ASSET);
  const [last] = await latestSales(store.db, ASSET, 1);
  expect(last?.price).toBe(candle?.close === 1_000n * 10n ** 18n ? 10_000n : 30_000n);
  // The rows are of 18 decimals, the candle was asked for with none.
  expect(figures?.lastRate).toBe((candle?.close ?? 0n) * 10n ** 18n);
});

it('reach so many stretches back from the last deal, whatever the clock says', async () => {
  const hour = 3_600_000;
  await sell([0, 1, 2, 5].map((n) => ({ at: NOON + n * hour + 60_000, total: 10_000n, units: 10n, tx: n })));
  const starts = async (limit: number) => (await candles('1h', { limit })).map(({ start }) => start);
  expect(await starts(1)).toEqual([NOON + 5 * hour]);
  expect(await starts(5)).toEqual([1, 2, 5].map((n) => NOON + n * hour));
  expect(await starts(6)).toHaveLength(4);
});

it('equal `candlesOf` on random trades, in every interval and with any decimals', async () => {
  const sales = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 20 * 86_400 }).map((seconds) => NOON - seconds * 1000),
      total: fc.bigInt(10_000n, 10n ** 11n),
      units: fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 26n)),
      tx: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  // What is bought in one transaction is closed at one moment.
  const together = sales.map((list) =>
    list.map((one) => ({ ...one, at: list.find(({ tx }) => tx === one.tx)?.at ?? one.at })),
  );
  const decimals = fc.integer({ min: 0, max: 18 });
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(together, decimals, fc.integer({ min: 1, max: 40 }), async (list, scale, limit) => {
      await clear();
      await sell(list);
      const last = Math.max(...list.map(({ at }) => at));
      for (const interval of intervals) {
        const first = candleStart(last, interval) - (limit - 1) * CANDLE_INTERVALS[interval].length;
        const expected = candlesOf(tradesOf(list), interval, scale).filter(({ start }) => start >= first);
        expect(await candles(interval, { limit, decimals: scale })).toEqual(expected);
        compared += expected.length;
      }
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(1_000);
});
