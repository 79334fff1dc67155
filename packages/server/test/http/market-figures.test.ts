/** What a token's market says, made by the database, against the same counted by hand over random orders of both sides and sales of all kinds; PostgreSQL is real. */
import type { Exclusion, OrderSide } from '@rialto/market';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { activeAssets, countOpenAsks, marketFigures } from '../../src/store/orders/market-figures.ts';
import type { MarketFigures } from '../../src/store/orders/market-figures.ts';
import { fills, orders } from '../../src/store/schema/index.ts';
import { testStore } from '../store/test-store.ts';

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
  readonly side: OrderSide;
  /** Of a sold one: why it does not count. */
  readonly excluded: Exclusion | null;
}

/** No two sales in one minute, or in one block: the last one would be either. */
const closedAt = ({ hoursAgo }: Placed, at: number): Date => new Date(now - hoursAgo * HOUR - at * 60_000);
const now = Date.now();

const placed = fc.record({
  asset: fc.constantFrom(...ASSETS),
  status: fc.constantFrom(...STATES),
  price: fc.bigInt({ min: 10_000n, max: 21n * 10n ** 14n }),
  rate: fc.bigInt({ min: 1n, max: 10n ** 40n }),
  hoursAgo: fc.constantFrom(1, 12, 23, 25, 48),
  side: fc.constantFrom<OrderSide>('ask', 'ask', 'bid'),
  excluded: fc.constantFrom<Exclusion | null>(null, null, 'outside', 'one-funding'),
});

function byHand(all: readonly Placed[], asset: string): MarketFigures {
  const mine = all
    .map((one, at) => ({ ...one, when: closedAt(one, at) }))
    .filter((one) => one.asset === asset);
  const sales = mine
    .filter(({ status, excluded }) => status === 'done' && excluded === null)
    .sort((a, b) => b.when.getTime() - a.when.getTime());
  const open = mine.filter(({ status, side }) => status === 'open' && side === 'ask');
  const today = sales.filter(({ hoursAgo }) => hoursAgo < 24);
  return {
    lastRate: sales[0]?.rate,
    dayAgoRate: sales.find(({ hoursAgo }) => hoursAgo > 24)?.rate,
    firstRate: sales.at(-1)?.rate,
    // None of these bids has a ladder: live ones have none, and make no price.
    bidRate: undefined,
    floorRate: open.map(({ rate }) => rate).sort((a, b) => (a < b ? -1 : 1))[0],
    volume24h: today.reduce((sum, { price }) => sum + price, 0n),
    trades24h: today.length,
    openOrders: open.length,
  };
}

function orderOf({ asset, status, side, price, rate }: Placed, at: number): typeof orders.$inferInsert {
  return {
    id: `${at}`,
    side,
    status,
    orderType: side === 'ask' ? 1 : 2,
    assetId: asset,
    tick: 'tick',
    price,
    coinAmount: 1n,
    rateE18: rate,
    ownerAddress: 'owner',
  };
}

function fillOf(one: Placed, at: number): typeof fills.$inferInsert {
  const when = closedAt(one, at);
  return {
    kind: 'order',
    reference: `${at}`,
    side: one.side,
    market: 'brc20',
    assetId: one.asset,
    tick: 'tick',
    decimals: 18,
    amount: 1n,
    sats: one.price,
    rateE18: one.rate,
    serviceFee: 0n,
    feePaidBy: '',
    buyer: 'buyer',
    seller: 'owner',
    txid: `tx ${at}`,
    height: Math.floor(when.getTime() / 1000 / 60),
    at: when,
    excluded: one.excluded,
  };
}

it('says what is counted by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(placed, { maxLength: 40 }), async (all) => {
      await store.db.delete(orders);
      await store.db.delete(fills);
      const sold = all.flatMap((one, at) => (one.status === 'done' ? [fillOf(one, at)] : []));
      if (all.length > 0) await store.db.insert(orders).values(all.map(orderOf));
      if (sold.length > 0) await store.db.insert(fills).values(sold);
      const figures = await marketFigures(store.db, [...ASSETS, 'none']);
      for (const asset of [...ASSETS, 'none']) expect(figures.get(asset)).toEqual(byHand(all, asset));
      const counted = (asset: string) => byHand(all, asset).openOrders || undefined;
      const open = await countOpenAsks(store.db);
      expect(ASSETS.map((asset) => open.get(asset))).toEqual(ASSETS.map(counted));
      const some = await countOpenAsks(store.db, ['one', 'none']);
      expect([some.get('one'), some.get('two')]).toEqual([counted('one'), undefined]);
    }),
    { numRuns: 40 },
  );
});

it('names what was sold in a day, the most sats first, before what is only offered', async () => {
  const one: Placed = {
    ...({ asset: 'one', status: 'done', side: 'ask', excluded: null } as const),
    ...{ price: 10_000n, rate: 1n, hoursAgo: 1 },
  };
  const sold: Placed[] = [
    one,
    { ...one, asset: 'two', price: 30_000n },
    { ...one, asset: 'aside', price: 90_000n, excluded: 'outside' },
    { ...one, asset: 'old', hoursAgo: 25 },
  ];
  const offers = ['junk', 'junk', 'three'].map((asset): Placed => ({ ...one, asset, status: 'open' }));
  await store.db.delete(orders);
  await store.db.delete(fills);
  await store.db.insert(orders).values(offers.map(orderOf));
  await store.db.insert(fills).values(sold.map(fillOf));
  expect(await activeAssets(store.db, 9)).toEqual(['two', 'one', 'aside', 'junk', 'three']);
  expect(await activeAssets(store.db, 2)).toEqual(['two', 'one']);
});

it('reads the sales of a day by an index', async () => {
  const { rows } = await store.pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename = 'fills'`,
  );
  expect(rows.map(({ indexdef }) => indexdef).join()).toMatch(/\(at\)/);
});

it('says nothing of no token', async () => {
  expect(await marketFigures(store.db, [])).toEqual(new Map());
  expect(await countOpenAsks(store.db, [])).toEqual(new Map());
});
