/** Ten thousand open orders: what one block costs the bridge, and that the rows are moved as one by one would move them. */
import { bridgeDeposits, bridgeOrders } from '../../src/store/schema/index.ts';
import { coins } from '@rialto/ground';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueDeposits } from '../../src/store/bridge/due-store.ts';
import { mineMvcExits } from '../../src/store/bridge/exit-store.ts';
import { depositsToJudge } from '../../src/store/bridge/judge-store.ts';
import { moveSeen } from '../../src/store/bridge/seen-store.ts';
import { testStore } from '../store/test-store.ts';

const COUNT = 10_000;
const SCRIPT = `5120${'ab'.repeat(32)}`;
const hex = (at: number, digits: number): string => at.toString(16).padStart(digits, '0');

const TIERS = { id: 'btc', tiers: [{ upTo: undefined, btc: 3, mvc: 4 }] };

let place: Awaited<ReturnType<typeof testStore>>;

beforeAll(async () => {
  place = await testStore();
  const { db } = place.store;
  const rows = Array.from({ length: COUNT }, (_, at) => at);
  for (let from = 0; from < COUNT; from += 1_000) {
    const some = rows.slice(from, from + 1_000);
    await db.insert(bridgeOrders).values(
      some.map((at) => ({
        ...{ id: hex(at, 32), asset: 'btc', direction: 'mint' as const, amount: 50_000n, least: 0n },
        ...{ receiver: hex(at, 50), refund: hex(at, 44), nonce: hex(at, 32), expires: 1_000 },
      })),
    );
    await db.insert(bridgeDeposits).values(
      some.map((at) => ({
        ...{ name: `btc:${hex(at, 64)}:0`, asset: 'btc', direction: 'mint' as const, txid: hex(at, 64) },
        ...{ vout: 0, amount: 50_000n, value: 50_000n, orderId: hex(at, 32), status: 'paid' as const },
      })),
    );
    await db.insert(coins).values(
      some.map((at) => ({
        ...{ outpoint: `${hex(at, 64)}:0` as never, script: SCRIPT as never, value: 50_000n as never },
        ...{ height: 101, coinbase: false },
      })),
    );
  }
  await db.execute(sql`analyze`);
});
afterAll(() => place.drop());

it('a block that has all of them, and one that has none', async () => {
  const { store } = place;
  const look = async (): Promise<number> => {
    const began = performance.now();
    await store.transact(
      async (tx) => {
        await moveSeen(tx, { btc: 101, mvc: 10 });
        await mineMvcExits(tx);
      },
      { isolationLevel: 'repeatable read' },
    );
    return performance.now() - began;
  };
  const all = await look();
  const status = await store.db
    .select({ status: bridgeDeposits.status, count: sql<number>`count(*)::int` })
    .from(bridgeDeposits)
    .groupBy(bridgeDeposits.status);
  expect(status).toEqual([{ status: 'confirming', count: COUNT }]);
  const times: number[] = [];
  for (let block = 0; block < 5; block += 1) {
    const moved = await look();
    const began = performance.now();
    const judged = await store.transact((tx) => depositsToJudge(tx, COUNT));
    expect(judged.every((one) => one.order !== null && one.payments.length === 1)).toBe(true);
    expect(judged.length).toBe(block === 0 ? COUNT : 0);
    expect(
      await dueDeposits(store.db, TIERS, { btc: 101, mvc: 10 }, { direction: 'mint', most: 500 }),
    ).toEqual([]);
    times.push(moved + performance.now() - began);
  }
  const [median = 0] = times.toSorted((a, b) => a - b).slice(2);
  process.stderr.write(
    `10,000 open orders: ${Math.round(all)} ms for the block that has them, ${Math.round(median)} ms for another\n`,
  );
  // Many times what a quiet machine takes.
  expect(median).toBeLessThan(2_000);
});

it('those that are deep enough are due, by the tier of each', async () => {
  const due = (btc: number, upTo: bigint, more: object = {}) =>
    dueDeposits(
      place.store.db,
      {
        id: 'btc',
        tiers: [
          { upTo, btc: 1, mvc: 1 },
          { upTo: undefined, btc: 3, mvc: 4 },
        ],
      },
      { btc, mvc: 10 },
      { direction: 'mint', most: 500, ...more },
    );
  expect(await due(101, 50_000n)).toHaveLength(500);
  expect(await due(102, 49_999n)).toHaveLength(0);
  expect(await due(103, 49_999n)).toHaveLength(500);
});
