/** Acts in a full book: an ask accepted while many watch, a lot that leaves because it was spent, a take from click to txid. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi } from '@rialto/devnet';
import { baselineOf, bareCommit, bareFanOut, bareRoute, bareVerify, ratioTo, together } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { openRemovals } from '../delist.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { askOf, offer, TICK } from './orders-stage.ts';
import type { Offer, Stage } from './orders-stage.ts';
import { openStore } from '../../../src/store/database.ts';
import { bookOf } from './orders-start.ts';
import { machineMs } from './orders-watch.ts';
import type { Watch } from './orders-watch.ts';
import { feeCoins, spendElsewhere } from '../spend-elsewhere.ts';

const GOAL_MS = { accept: 50, feed: 250, leave: 500, take: 800 };
/** The same goals as so many of what the machine takes for the bare acts. */
const GOAL_RATIO = { accept: 6, feed: 6, leave: 20, take: 25 };
const PRICE = 21_000n;
/** The first second is the start of the load, not the load: it is not counted. */
const WARM_SECONDS = 1;

function both(
  name: string,
  samples: readonly number[],
  { most, note, base }: { most: keyof typeof GOAL_MS; note: string; base: Baseline },
): Figure[] {
  const [p50, p99] = [quantile(samples, 0.5), quantile(samples, 0.99)];
  const goal = `<= ${GOAL_MS[most]} ms, ${note}`;
  const slowest: Figure = { name: `${name}.p99`, value: p99, unit: 'ms', goal, ok: p99 <= GOAL_MS[most] };
  return [
    { name: `${name}.p50`, value: p50, unit: 'ms', goal: note, ok: true },
    slowest,
    ratioTo(slowest, base, GOAL_RATIO[most]),
  ];
}

/** Asks come at their time, whether the one before is answered or not. */
export async function measureAccept(stage: Stage, watch: Watch): Promise<Figure[]> {
  const { world, seller, size, lots } = stage;
  const { origin } = world;
  const asks = lots.brc20
    .splice(0, size.asks)
    .map((lot, at) => JSON.stringify(askOf(seller, lot, PRICE + BigInt(at))));
  const headers = { 'content-type': 'application/json', ...seller.headers() };
  const watching = await watch(`${origin}/api/feed?net=regtest&tick=${TICK}`, size.watchers);
  const answered = new Map<string, { at: number; took: number }>();
  const first = machineMs() + 500;
  const one = async (body: string, at: number): Promise<void> => {
    const due = first + (at * 1000) / size.asksPerSecond;
    await sleep(due - machineMs());
    const response = await fetch(`${origin}/api/book/brc20/order/ask/push`, {
      method: 'POST',
      body,
      headers: { ...headers, 'idempotency-key': randomUUID() },
    });
    const answer = (await response.json()) as { message: string; data: { orderId: string } };
    if (!response.ok) throw new Error(`an ask was not accepted: ${answer.message}`);
    const now = machineMs();
    if (at >= WARM_SECONDS * size.asksPerSecond)
      answered.set(answer.data.orderId, { at: now, took: now - due });
  };
  await Promise.all(asks.map(one));
  await sleep(1_000);
  const readings = await watching.readings();
  await watching.close();
  const delays = [...answered].flatMap(([id, { at }]) => {
    const times = readings[id] ?? [];
    if (times.length !== size.watchers)
      throw new Error(`${times.length} of ${size.watchers} clients read of ${id}`);
    return times.map((time) => Math.max(0, time - at));
  });
  const note = `${size.asksPerSecond} a second, ${size.watchers} watch`;
  const base = await bareAct(stage);
  return [
    ...both(
      'orders.accept',
      [...answered.values()].map(({ took }) => took),
      { most: 'accept', note, base },
    ),
    ...both('orders.feed', delays, {
      most: 'feed',
      note: 'accepted to read',
      base: await bareFanOut(watch, size.watchers),
    }),
  ];
}

const ACT_BYTES = 2_000;

