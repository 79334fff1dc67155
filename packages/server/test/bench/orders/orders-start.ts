/** A start with very many open orders: until the index is at the tip and what was spent is out of the book, and the memory it takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@rialto/devnet';
import type { World } from '@rialto/devnet';
import { openStore } from '../../../src/store/database.ts';
import { baselineOf, ratioTo } from '../baseline.ts';
import { timed } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { Pair } from './orders-copies.ts';
import type { Stage } from './orders-stage.ts';
import { spendElsewhere } from '../spend-elsewhere.ts';

/** So many times one reading of all open orders. */
const READY_RATIO = 5;

/** What a bench calls its figures, and how long a start may take with how many orders. */
export interface StartGoal {
  readonly name: string;
  readonly readyMs: number;
  readonly orders: number;
}

const MAX_MB = 600;
const TIMEOUT_MS = 400_000;
const LOOK_MS = 20;
const BOOKS_READY = 'the books are ready';

/** The orders of a pair as the book shows them. */
export async function bookOf(
  origin: string,
  { book, tick, assetId }: Pick<Pair, 'book' | 'tick' | 'assetId'>,
) {
  const query = { net: 'regtest' as const, tick, assetId, orderState: '1' as const };
  return (await callApi(origin, 'orders', { params: { book }, query })).results;
}

/** Coins of some orders are spent while the server is down; of others the index knows no lot. */
export async function measureStart(stage: Stage, asked: StartGoal): Promise<Figure[]> {
  const { world, seller, pairs, spentWhileDown } = stage;
  for (const { coin } of spentWhileDown) await spendElsewhere(world, seller, coin);
  await world.chain.mine(1);
  const said = (): string => readFileSync(join(world.directory, 'exchange', 'server.log'), 'utf8');
  const saidBefore = said().length;
  await world.exchange.server.restart();
  const started = performance.now();
  const until = started + TIMEOUT_MS;
  while (!(await isReady(stage))) {
    if (performance.now() > until) throw new Error('the server was not ready');
    await sleep(LOOK_MS);
  }
  const took = performance.now() - started;
  while (!said().slice(saidBefore).includes(BOOKS_READY)) {
    if (performance.now() > until) throw new Error('the books were not ready');
    await sleep(LOOK_MS);
  }
  const books = performance.now() - started;
  const { name, readyMs, orders } = asked;
  const goal = `<= ${readyMs} ms with ${orders} orders`;
  const start: Figure = { name, value: took, unit: 'ms', goal, ok: took <= readyMs };
  return [
    start,
    ratioTo(start, baselineOf('a reading of all orders', [await bareReading(stage)]), READY_RATIO),
    {
      name: `${name}.books`,
      value: books,
      unit: 'ms',
      goal: `all ${pairs.length} books made`,
      ok: true,
    },
    memory(`${name}.memory`, world),
  ];
}

async function bareReading({ world }: Stage): Promise<number> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    return await timed(() => store.pool.query("select * from orders where status = 'open'"));
  } finally {
    await store.close();
  }
}

async function isReady({ world, pairs, spentWhileDown }: Stage): Promise<boolean> {
  const { origin } = world;
  try {
    if ((await callApi(origin, 'health')).status !== 'ok') return false;
    for (const pair of pairs.filter(({ dead }) => dead))
      if ((await bookOf(origin, pair)).length > 0) return false;
    for (const { id } of spentWhileDown) {
      const order = await callApi(origin, 'order', {
        params: { book: 'brc20', orderId: id },
        query: { net: 'regtest' },
      });
      if (order.state === 'open') return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** What the server holds at this moment. */
export function memory(name: string, world: World): Figure {
  const status = readFileSync(`/proc/${world.exchange.server.pid() ?? 0}/status`, 'utf8');
  const kib = Number.parseInt(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1] ?? '', 10);
  const value = kib / 1024;
  return { name, value, unit: 'MiB', goal: `<= ${MAX_MB}`, ok: value <= MAX_MB };
}
