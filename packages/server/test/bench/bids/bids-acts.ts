/** Acts in a book with very many bids: a ladder listed, a sale into one from click to txid, a funding that is spent elsewhere. */
import { integer, field } from '@rialto/devnet';
import type { OwnLot, Trader } from '@rialto/devnet';
import { openStore } from '../../../src/store/database.ts';
import { placeBid, prepareBid, prepareSale, signedBid, signedSale } from '../../bids/bidder.ts';
import { baselineOf, bareCommit, bareRoute, bareVerify, ratioTo, together } from '../baseline.ts';
import type { Baseline } from '../baseline.ts';
import { openRemovals } from '../delist.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { TICK } from '../orders/orders-stage.ts';
import type { Offer } from '../orders/orders-stage.ts';
import { feeCoins, spendElsewhere } from '../spend-elsewhere.ts';
import { MRC20_TICK } from './bids-stage.ts';
import type { BidsStage } from './bids-stage.ts';

const GOAL_MS = { push: 80, fill: 1_000, leave: 500 };
/** The same goals as so many of what the machine takes for the bare acts. */
const GOAL_RATIO = { push: 10, fill: 30, leave: 20 };
const PRICE = '30000';
const MINE_EVERY = 5;

function both(
  what: keyof typeof GOAL_MS,
  name: string,
  samples: readonly number[],
  base: Baseline,
): Figure[] {
  const [p50, p99] = [quantile(samples, 0.5), quantile(samples, 0.99)];
  const goal = `<= ${GOAL_MS[what]} ms`;
  const slowest: Figure = { name: `${name}.p99`, value: p99, unit: 'ms', goal, ok: p99 <= GOAL_MS[what] };
  const usual: Figure = {
    name: `${name}.p50`,
    value: p50,
    unit: 'ms',
    goal: `${samples.length} times`,
    ok: true,
  };
  return [usual, slowest, ratioTo(slowest, base, GOAL_RATIO[what])];
}

const ACT_BYTES = 2_000;

/** What any exchange would have to do for one act: answer, verify, commit. */
export async function bareAct({ world }: BidsStage): Promise<Baseline> {
  const store = openStore(world.database.ownerUrl, () => undefined);
  try {
    const route = await bareRoute(world.origin, ACT_BYTES);
    return together([route, await bareVerify(), await bareCommit(store.pool)]);
  } finally {
    await store.close();
  }
}

/** A signed ladder of one rung, from the request that has all its signatures to the answer that it is listed. */
export async function measurePushes(stage: BidsStage, base: Baseline): Promise<Figure[]> {
  const { bidder, size, lots } = stage;
  const coinAmount = lots.brc20[0]?.amount ?? '';
  const samples: number[] = [];
  for (let at = 0; at < size.pushes; at += 1) {
    const bid = await prepareBid(bidder, TICK, [{ coinAmount, amount: PRICE }]);
    const body = signedBid(bidder, bid);
    const started = performance.now();
    await bidder.post('pushBid', body);
    samples.push(performance.now() - started);
  }
  return both('push', 'bids.push', samples, base);
}

/** Prepare and submit of a sale that publishes the ladder too, without the time the wallet takes. */
export async function measureFills(stage: BidsStage, base: Baseline): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [book, tick] of [
    ['brc20', TICK],
    ['mrc20', MRC20_TICK],
  ] as const) {
    const offers = stage.lots[book].splice(0, stage.size.fills);
    const { samples, vsize } = await fills(stage, offers, tick);
    figures.push(...both('fill', `bids.fill.${book}`, samples, base));
    const goal = 'bounds by kind of address: lock/node.test.ts';
    figures.push({ name: `bids.fill.${book}.size`, value: vsize, unit: 'vB', goal, ok: true });
  }
  return figures;
}

async function fills(
  { world, bidder, seller }: BidsStage,
  offers: readonly Offer[],
  tick: string,
): Promise<{ samples: number[]; vsize: number }> {
  const samples: number[] = [];
  let vsize = Number.NaN;
  for (const [at, { book, amount, coin }] of offers.entries()) {
    const { orderIds } = await placeBid(bidder.at(book), tick, [{ coinAmount: amount, amount: PRICE }]);
    const lot: OwnLot = { coin, amount };
    const sells = seller.at(book);
    const clicked = performance.now();
    const sale = await prepareSale(sells, [{ orderId: orderIds[0] ?? '', lot }]);
    const prepared = performance.now() - clicked;
    const body = signedSale(sells, sale);
    const signed = performance.now();
    const { txIds } = await sells.post('submitFills', body);
    samples.push(prepared + performance.now() - signed);
    const entry = await world.chain.rpc('getmempoolentry', [txIds[0] ?? '']);
    vsize = integer(field(entry, 'vsize'));
    if (at % MINE_EVERY === MINE_EVERY - 1) await world.mine();
  }
  await world.mine();
  return { samples, vsize };
}

/** From the bidder's own transaction sent to the node until the feed says that the rung is gone. */
export async function measureLeave(stage: BidsStage): Promise<Figure[]> {
  const { world, size, lots } = stage;
  const mover = world.trader('bidder that moves', 'p2wpkh');
  await mover.login();
  await world.fund(
    mover,
    Array.from({ length: size.spentFundings }, () => 100_000n),
  );
  const coinAmount = lots.brc20[0]?.amount ?? '';
  const placed = await ladders(mover, coinAmount, size.spentFundings);
  const fees = await feeCoins(world, mover, placed.length);
  await world.mine();
  const feed = await openRemovals(world.origin, TICK);
  const [events, sends]: [number[], number[]] = [[], []];
  for (const [at, { orderId, coin }] of placed.entries()) {
    const started = performance.now();
    await spendElsewhere(world, mover, coin, fees[at]);
    sends.push(performance.now() - started);
    events.push((await feed.removed(orderId)) - started);
    if (at % 20 === 19) await world.mine();
  }
  feed.close();
  return both('leave', 'bids.leave', events, baselineOf('a bare send to the node', sends));
}

interface Ladder {
  readonly orderId: string;
  /** What its funding spends. */
  readonly coin: { readonly outpoint: string; readonly value: bigint };
}

async function ladders(mover: Trader, coinAmount: string, count: number): Promise<Ladder[]> {
  const made: Ladder[] = [];
  for (let at = 0; at < count; at += 1) {
    const bid = await prepareBid(mover, TICK, [{ coinAmount, amount: PRICE }]);
    const { orderIds } = await mover.post('pushBid', signedBid(mover, bid));
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    made.push({ orderId: orderIds[0] ?? '', coin: { outpoint: coin.outpoint, value: BigInt(coin.value) } });
  }
  return made;
}
