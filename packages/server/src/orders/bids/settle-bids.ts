/** What the chain does to bids: fundings and locks that are spent, by us, by their owner or by a stranger, and what comes back. */
import type { Outpoint, Txid } from '@rialto/protocols';
import type { BlockNews, Listener, MempoolNews } from '../../store/chain-news.ts';
import { bidsFundedBy, bidsSpending, findBid } from '../../store/bids/bid-store.ts';
import {
  confirmFundings,
  dropIdleFundings,
  endFundings,
  lostFundings,
  markPublished,
  unconfirmFundings,
  unpublish,
} from '../../store/bids/funding-store.ts';
import type { BidRow } from '../../store/bids/bid-store.ts';
import {
  dropPromises,
  isLiveRung,
  locksSpentInMempool,
  noteLockSpent,
  rungsAt,
  rungsClosedAt,
  rungsEndedByMempool,
  rungsOf,
  rungsWithStatus,
  unspendLocksAt,
} from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { Tx } from '../../store/database.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { expireBids, greyBids } from './expiry.ts';
import { fundingPointsOf } from './ladder.ts';

/** Listens for the bids, after outbox and orders: what is our own is settled by then. */
export function bidListener(context: OrderContext): Listener {
  return {
    block: settleBlock,
    undo: async (tx, { height }) => {
      await unconfirmFundings(tx, height);
      await unspendLocksAt(tx, height);
      for (const rung of await rungsClosedAt(tx, height)) await reopen(tx, rung);
    },
    mempool: (news) => settleMempool(context, news),
    tip: async ({ height }) => {
      await expireBids(context, height);
      await greyBids(context);
      await takeBack(context);
    },
  };
}

async function settleBlock(tx: Tx, { height, txids, spends }: BlockNews): Promise<void> {
  const funded = await bidsFundedBy(tx, [...txids]);
  await confirmFundings(
    tx,
    funded.map(({ id }) => id),
    height,
  );
  for (const { bid, outpoint } of await bidsSpending(tx, [...spends.keys()])) {
    const spender = spends.get(outpoint as Outpoint);
    if (spender === undefined || isOwnSpend(bid, spender)) continue;
    await endLadder(tx, bid, { spender, reason: `a block spent its coin ${outpoint} another way`, height });
    // Signing anew costs its owner nothing; a block that is undone does not bring it back.
    await endFundings(tx, [bid.id]);
  }
  for (const rung of await rungsAt(tx, [...spends.keys()])) {
    const txid = spends.get(rung.outpoint as Outpoint);
    if (txid === undefined) continue;
    await noteLockSpent(tx, rung.id, { txid, height });
    await endTakenHome(tx, rung, { txid, height });
  }
}

/** The funding itself, or its owner's cancel of it, which has its own ending. */
const isOwnSpend = (bid: BidRow, spender: Txid): boolean =>
  spender === bid.fundingTxid || spender === bid.cancelTxid;

interface Ended {
  readonly spender: Txid;
  readonly reason: string;
  /** Of the block; absent while only the mempool has it. */
  readonly height?: number;
}

async function endLadder(tx: Tx, bid: BidRow, { spender, reason, height }: Ended): Promise<void> {
  const ids = (await rungsOf(tx, [bid.id])).map(({ id }) => id);
  const set = height === undefined ? {} : { closedHeight: height, dealTxid: spender };
  await moveOrders(tx, { ids, event: 'moved', reason, set });
  if (height !== undefined) await dropPromises(tx, ids);
  // One whose owner was taking it back has no promise that could bring it back.
  await dropIdleFundings(tx, [bid.id]);
}

/** A lock that was still on offer and left by a way that is no sale: its owner took it home. */
async function endTakenHome(
  tx: Tx,
  rung: RungRow,
  { txid, height }: { txid: Txid; height: number },
): Promise<void> {
  if (!isLiveRung(rung) || txid === rung.cancelTxid) return;
  const set = { closedHeight: height, dealTxid: txid };
  const reason = 'its lock was spent: the bidder took the coins home';
  const moved = await moveOrders(tx, { ids: [rung.id], event: 'moved', reason, set });
  await dropPromises(
    tx,
    moved.map(({ id }) => id),
  );
}

/** What an undone block had ended is as it was, but for a ladder whose coins it had spent: that one is over. */
async function reopen(tx: Tx, { id, status, promise }: RungRow): Promise<void> {
  const reason = 'a block was undone';
  if (status === 'done') {
    const event = promise === null ? 'unsold-cancelled' : 'unsold';
    await moveOrders(tx, { ids: [id], event, reason, set: { takerAddress: '' } });
  } else if (status === 'cancelled') await moveOrders(tx, { ids: [id], event: 'cancel-unmined', reason });
}

