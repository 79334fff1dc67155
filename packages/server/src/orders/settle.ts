/** What strangers do to orders on the chain: a lot spent past us, seen in the mempool or in a block, and what comes back. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { bytesToHex, lotOf, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { SIGHASH, sighashOf } from '@rialto/psbt';
import { loadCoins } from '@rialto/ground';
import type { LoadedCoins, Tip } from '@rialto/ground';
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { BlockNews, Listener, MempoolNews } from '../store/chain-news.ts';
import type { Queries, Tx } from '../store/database.ts';
import { locksOf } from '../store/asks/lock-store.ts';
import { asksAt, asksClosedAt, asksWithStatus, asksWithoutLot } from '../store/orders/ask-store.ts';
import type { AskRow } from '../store/orders/ask-store.ts';
import { removeFillsAt } from '../store/orders/fill-store.ts';
import { moveOrders } from '../store/orders/order-store.ts';
import type { OrderRow } from '../store/orders/order-store.ts';
import { findOutbox } from '../store/outbox-store.ts';
import { findTrade } from '../store/orders/trade-store.ts';
import type { OrderContext } from './context.ts';
import { TRADE } from './purposes.ts';
import { recordOutside, recordPurchases } from './record-sales.ts';

const isLive = (order: OrderRow): boolean => LIVE_ORDER_STATUSES.includes(order.status);

/** Listens for the orders, after the outbox has settled what is our own. */
export function orderListener(context: OrderContext): Listener {
  /** Lots go with blocks that are undone, here or by whoever led before; every order is looked at again then. */
  let lotsInQuestion = true;
  return {
    block: (tx, news) => settleBlock(context, tx, news),
    undo: async (tx, block) => {
      lotsInQuestion = true;
      await unsettleBlock(tx, block);
    },
    mempool: (news) => settleMempool(context, news),
    tip: async (_, first) => {
      lotsInQuestion ||= first;
      await (lotsInQuestion ? reviewLots(context) : resumePaused(context));
      lotsInQuestion = false;
    },
  };
}

async function settleBlock(context: OrderContext, tx: Tx, news: BlockNews): Promise<void> {
  await recordPurchases(context, tx, news);
  // Still offered though its coin is spent: by a stranger, or by what we sent for another order of the same coin.
  for (const order of (await asksAt(tx, [...news.spends.keys()])).filter(isLive)) {
    const spender = news.spends.get(order.outpoint as Outpoint);
    if (spender !== undefined) await settleForeign(context, tx, { order, spender, news });
  }
}

/** The lot was spent by a transaction that is not this order's: sniped with the seller's signature, or moved by its owner. */
async function settleForeign(
  context: OrderContext,
  tx: Tx,
  what: { order: AskRow; spender: Txid; news: BlockNews },
): Promise<void> {
  const { order, spender, news } = what;
  const set = { closedHeight: news.height, dealTxid: spender };
  const sale = await saleBy(context, tx, what);
  const event = sale === undefined ? 'moved' : 'sold';
  const reason = sale ?? 'the coin was spent elsewhere';
  const moved = await moveOrders(tx, { ids: [order.id], event, reason, set });
  if (sale !== undefined && moved.length > 0) await recordOutside(tx, order, { txid: spender, block: news });
}

