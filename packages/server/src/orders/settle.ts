/** What the chain does to orders and trades: the follower's news, turned into steps of the two machines. */
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import { bytesToHex, outpoint } from '@rialto/protocols';
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { Queries } from '../store/database.ts';
import { notifyTip } from '../store/notices.ts';
import {
  moveOrders,
  ordersAt,
  ordersClosedAt,
  ordersWithStatus,
  releaseOrders,
} from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import {
  findOutbox,
  moveTrades,
  outboxSpending,
  setOutbox,
  tradesByTxid,
  tradesWithStatus,
} from '../store/trade-store.ts';
import type { OutboxRow, TradeRow } from '../store/trade-store.ts';
import type { OrderRoom } from './room.ts';
import { declareVoid } from './sender.ts';

/** Six blocks deep is final (trading design, "Broadcast and after"). */
const FINAL_DEPTH = 6;

export interface BlockNews {
  readonly height: number;
  readonly hash: string;
  readonly txids: ReadonlySet<Txid>;
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

export interface MempoolNews {
  readonly added: readonly Transaction[];
  readonly removed: readonly Txid[];
}

const isLive = (order: OrderRow): boolean => LIVE_ORDER_STATUSES.includes(order.status);

/** A block was connected: part of the follower's own database transaction. */
export async function settleBlock(room: OrderRoom, tx: Queries, news: BlockNews): Promise<void> {
  const mined = await findOutbox(tx, [...news.txids]);
  await setOutbox(
    tx,
    mined.map((row) => row.txid),
    { status: 'confirmed', height: news.height },
  );
  for (const row of mined) await settleOwn(tx, row, news.height);
  const own = new Set<string>(mined.map((row) => row.txid));
  const points = [...news.spends.keys()];
  const hit = (await ordersAt(tx, points)).filter(isLive);
  for (const order of hit) {
    const spender = news.spends.get(order.outpoint as Outpoint);
    if (spender !== undefined && !own.has(spender)) await settleForeign(room, tx, { order, spender, news });
  }
  const beaten = (await outboxSpending(tx, points)).filter(
    (row) => !own.has(row.txid) && row.status !== 'void',
  );
  for (const row of beaten) await voidInBlock(tx, row, `a block spent one of its coins another way`);
  await buryOld(tx, news.height);
  await notifyTip(tx, news.height, news.hash);
}

async function settleOwn(tx: Queries, row: OutboxRow, height: number): Promise<void> {
  const closed = { closedHeight: height, dealTxid: row.txid };
  if (row.kind === 'cancel') {
    await moveOrders(tx, {
      ids: [row.reference],
      event: 'cancel-mined',
      reason: 'cancelled on the chain',
      set: closed,
    });
    return;
  }
  const [trade] = await moveTrades(tx, { ids: [row.reference], event: 'mine', set: { height, reason: '' } });
  if (trade === undefined) return;
  const sold = { ...closed, buyerAddress: trade.buyerAddress, liveTrade: trade.id };
  await moveOrders(tx, { ids: trade.orderIds, event: 'sold', set: sold });
}

/** The lot was spent by a transaction that is not ours: sniped with the seller's signature, or moved by its owner. */
async function settleForeign(
  room: OrderRoom,
  tx: Queries,
  what: { order: OrderRow; spender: Txid; news: BlockNews },
): Promise<void> {
  const { order, spender, news } = what;
  const set = { closedHeight: news.height, dealTxid: spender };
  const sniped = await usesSignature(room, order, spender);
  const reason = sniped
    ? 'bought outside this exchange with the published signature; the seller was paid'
    : 'the coin was spent elsewhere';
  await moveOrders(tx, { ids: [order.id], event: sniped ? 'sold' : 'moved', reason, set });
}

async function usesSignature(room: OrderRoom, order: OrderRow, spender: Txid): Promise<boolean> {
  const spending = await room.chain.transaction(spender);
  const input = spending?.inputs.find((entry) => outpoint(entry.txid, entry.vout) === order.outpoint);
  const witness = input?.witness.map(bytesToHex).join();
  return witness !== undefined && order.witness !== null && witness === order.witness.join();
}

async function voidInBlock(tx: Queries, row: OutboxRow, reason: string): Promise<void> {
  await setOutbox(tx, [row.txid], { status: 'void', lastAnswer: reason });
  if (row.kind !== 'trade') return;
  await moveTrades(tx, { ids: [row.reference], event: 'fail', set: { reason } });
  await releaseOrders(tx, row.reference);
}

async function buryOld(tx: Queries, height: number): Promise<void> {
  const deep = (await tradesWithStatus(tx, ['confirmed'])).filter(
    (trade) => trade.height !== null && trade.height <= height - FINAL_DEPTH + 1,
  );
  await moveTrades(tx, { ids: deep.map((trade) => trade.id), event: 'bury' });
  await setOutbox(
    tx,
    deep.map((trade) => trade.txid),
    { status: 'final' },
  );
}

/** A block was undone: what it closed is open again, its trades wait for a block again. */
export async function unsettleBlock(tx: Queries, height: number): Promise<void> {
  const trades = (await tradesWithStatus(tx, ['confirmed'])).filter((trade) => trade.height === height);
  await moveTrades(tx, { ids: trades.map((trade) => trade.id), event: 'undo', set: { height: null } });
  const closed = await ordersClosedAt(tx, height);
  for (const order of closed) await reopen(tx, order);
  const txids = [...trades.map((trade) => trade.txid), ...closed.flatMap((order) => order.cancelTxid ?? [])];
  const rows = (await findOutbox(tx, txids)).filter((row) => row.height === height);
  await setOutbox(
    tx,
    rows.map((row) => row.txid),
    { status: 'sent', height: null },
  );
}

async function reopen(tx: Queries, order: OrderRow): Promise<void> {
  const event =
    order.status === 'done' ? 'unsold' : order.status === 'cancelled' ? 'cancel-unmined' : 'unmoved';
  await moveOrders(tx, { ids: [order.id], event, reason: 'a block was undone' });
}

/** The mempool changed: what is seen, what is being spent by others, what is free again. */
export async function settleMempool(room: OrderRoom, news: MempoolNews): Promise<void> {
  const { db } = room.store;
  const spends = new Map<Outpoint, Txid>();
  for (const tx of news.added)
    for (const input of tx.inputs) spends.set(outpoint(input.txid, input.vout), tx.txid);
  const points = [...spends.keys()];
  const seen: readonly TradeRow[] = await tradesByTxid(
    db,
    news.added.map((tx) => tx.txid),
  );
  await moveTrades(db, { ids: seen.map((trade) => trade.id), event: 'see' });
  const own = new Set(seen.map((trade) => trade.txid));
  for (const row of await outboxSpending(db, points)) {
    const spender = row.inputs
      .map((point) => spends.get(point as Outpoint))
      .find((txid) => txid !== undefined);
    if (spender === undefined || spender === row.txid || row.status === 'confirmed') continue;
    await declareVoid(room, row, `another transaction spends its coins: ${spender}`);
  }
  for (const order of (await ordersAt(db, points)).filter(isLive)) {
    const spender = spends.get(order.outpoint as Outpoint);
    if (spender === undefined || own.has(spender) || spender === order.cancelTxid) continue;
    await moveOrders(db, {
      ids: [order.id],
      event: 'pause',
      reason: `its coin is being spent by ${spender}`,
    });
  }
  if (news.removed.length > 0) await resumePaused(room);
}

/** Paused orders whose coin nobody is spending any more are open again. */
export async function resumePaused(room: OrderRoom): Promise<void> {
  const paused = await ordersWithStatus(room.store.db, 'paused');
  if (paused.length === 0) return;
  const points = paused.map((order) => order.outpoint as Outpoint);
  const [spending, unspent] = await Promise.all([room.chain.spendingOf(points), room.chain.unspent(points)]);
  const free = paused.filter(
    (order) => !spending.has(order.outpoint as Outpoint) && unspent.has(order.outpoint as Outpoint),
  );
  await moveOrders(room.store.db, { ids: free.map((order) => order.id), event: 'resume' });
}
