/** What orders that nobody has paid cost the bridge with every block: a payment is seen in one, without and with thousands of them. */
import { openStore } from '../../../src/store/database.ts';
import { baselineOf, ratioTo } from '../baseline.ts';
import { median } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { BridgeBench } from './bridge-stage.ts';

const GOAL_MS = 200;
const GOAL_RATIO = 2;
/** Of two blocks at least: it is only seen in one. */
const AMOUNT = 1_100_000n;

export async function measureOrders(
  bench: BridgeBench,
  { orders, blocks }: { readonly orders: number; readonly blocks: number },
): Promise<Figure[]> {
  const alone = await blocksSeen(bench, blocks);
  await makeOrders(bench, orders);
  const among = await blocksSeen(bench, blocks);
  const base = baselineOf('a block without orders', alone);
  const cost: Figure = {
    name: 'bridge.orders.block',
    value: Math.max(0, median(among) - median(alone)),
    unit: 'ms',
    goal: `<= ${GOAL_MS} ms more for a block with ${orders} open orders; median of ${blocks}`,
    ok: median(among) - median(alone) <= GOAL_MS,
  };
  return [
    cost,
    ratioTo(
      { name: 'bridge.orders.seen', value: median(among) },
      { ...base, p99: median(alone) },
      GOAL_RATIO,
    ),
  ];
}

/** From a block until the payment in it is told to be in one. */
async function blocksSeen({ world, user, until }: BridgeBench, blocks: number): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < blocks; at += 1) {
    const orderId = await user.mint('btc', AMOUNT);
    await until(orderId, 'paid');
    await world.chain.mine(1);
    samples.push(await until(orderId, 'confirming'));
  }
  return samples;
}

/** As the exchange keeps them. */
async function makeOrders({ world }: BridgeBench, orders: number): Promise<void> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    await store.pool.query(
      `insert into bridge_orders (id, asset, direction, amount, least, receiver, refund, nonce, expires)
        select md5(at::text), 'btc', 'mint', 100000, 90000, $1, $2, md5(at::text), 1000000 from generate_series(1, $3::int) as at`,
      [`76a914${'11'.repeat(20)}88ac`, `0014${'22'.repeat(20)}`, orders],
    );
    await store.pool.query('analyze bridge_orders');
  } finally {
    await store.close();
  }
}
