/** Fundings that are on their way and are not any more: found by an index that has those on their way alone, and taken back once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lostFundings, unpublish } from '../../src/store/bids/funding-store.ts';
import type { Store } from '../../src/store/database.ts';
import { bids } from '../../src/store/schema/index.ts';
import { testStore } from './test-store.ts';

const [held, lost, mined, cancelled] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
  const publishedAt = new Date();
  const ways = [
    { id: held, fundingRaw: '00' },
    { id: lost, fundingRaw: '00', publishedAt },
    { id: mined, fundingRaw: '00', publishedAt, fundingHeight: 5 },
    { id: cancelled, publishedAt },
  ];
  for (const way of ways)
    await store.db.insert(bids).values({
      ...{ ownerAddress: 'somebody', ownerKey: '', fundingTxid: way.id, coins: [], feeRate: 1 },
      ...{ networkFee: 1n, change: 0n, total: 60_000n, expiryHeight: 999, exitAfter: 144, ...way },
    });
});
afterAll(() => drop());

it('are looked up among those on their way', async () => {
  const plan = await store.transact(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const query = tx.select().from(bids)
      .where(sql`${bids.publishedAt} is not null and ${bids.fundingHeight} is null
      and ${bids.fundingRaw} is not null`);
    return JSON.stringify((await tx.execute(sql`explain ${query}`)).rows);
  });
  expect(plan).toContain('bids_on_their_way');
});

it('are those that were published and nothing has, and are held again once', async () => {
  expect((await lostFundings(store.db)).map(({ id }) => id)).toEqual([lost]);
  for (const id of [held, mined, cancelled])
    expect(await store.transact((tx) => unpublish(tx, id))).toBe(false);
  expect(await store.transact((tx) => unpublish(tx, lost))).toBe(true);
  expect(await store.transact((tx) => unpublish(tx, lost))).toBe(false);
  expect(await lostFundings(store.db)).toEqual([]);
});
