/** bench orders: an exchange with very many open orders. Its start, its books, and acts in them. */
import { resolve } from 'node:path';
import { openWorld } from '@rialto/devnet';
import { print } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { measureAccept, measureLeave, measureTakes } from './orders-acts.ts';
import { measureSnapshots } from './orders-snapshot.ts';
import { FULL, setStage } from './orders-stage.ts';
import type { OrdersSize } from './orders-stage.ts';
import { measureStart, memory } from './orders-start.ts';
import { watchInChild } from './orders-watch.ts';
import type { Watch } from './orders-watch.ts';

const READY_MS = 10_000;

interface OrdersParts {
  readonly bundles: string;
  readonly watch: Watch;
  say(figure: Figure): void;
}

export async function measureOrders(size: OrdersSize, { bundles, watch, say }: OrdersParts): Promise<void> {
  const tell = (figures: readonly Figure[]): void =>
    figures.forEach((figure) => {
      say(figure);
    });
  const world = await openWorld({ bundles, serverSettings: { LOG_LEVEL: 'info', BENCH: '1' } });
  try {
    const stage = await setStage(world, size);
    tell(await measureStart(stage, { name: 'orders.start', readyMs: READY_MS, orders: size.orders }));
    tell(await measureSnapshots(stage, 'orders.snapshot'));
    tell(await measureAccept(stage, watch));
    tell(await measureLeave(stage));
    tell(await measureTakes(stage));
    tell([memory('orders.memory', world)]);
  } finally {
    await world.stop();
  }
}

/** BENCH_ORDERS makes it small. */
export function ordersSizeFrom(env: Readonly<Record<string, string | undefined>>): OrdersSize {
  const orders = Number.parseInt(env['BENCH_ORDERS'] ?? `${FULL.orders}`, 10);
  if (!Number.isSafeInteger(orders) || orders < 1) throw new Error('BENCH_ORDERS must be a whole number');
  return { ...FULL, orders, pairs: Math.min(FULL.pairs, orders) };
}

export const benchOrders = (): Promise<void> =>
  measureOrders(ordersSizeFrom(process.env), { bundles: resolve('dist'), watch: watchInChild, say: print });
