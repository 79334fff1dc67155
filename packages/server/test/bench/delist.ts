/** bench delist: from the moment a lot is spent elsewhere to the event on an open feed. */
import type { World } from '@rialto/devnet';
import { messagesOf } from '../http/feed/feed-messages.ts';
import { fillBook } from './book.ts';
import { baselineOf, ratioTo } from './baseline.ts';
import { print, quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { feeCoins, spendElsewhere } from './spend-elsewhere.ts';

const LOTS = 100;
const GOAL_MS = 500;
/** So many times the sending of the transaction to the node. */
const GOAL_RATIO = 20;
const EVENT_MS = 10_000;

interface Feed {
  /** Resolves with the time at which the order left the book. */
  removed(orderId: string): Promise<number>;
  close(): void;
}

/** Hears which orders of a tick leave the book. */
export async function openRemovals(origin: string, tick: string): Promise<Feed> {
  const end = new AbortController();
  const answer = await fetch(`${origin}/api/feed?net=regtest&tick=${tick}`, { signal: end.signal });
  const messages = messagesOf(answer);
  const left = new Map<string, number>();
  const read = async (): Promise<void> => {
    for await (const message of messages) {
      const id = /^event: removed[\s\S]*"orderId":"([0-9a-f]{64})"/.exec(message)?.[1];
      if (id !== undefined && !left.has(id)) left.set(id, performance.now());
    }
  };
  read().catch(() => undefined);
  return {
    removed: async (orderId) => {
      const until = performance.now() + EVENT_MS;
      while (performance.now() < until) {
        const at = left.get(orderId);
        if (at !== undefined) return at;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      throw new Error(`order ${orderId} never left the feed`);
    },
    close: () => {
      end.abort();
    },
  };
}

export async function benchDelist(world: World): Promise<void> {
  const seller = world.trader('mover', 'p2wpkh');
  await fillBook(world, seller, 'gone', LOTS);
  const fees = await feeCoins(world, seller, LOTS);
  await world.mine();
  const list = await fetch(
    `${world.origin}/api/book/brc20/order-v2/orders?net=regtest&tick=gone&orderState=1&orderType=1&limit=500`,
  );
  const book = (await list.json()) as { data: { results: { orderId: string; outpoint: string }[] } };
  const feed = await openRemovals(world.origin, 'gone');
  const samples: number[] = [];
  const sends: number[] = [];
  for (const [at, order] of book.data.results.entries()) {
    const started = performance.now();
    await spendElsewhere(world, seller, { outpoint: order.outpoint, value: 546n }, fees[at]);
    sends.push(performance.now() - started);
    samples.push((await feed.removed(order.orderId)) - started);
    if (at % 20 === 19) await world.mine();
  }
  feed.close();
  print({
    name: 'delist.p50',
    value: quantile(samples, 0.5),
    unit: 'ms',
    goal: `${samples.length} spends`,
    ok: true,
  });
  const value = quantile(samples, 0.99);
  const p99: Figure = {
    name: 'delist.p99',
    value,
    unit: 'ms',
    goal: `<= ${GOAL_MS}`,
    ok: value <= GOAL_MS,
  };
  print(p99);
  print(ratioTo(p99, baselineOf('a bare send to the node', sends), GOAL_RATIO));
}