async function settleMempool(context: OrderContext, { added, removed, spends }: MempoolNews): Promise<void> {
  const { store } = context;
  const txids = added.map(({ txid }) => txid);
  for (const bid of await bidsFundedBy(store.db, txids))
    if (bid.publishedAt === null) await store.transact((tx) => markPublished(tx, bid.id));
  for (const { bid, outpoint } of await bidsSpending(store.db, [...spends.keys()])) {
    const spender = spends.get(outpoint as Outpoint);
    if (spender === undefined || isOwnSpend(bid, spender)) continue;
    const reason = `its coin ${outpoint} is being spent by ${spender}`;
    await store.transact((tx) => endLadder(tx, bid, { spender, reason }));
  }
  for (const rung of await rungsAt(store.db, [...spends.keys()])) {
    const txid = spends.get(rung.outpoint as Outpoint);
    if (txid !== undefined) await store.transact((tx) => lockBeingSpent(tx, rung, txid));
  }
  if (removed.length > 0) await takeBack(context);
}

async function lockBeingSpent(tx: Tx, rung: RungRow, txid: Txid): Promise<void> {
  await noteLockSpent(tx, rung.id, { txid });
  if (rung.liveTrade !== null || txid === rung.cancelTxid) return;
  await moveOrders(tx, { ids: [rung.id], event: 'pause', reason: `its lock is being spent by ${txid}` });
}

/** Spends that only the mempool had may be gone: what they ended is offered again, and what they took is locked as before. */
async function takeBack(context: OrderContext): Promise<void> {
  const { store, chain } = context;
  const locks = await locksSpentInMempool(store.db);
  const spending = await chain.spendingOf(locks.map(({ outpoint }) => outpoint as Outpoint));
  for (const rung of locks) {
    const now = spending.get(rung.outpoint as Outpoint);
    if (now !== rung.spentBy) await store.transact((tx) => noteLockSpent(tx, rung.id, { txid: now ?? null }));
  }
  const held = await holdAgain(context);
  await resume(context, await rungsEndedByMempool(store.db), ['unmoved', 'resume']);
  await resume(context, await rungsWithStatus(store.db, 'paused'), ['resume']);
  // What its owner withdrew meanwhile is not held for anybody.
  await store.transact((tx) => dropIdleFundings(tx, held));
}

/** Fundings that were on their way and are not any more, with all their coins there: those ladders are held as before their first sale. */
async function holdAgain({ store, chain }: OrderContext): Promise<readonly string[]> {
  const lost = await lostFundings(store.db);
  const unspent = await chain.unspent(lost.flatMap(fundingPointsOf));
  const held: string[] = [];
  for (const bid of lost)
    if (fundingPointsOf(bid).every((point) => unspent.has(point)))
      if (await store.transact((tx) => unpublish(tx, bid.id))) held.push(bid.id);
  return held;
}

/** Rungs whose coins nobody spends: of a held bid those of the funding, of a published one the lock. */
async function resume(
  { store, chain }: OrderContext,
  rungs: readonly RungRow[],
  events: readonly ('unmoved' | 'resume')[],
): Promise<void> {
  if (rungs.length === 0) return;
  const pointsOf = ({ bid, outpoint }: RungRow): Outpoint[] =>
    bid.publishedAt === null ? fundingPointsOf(bid) : [outpoint as Outpoint];
  const unspent = await chain.unspent([...new Set(rungs.flatMap(pointsOf))]);
  const free = rungs.filter(
    (rung) => rung.promise !== null && pointsOf(rung).every((point) => unspent.has(point)),
  );
  const ids = free.map(({ id }) => id);
  await store.transact(async (tx) => {
    for (const event of events) await moveOrders(tx, { ids, event });
  });
}

/** A bid was just written: had a coin of it been spent while it was checked, nobody would have told. */
export async function endIfSpent({ store, chain }: OrderContext, bidId: string): Promise<void> {
  const bid = await findBid(store.db, bidId);
  if (bid === undefined || bid.publishedAt !== null) return;
  for (const [point, spender] of await chain.spendingOf(fundingPointsOf(bid))) {
    if (isOwnSpend(bid, spender)) continue;
    const reason = `its coin ${point} is being spent by ${spender}`;
    await store.transact((tx) => endLadder(tx, bid, { spender, reason }));
  }
}