/** What any exchange would have to do for one act: answer, verify, commit. */
async function bareAct({ world }: Stage): Promise<Baseline> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    return together([
      await bareRoute(world.origin, ACT_BYTES),
      await bareVerify(),
      await bareCommit(store.pool),
    ]);
  } finally {
    await store.close();
  }
}

const LEFT_MS = 30_000;

/** From the transaction sent to the node until the feed says so, and until a snapshot is without it. */
export async function measureLeave(stage: Stage): Promise<Figure[]> {
  const { world, seller, size, lots } = stage;
  const { origin } = world;
  const leaving = lots.brc20.splice(0, size.leaves);
  const fees = await feeCoins(world, seller, leaving.length);
  const ids: string[] = [];
  for (const lot of leaving) ids.push(await offer(seller, origin, lot, PRICE));
  await world.mine();
  const { assetId } = await callApi(origin, 'order', {
    params: { book: 'brc20', orderId: ids[0] ?? '' },
    query: { net: 'regtest' },
  });
  const isInBook = async (id: string): Promise<boolean> => {
    const book = await bookOf(origin, { book: 'brc20', tick: TICK, assetId });
    return book.some(({ orderId }) => orderId === id);
  };
  const feed = await openRemovals(origin, TICK);
  const events: number[] = [];
  const snapshots: number[] = [];
  const sends: number[] = [];
  for (const [at, lot] of leaving.entries()) {
    const orderId = ids[at] ?? '';
    const started = performance.now();
    await spendElsewhere(world, seller, lot.coin, fees[at]);
    sends.push(performance.now() - started);
    events.push((await feed.removed(orderId)) - started);
    while (await isInBook(orderId)) {
      if (performance.now() - started > LEFT_MS) throw new Error(`order ${orderId} never left the book`);
      await sleep(5);
    }
    snapshots.push(performance.now() - started);
    if (at % 20 === 19) await world.mine();
  }
  feed.close();
  await world.mine();
  const note = 'sent to the node';
  const base = baselineOf('a bare send to the node', sends);
  return [
    ...both('orders.leave.feed', events, { most: 'leave', note, base }),
    ...both('orders.leave.snapshot', snapshots, { most: 'leave', note, base }),
  ];
}

const MINE_EVERY = 5;

/** Prepare and submit, without the time the wallet takes. */
export async function measureTakes(stage: Stage): Promise<Figure[]> {
  const { size, lots } = stage;
  const figures: Figure[] = [];
  const base = await bareAct(stage);
  for (const book of ['brc20', 'mrc20'] as const) {
    const samples = await takes(stage, lots[book].splice(0, size.takes));
    const note = book === 'brc20' ? 'platform pad' : 'no pad';
    figures.push(...both(`orders.take.${book}`, samples, { most: 'take', note, base }));
  }
  return figures;
}

async function takes({ world, seller, buyer }: Stage, offers: readonly Offer[]): Promise<number[]> {
  const { origin } = world;
  const samples: number[] = [];
  for (const [at, lot] of offers.entries()) {
    const id = await offer(seller, origin, lot, PRICE);
    const call = { params: { book: lot.book }, headers: buyer.headers() };
    const net = 'regtest' as const;
    const publicKey = Buffer.from(buyer.publicKey).toString('hex');
    const clicked = performance.now();
    const take = await callApi(origin, 'prepareTake', {
      ...call,
      body: { net, orderIds: [id], buyerAddress: buyer.address, publicKey, feeRate: 2 },
    });
    const prepared = performance.now() - clicked;
    const psbtRaw = buyer.sign(take.psbtRaw, take.toSignInputs);
    const signed = performance.now();
    const trade = await callApi(origin, 'updateOrderV2', {
      ...call,
      body: { orderState: 2, net, address: buyer.address, takeId: take.takeId, psbtRaw },
    });
    samples.push(prepared + performance.now() - signed);
    if (!('txId' in trade)) throw new Error('a take answers with a trade');
    await world.chain.rpc('getmempoolentry', [trade.txId]);
    if (at % MINE_EVERY === MINE_EVERY - 1) await world.mine();
  }
  return samples;
}
