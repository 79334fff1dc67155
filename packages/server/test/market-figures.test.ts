/** What a token's market says, made by the database, against the same counted by hand over random orders; PostgreSQL is real. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../src/store/database.ts';
import { countOpenOrders, marketFigures } from '../src/store/market-figures.ts';
import type { MarketFigures } from '../src/store/market-figures.ts';
import { orders } from '../src/store/schema/index.ts';
import { testStore } from './test-store.ts';

const ASSETS = ['one', 'two', 'three'];
const HOUR = 3_600_000;
const STATES = ['open', 'done', 'cancelled', 'paused'] as const;

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
});
afterAll(() => drop());

interface Placed {
  readonly asset: string;
  readonly status: (typeof STATES)[number];
  readonly price: bigint;
  readonly rate: bigint;
  readonly hoursAgo: number;
}

/** No two deals at one moment: the last one would be either. */
const closedAt = ({ hoursAgo }: Placed, at: number): Date => new Date(now - hoursAgo * HOUR - at);
const now = Date.now();

const placed = fc.record({
  asset: fc.constantFrom(...ASSETS),
  status: fc.constantFrom(...STATES),
  price: fc.bigInt({ min: 10_000n, max: 21n * 10n ** 14n }),
  rate: fc.bigInt({ min: 1n, max: 10n ** 40n }),
  hoursAgo: fc.constantFrom(1, 12, 23, 25, 48),
});

function byHand(all: readonly Placed[], asset: string): MarketFigures {
  const mine = all
    .map((one, at) => ({ ...one, when: closedAt(one, at) }))
    .filter((one) => one.asset === asset);
  const deals = mine
    .filter(({ status }) => status === 'done')
    .sort((a, b) => b.when.getTime() - a.when.getTime());
  const open = mine.filter(({ status }) => status === 'open');
  const today = deals.filter(({ hoursAgo }) => hoursAgo < 24);
  return {
    lastRate: deals[0]?.rate,
    dayAgoRate: deals.find(({ hoursAgo }) => hoursAgo > 24)?.rate,
    floorRate: open.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : 1))[0],
    volume24h: today.reduce((sum, { price }) => sum + price, 0n),
    trades24h: today.length,
    openOrders: open.length,
  };
}

it('says what is counted by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(placed, { maxLength: 40 }), async (all) => {
      await store.db.delete(orders);
      const rows = all.map((one, at): typeof orders.$inferInsert => ({
        ...{
          id: `${at}`,
          status: one.status,
          orderType: 1,
          assetId: one.asset,
          tick: 'tick',
          price: one.price,
        },
        ...{
          coinAmount: 1n,
          rateE18: one.rate,
          sellerAddress: 'seller',
          inscriptionId: '',
          outpoint: `${at}`,
        },
        ...{ payScript: '00', sequence: 0n, closedAt: one.status === 'open' ? null : closedAt(one, at) },
      }));
      if (rows.length > 0) await store.db.insert(orders).values(rows);
      const figures = await marketFigures(store.db, [...ASSETS, 'none']);
      for (const asset of [...ASSETS, 'none']) expect(figures.get(asset)).toEqual(byHand(all, asset));
      const counted = (asset: string) => byHand(all, asset).openOrders || undefined;
      const open = await countOpenOrders(store.db);
      expect(ASSETS.map((asset) => open.get(asset))).toEqual(ASSETS.map(counted));
      const some = await countOpenOrders(store.db, ['one', 'none']);
      expect([some.get('one'), some.get('two')]).toEqual([counted('one'), undefined]);
    }),
    { numRuns: 40 },
  );
});

it('says nothing of no token', async () => {
  expect(await marketFigures(store.db, [])).toEqual(new Map());
  expect(await countOpenOrders(store.db, [])).toEqual(new Map());
});
