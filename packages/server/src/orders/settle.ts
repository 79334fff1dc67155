/** What the chain does to orders and trades: the follower's news, turned into steps of the two machines. */
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import { Refusal, bytesToHex, lotOf, spentPoint } from '@rialto/protocols';
import { SIGHASH, sighashOf } from '@rialto/psbt';
import { loadCoins } from '@rialto/ground';
import type { LoadedCoins } from '@rialto/ground';
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { Tx } from '../store/database.ts';
import { MAX_REORG } from '../store/ledger-blocks.ts';
import { notifyTip } from '../store/notices.ts';
import {
  moveOrders,
  ordersAt,
  ordersClosedAt,
  ordersWithoutLot,
  ordersWithStatus,
} from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import { findOutbox, markStuck, moveOutbox, outboxSpending } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import { moveTrades, tradesByTxid, tradesMinedAt, tradesWithStatus } from '../store/trade-store.ts';
import type { TradeRow } from '../store/trade-store.ts';
import { calledBackBy, isForerunner, reopenCalledBack, standingFor } from './replacing.ts';
import type { OrderRoom } from './room.ts';
import { declareVoid, voidWithin } from './sender.ts';

export interface BlockNews {
  readonly height: number;
  readonly hash: string;
  readonly txids: ReadonlySet<Txid>;
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

export interface MempoolNews {
  readonly added: readonly Transaction[];
  readonly removed: readonly Txid[];
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

const isLive = (order: OrderRow): boolean => LIVE_ORDER_STATUSES.includes(order.status);

/** A block was connected: part of the follower's own database transaction. */
export async function settleBlock(room: OrderRoom, tx: Tx, news: BlockNews): Promise<void> {
  const mined = await moveOutbox(tx, {
    which: { txids: [...news.txids] },
    event: 'mine',
    set: { height: news.height },
  });
  for (const row of mined) await settleOwn(tx, row, news.height);
  const points = [...news.spends.keys()];
  // Still offered though its coin is spent: by a stranger, or by what we sent for another order of the same coin.
  for (const order of (await ordersAt(tx, points)).filter(isLive)) {
    const spender = news.spends.get(order.outpoint as Outpoint);
    if (spender !== undefined) await settleForeign(room, tx, { order, spender, news });
  }
  for (const row of await outboxSpending(tx, points)) {
    const reason = await calledBackBy(tx, row, spenderOf(row, news.spends));
    await voidWithin(tx, row, reason ?? 'a block spent one of its coins another way');
  }
  await finalise(tx, news.height);
  await markStuck(tx, news.height);
  await notifyTip(tx, news.height, news.hash);
}

/** The first of the transactions that spend a coin of this one. */
function spenderOf(row: OutboxRow, spends: ReadonlyMap<Outpoint, Txid>): Txid | undefined {
  return row.inputs.map((point) => spends.get(point as Outpoint)).find((txid) => txid !== undefined);
}

async function settleOwn(tx: Tx, row: OutboxRow, height: number): Promise<void> {
  const closed = { closedHeight: height, dealTxid: row.txid };
  if (row.kind === 'own') return reopenCalledBack(tx, row);
  if (row.kind === 'cancel') {
    await moveOrders(tx, {
      ids: [row.reference],
      event: 'cancel-mined',
      reason: 'cancelled on the chain',
      set: closed,
    });
    return;
  }
  // Whichever of its transactions a block takes, the trade is right: it goes by that one.
  const fee = row.fee === null ? {} : { networkFee: row.fee };
  const set = { height, reason: '', txid: row.txid, ...fee };
  const [trade] = await moveTrades(tx, { ids: [row.reference], event: 'mine', set });
  if (trade === undefined) return;
  const sold = { ...closed, buyerAddress: trade.buyerAddress, liveTrade: trade.id };
  await moveOrders(tx, { ids: trade.orderIds, event: 'sold', set: sold });
}

/** The lot was spent by a transaction that is not this order's: sniped with the seller's signature, or moved by its owner. */
async function settleForeign(
  room: OrderRoom,
  tx: Tx,
  what: { order: OrderRow; spender: Txid; news: BlockNews },
): Promise<void> {
  const { order, spender, news } = what;
  const set = { closedHeight: news.height, dealTxid: spender };
  const sale = await saleBy(room, tx, what);
  const event = sale === undefined ? 'moved' : 'sold';
  await moveOrders(tx, { ids: [order.id], event, reason: sale ?? 'the coin was spent elsewhere', set });
}

/** In words, when a signature of the seller's sold the coin for the price or more: that of now, or an earlier one. */
async function saleBy(
  room: OrderRoom,
  tx: Tx,
  { order, spender, news }: { order: OrderRow; spender: Txid; news: BlockNews },
): Promise<string | undefined> {
  // What we sent ourselves was for another order of the coin, and is that one's sale.
  if ((await findOutbox(tx, [spender])).length > 0) return undefined;
  const { inputs, outputs } = (await room.chain.transaction(spender, news.hash)) ?? {
    inputs: [],
    outputs: [],
  };
  const at = inputs.findIndex((input) => spentPoint(input) === order.outpoint);
  const [witness, paid] = [inputs[at]?.witness, outputs[at]];
  if (witness === undefined || order.witness === null) return undefined;
  if (witness.map(bytesToHex).join() === order.witness.join())
    return 'bought outside this exchange with the published signature; the seller was paid';
  const isSale = sighashOf(witness[0] ?? new Uint8Array()) === SIGHASH.SINGLE_ANYONECANPAY;
  const isPaid =
    paid !== undefined && bytesToHex(paid.script) === order.payScript && paid.value >= order.price;
  return isSale && isPaid
    ? 'bought outside this exchange with an earlier signature; the seller was paid'
    : undefined;
}

/** Final is what the follower would not undo by itself any more: with six blocks on top of it. */
async function finalise(tx: Tx, height: number): Promise<void> {
  const final = height - MAX_REORG;
  const deep = (await tradesWithStatus(tx, ['confirmed'])).filter(
    (trade) => trade.height !== null && trade.height <= final,
  );
  await moveTrades(tx, { ids: deep.map((trade) => trade.id), event: 'finalise' });
  await moveOutbox(tx, { which: { upTo: final }, event: 'finalise' });
}

/** A block was undone: what it closed is open again, its trades wait for a block again. */
export async function unsettleBlock(tx: Tx, height: number): Promise<void> {
  const trades = await tradesMinedAt(tx, height);
  await moveTrades(tx, { ids: trades.map((trade) => trade.id), event: 'undo', set: { height: null } });
  for (const order of await ordersClosedAt(tx, height)) await reopen(tx, order);
  await moveOutbox(tx, { which: { height }, event: 'undo', set: { height: null } });
}

async function reopen(tx: Tx, order: OrderRow): Promise<void> {
  const ids = [order.id];
  const reason = 'a block was undone';
  if (order.status === 'done')
    await moveOrders(tx, { ids, event: asItsOwnerLeftIt(order), reason, set: { buyerAddress: '' } });
  else
    await moveOrders(tx, { ids, event: order.status === 'cancelled' ? 'cancel-unmined' : 'unmoved', reason });
}

/** A sale may win against a cancel, soft or on the chain; when it is undone, the order is not offered again against its owner's will. */
function asItsOwnerLeftIt(order: OrderRow): 'unsold' | 'unsold-cancelled' | 'unsold-cancelling' {
  if (order.witness === null) return 'unsold-cancelled';
  return order.cancelTxid === null ? 'unsold' : 'unsold-cancelling';
}

/** The mempool changed: what is seen, what is being spent by others, what is free again. */
export async function settleMempool(room: OrderRoom, news: MempoolNews): Promise<void> {
  const { db } = room.store;
  const { spends } = news;
  const points = [...spends.keys()];
  const added = news.added.map((tx) => tx.txid);
  // A void trade that comes back is a stranger's spend until a block has it.
  const seen: readonly TradeRow[] = await tradesByTxid(db, added);
  await room.store.transact((tx) => moveTrades(tx, { ids: seen.map((trade) => trade.id), event: 'see' }));
  const own = await standingFor(db, added);
  for (const row of await outboxSpending(db, points)) await judgeSpender(room, row, spenderOf(row, spends));
  for (const order of (await ordersAt(db, points)).filter(isLive)) {
    const spender = spends.get(order.outpoint as Outpoint);
    if (spender === undefined || own.has(spender) || spender === order.cancelTxid) continue;
    await pause(room, [order.id], `its coin is being spent by ${spender}`);
  }
  if (news.removed.length > 0) await resumePaused(room);
}

/** A transaction of ours on its way meets another that spends one of its coins. */
async function judgeSpender(room: OrderRoom, row: OutboxRow, spender: Txid | undefined): Promise<void> {
  if (spender === undefined || spender === row.txid) return;
  const { db } = room.store;
  // Its own forerunner, seen late: which of the two stands the node decides when this one is sent again.
  if (await isForerunner(db, row, spender)) return;
  const reason = await calledBackBy(db, row, spender);
  await declareVoid(room, row, reason ?? `another transaction spends its coins: ${spender}`);
}

/** The ledger stands at the tip: what lost its lot with an undone block is not offered, what has it back is. */
export async function reviewLots(room: OrderRoom): Promise<void> {
  await pause(room, await ordersWithoutLot(room.store.db), 'its token is not on the chain any more');
  await resumePaused(room);
}

async function pause(room: OrderRoom, ids: readonly string[], reason: string): Promise<void> {
  await room.store.transact((tx) => moveOrders(tx, { ids, event: 'pause', reason }));
}

/** Paused orders whose lot stands and is spent by nobody are open again. */
export async function resumePaused(room: OrderRoom): Promise<void> {
  const paused = await ordersWithStatus(room.store.db, 'paused');
  if (paused.length === 0) return;
  const loaded = await coinsOrNothing(
    room,
    paused.map((order) => order.outpoint as Outpoint),
  );
  const free = paused.filter((order) => {
    const coin = loaded?.coins.get(order.outpoint as Outpoint);
    const transfer = coin?.height === undefined ? undefined : lotOf(coin);
    return transfer?.asset === order.assetId && transfer.amount === order.coinAmount;
  });
  const ids = free.map((order) => order.id);
  await room.store.transact((tx) => moveOrders(tx, { ids, event: 'resume' }));
}

/** Nothing while the index runs after the node: the next tip asks again. */
async function coinsOrNothing(
  room: OrderRoom,
  points: readonly Outpoint[],
): Promise<LoadedCoins | undefined> {
  try {
    return await loadCoins(room, points);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'syncing') return undefined;
    throw error;
  }
}

/** An order was just written: had its coin been spent while it was judged, nobody would have told. */
export async function pauseIfSpent(room: OrderRoom, order: { id: string; outpoint: string }): Promise<void> {
  const point = order.outpoint as Outpoint;
  if ((await room.chain.unspent([point])).has(point)) return;
  await pause(room, [order.id], 'its coin is being spent');
}