/** In words, when a signature of the seller's sold the coin for the price or more: that of now, or an earlier one. */
async function saleBy(
  context: OrderContext,
  tx: Tx,
  { order, spender, news }: { order: AskRow; spender: Txid; news: BlockNews },
): Promise<string | undefined> {
  // What we sent ourselves was for another order of the coin, and is that one's sale.
  if ((await findOutbox(tx, [spender])).length > 0) return undefined;
  const { inputs, outputs } = (await context.chain.transaction(spender, news.hash)) ?? {
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

/** A block was undone: whatever it ended is as it was before, be it ended by us or by a stranger. */
async function unsettleBlock(tx: Tx, { height }: Tip): Promise<void> {
  await removeFillsAt(tx, height);
  for (const order of await asksClosedAt(tx, height)) await reopen(tx, order);
}

async function reopen(tx: Tx, order: AskRow): Promise<void> {
  const ids = [order.id];
  const reason = 'a block was undone';
  if (order.status === 'done')
    await moveOrders(tx, { ids, event: asItsOwnerLeftIt(order), reason, set: { takerAddress: '' } });
  else
    await moveOrders(tx, { ids, event: order.status === 'cancelled' ? 'cancel-unmined' : 'unmoved', reason });
}

/** A sale may win against a cancel, soft or on the chain; when it is undone, the order is not offered again against its owner's will. */
function asItsOwnerLeftIt(order: AskRow): 'unsold' | 'unsold-cancelled' | 'unsold-cancelling' {
  if (order.witness === null) return 'unsold-cancelled';
  return order.cancelTxid === null ? 'unsold' : 'unsold-cancelling';
}

/** The mempool changed: what is being spent by others, what is free again. */
async function settleMempool(context: OrderContext, { added, removed, spends }: MempoolNews): Promise<void> {
  const { db } = context.store;
  const ours = await ofTrades(
    db,
    added.map(({ txid }) => txid),
  );
  for (const order of (await asksAt(db, [...spends.keys()])).filter(isLive)) {
    const spender = spends.get(order.outpoint as Outpoint);
    if (spender === undefined || ours.has(spender) || spender === order.cancelTxid) continue;
    await pause(context, [order.id], `its coin is being spent by ${spender}`);
  }
  if (removed.length > 0) await resumePaused(context);
}

/** Those of the transactions that some trade goes by, be it by the latest or by one before it. */
async function ofTrades(db: Queries, txids: readonly Txid[]): Promise<ReadonlySet<string>> {
  const ours = new Set<string>();
  for (const row of await findOutbox(db, txids)) {
    if (row.kind !== TRADE.name) continue;
    const trade = await findTrade(db, row.reference);
    if (trade !== undefined && trade.status !== 'void') ours.add(row.txid);
  }
  return ours;
}

/** The ledger is at the tip: what lost its lot with an undone block is not offered, what has it back is. */
async function reviewLots(context: OrderContext): Promise<void> {
  await pause(context, await asksWithoutLot(context.store.db), 'its token is not on the chain any more');
  await resumePaused(context);
}

async function pause({ store }: OrderContext, ids: readonly string[], reason: string): Promise<void> {
  await store.transact((tx) => moveOrders(tx, { ids, event: 'pause', reason }));
}

/** Paused orders whose lot stands, is not odd and is spent by nobody are open again. */
async function resumePaused(context: OrderContext): Promise<void> {
  const all = await asksWithStatus(context.store.db, 'paused');
  // A lock has a listener of its own, which also asks how deep it is.
  const locked = await locksOf(
    context.store.db,
    all.map(({ id }) => id),
  );
  const paused = all.filter(({ id }) => !locked.has(id));
  if (paused.length === 0) return;
  const points = paused.map((order) => order.outpoint as Outpoint);
  const loaded = await coinsOrNothing(context, points);
  const odd = await context.ledger.oddMrc20Among(points);
  const free = paused.filter((order) => {
    if (odd.has(order.outpoint as Outpoint)) return false;
    const coin = loaded?.coins.get(order.outpoint as Outpoint);
    const transfer = coin?.height === undefined ? undefined : lotOf(coin);
    return transfer?.asset === order.assetId && transfer.amount === order.coinAmount;
  });
  const ids = free.map((order) => order.id);
  await context.store.transact((tx) => moveOrders(tx, { ids, event: 'resume' }));
}

/** Nothing while the index runs after the node: the next tip asks again. */
async function coinsOrNothing(
  context: OrderContext,
  points: readonly Outpoint[],
): Promise<LoadedCoins | undefined> {
  try {
    return await loadCoins(context, points);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'syncing') return undefined;
    throw error;
  }
}

/** An order was just written: had its coin been spent while it was checked, nobody would have told. */
export async function pauseIfSpent(
  context: OrderContext,
  order: { id: string; outpoint: string },
): Promise<void> {
  const point = order.outpoint as Outpoint;
  if ((await context.chain.unspent([point])).has(point)) return;
  await pause(context, [order.id], 'its coin is being spent');
}
