/** Live bids cost nothing: however many and however dear, they push no standing bid out of the book, and no price is made of them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/store/database.ts';
import { insertLiveBid } from '../../src/store/live/live-store.ts';
import { bestOrders, shownBids } from '../../src/store/orders/shown-orders.ts';
import { bids, orders, rungs } from '../../src/store/schema/index.ts';
import { testStore } from './test-store.ts';

const ASSET = 'mrc20:a';
const STANDING = 6;
const LIVE = 60;
let store: Store;
let drop: () => Promise<void>;

const order = (id: string, rateE18: bigint) => ({
  id,
  side: 'bid' as const,
  status: 'open' as const,
  orderType: 12,
  assetId: ASSET,
  tick: 'IVY',
  coinAmount: 1_000n,
  price: 60_000n,
  rateE18,
  ownerAddress: 'somebody',
});

beforeAll(async () => {
  ({ store, drop } = await testStore());
  for (let at = 0; at < STANDING; at += 1) {
    const bidId = randomUUID();
    await store.db.insert(orders).values(order(`standing ${at}`, BigInt(100 + at)));
    await store.db.insert(bids).values({
      ...{ id: bidId, ownerAddress: 'somebody', ownerKey: '', fundingTxid: bidId, coins: [], feeRate: 1 },
      ...{ networkFee: 1n, change: 0n, total: 60_000n, expiryHeight: 999, exitAfter: 144 },
    });
    await store.db.insert(rungs).values({
      ...{ orderId: `standing ${at}`, status: 'open', bidId, outpoint: `${bidId}:1`, exit: '' },
      ticket: {} as never,
    });
  }
  for (let at = 0; at < LIVE; at += 1)
    await store.transact((tx) =>
      insertLiveBid(tx, { order: order(`live ${at}`, BigInt(1_000 + at)), ownerKey: '' }),
    );
});
afterAll(() => drop());

const isLive = ({ id }: { readonly id: string }): boolean => id.startsWith('live');

it('a list holds as many standing bids as are asked for, and fifty live ones on top', async () => {
  for (const limit of [1, 4, STANDING, 200]) {
    const { rows, more } = await shownBids(store.db, ASSET, limit);
    const standing = rows.filter((row) => !isLive(row)).map(({ id }) => id);
    expect(standing).toEqual(
      Array.from({ length: Math.min(limit, STANDING) }, (_, at) => `standing ${STANDING - 1 - at}`),
    );
    expect(rows.filter(isLive)).toHaveLength(50);
    expect(rows[0]?.id).toBe(`live ${LIVE - 1}`);
    expect(more).toBe(limit < STANDING);
  }
});

it('the best bid is a standing one', async () => {
  const [best] = await bestOrders(store.db, { asset: ASSET, side: 'bid' }, 1);
  expect(best?.id).toBe(`standing ${STANDING - 1}`);
});
