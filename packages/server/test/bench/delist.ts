/** bench delist: from the moment a lot is spent elsewhere to the event on an open feed. */
import type { Trader, World } from '@rialto/devnet';
import { fillBook } from './book.ts';
import { print, quantile } from './figure.ts';

const LOTS = 100;
const GOAL_MS = 500;
const EVENT_MS = 10_000;

interface Feed {
  /** Resolves with the time at which the order left the book. */
  gone(orderId: string): Promise<number>;
  close(): void;
}

async function openFeed(origin: string, tick: string): Promise<Feed> {
  const end = new AbortController();
  const answer = await fetch(`${origin}/api/feed?net=regtest&tick=${tick}`, { signal: end.signal });
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('the feed has a body');
  const left = new Map<string, number>();
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const id = /^event: gone[\s\S]*"orderId":"([0-9a-f]{64})"/.exec(frame)?.[1];
        if (id !== undefined && !left.has(id)) left.set(id, performance.now());
      }
    }
  };
  read().catch(() => undefined);
  return {
    gone: async (orderId) => {
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

/** The seller spends the lot to himself with a coin for the fee, as any wallet would, past the exchange. */
async function spendElsewhere(
  world: World,
  seller: Trader,
  spend: { outpoint: string; fee: string },
): Promise<void> {
  const { Transaction } = await import('@scure/btc-signer');
  const tx = new Transaction({ version: 2 });
  for (const [point, amount] of [
    [spend.outpoint, 546n],
    [spend.fee, 5_000n],
  ] as const) {
    const [txid = '', vout = '0'] = point.split(':');
    tx.addInput({ txid, index: Number.parseInt(vout, 10), witnessUtxo: { script: seller.script, amount } });
  }
  tx.addOutput({ script: seller.script, amount: 4_900n });
  tx.sign(seller.key);
  tx.finalize();
  await world.chain.rpc('sendrawtransaction', [tx.hex]);
}

export async function benchDelist(world: World): Promise<void> {
  const seller = world.trader('mover', 'p2wpkh');
  await fillBook(world, seller, 'gone', LOTS);
  const coins = await world.chain.fundMany(
    Array.from({ length: LOTS }, () => ({ address: seller.address, sats: 5_000n })),
  );
  await world.mine();
  const list = await fetch(
    `${world.origin}/api/book/brc20/order-v2/orders?net=regtest&tick=gone&orderState=1&orderType=1&limit=500`,
  );
  const book = (await list.json()) as { data: { results: { orderId: string; outpoint: string }[] } };
  const feed = await openFeed(world.origin, 'gone');
  const samples: number[] = [];
  for (const [at, order] of book.data.results.entries()) {
    const coin = coins[at];
    if (coin === undefined) break;
    const started = performance.now();
    await spendElsewhere(world, seller, { outpoint: order.outpoint, fee: `${coin.txid}:${coin.vout}` });
    samples.push((await feed.gone(order.orderId)) - started);
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
  print({ name: 'delist.p99', value, unit: 'ms', goal: `<= ${GOAL_MS}`, ok: value <= GOAL_MS });
}
