/** What the chain does to protected asks: their locks are made, spent and undone; they are offered when deep enough, and end near the exit. */
import { loadCoins } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { BLOCKS_BEFORE_EXIT } from '@rialto/market';
import { lotOf, sats } from '@rialto/protocols';
import type { Coin, Outpoint, Txid } from '@rialto/protocols';
import { checkLockCoin } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import {
  endingLocks,
  forgetLockBlock,
  markLocksSpent,
  pausedLocks,
  setLockHeight,
  unminedLocks,
} from '../../store/asks/lock-store.ts';
import type { OrderedLock } from '../../store/asks/lock-store.ts';
import type { Listener } from '../../store/chain-news.ts';
import type { Tx } from '../../store/database.ts';
import { dropSignatures } from '../../store/orders/ask-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { findOutbox } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { checkLot } from '../lot.ts';
import { lockOfWire } from './locked.ts';

export function lockListener(context: OrderContext): Listener {
  return {
    block: async (tx, { txids, spends, height }) => {
      // A block may make a lock and spend it: no tip ever shows that one unspent.
      for (const lock of await unminedLocks(tx))
        if (txids.has(lock.outpoint.slice(0, 64) as Txid)) await noteMined(tx, lock, height);
      await markLocksSpent(tx, [...spends.keys()], height);
    },
    undo: (tx, { height }) => forgetLockBlock(tx, height),
    tip: async (tip) => {
      await noteHeights(context);
      await offerDeep(context);
      await endNear(context, tip);
    },
  };
}

/** @returns undefined while the index runs after the node: the next tip asks again */
async function coinsAt(context: OrderContext, rows: readonly OrderedLock[]) {
  try {
    return await loadCoins(
      context,
      rows.map(({ outpoint }) => outpoint as Outpoint),
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'syncing') return undefined;
    throw error;
  }
}

/** Which block has a lock; and orders whose locking transaction came to nothing are no orders. */
async function noteHeights(context: OrderContext): Promise<void> {
  const { store } = context;
  const rows = await unminedLocks(store.db);
  if (rows.length === 0) return;
  const loaded = await coinsAt(context, rows);
  if (loaded === undefined) return;
  const sent = await findOutbox(
    store.db,
    rows.map(({ outpoint }) => outpoint.slice(0, 64) as Txid),
  );
  const dead = new Set(sent.flatMap(({ txid, status }) => (status === 'void' ? [txid] : [])));
  await store.transact(async (tx) => {
    for (const row of rows) {
      const height = loaded.coins.get(row.outpoint as Outpoint)?.height;
      if (height !== undefined) await noteMined(tx, row, height);
      else if (dead.has(row.outpoint.slice(0, 64))) {
        const reason = 'the transaction that locks its lot came to nothing';
        await moveOrders(tx, { ids: [row.orderId], event: 'moved', reason });
      }
    }
  });
}

async function noteMined(tx: Tx, { orderId, status }: OrderedLock, height: number): Promise<void> {
  await setLockHeight(tx, orderId, height);
  // Void is a judgement of the mempool: a block has it after all.
  const reason = 'a block has the transaction that locks its lot after all';
  if (status === 'invalid') await moveOrders(tx, { ids: [orderId], event: 'unmoved', reason });
}

/** Offered when the lock is as deep as a lot has to be, holds what its ticket says, and is spent by nobody. */
async function offerDeep(context: OrderContext): Promise<void> {
  const rows = (await pausedLocks(context.store.db)).filter(({ hasPromise }) => hasPromise);
  if (rows.length === 0) return;
  const loaded = await coinsAt(context, rows);
  if (loaded === undefined) return;
  const odd = await context.ledger.oddMrc20Among(rows.map(({ outpoint }) => outpoint as Outpoint));
  const deep = rows.filter((row) => {
    const coin = loaded.coins.get(row.outpoint as Outpoint);
    return coin !== undefined && !odd.has(coin.outpoint) && isDeep(context, row, coin, loaded.tip);
  });
  const ids = deep.map(({ orderId }) => orderId);
  await context.store.transact((tx) => moveOrders(tx, { ids, event: 'resume' }));
}

function isDeep({ settings }: OrderContext, { ticket }: OrderedLock, coin: Coin, tip: Tip): boolean {
  try {
    if (lotOf(coin) === undefined) return false;
    checkLockCoin(lockOfWire(ticket), coin);
    checkLot(coin, sats(BigInt(ticket.price)), { ...settings, tipHeight: tip.height });
    return !isEnding(ticket, coin.height ?? tip.height, tip.height);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const isEnding = ({ expiry, exitAfter }: OrderedLock['ticket'], made: number, tip: number): boolean =>
  tip >= expiry || tip + BLOCKS_BEFORE_EXIT >= made + exitAfter;

const ENDED = 'ended: its seller may soon take the lot out alone; renew it, or take it back';

/** Whoever may soon take the lot out alone would win against a purchase that waits. One that is being bought ends once that is settled. */
async function endNear({ store }: OrderContext, { height }: Tip): Promise<void> {
  const rows = await endingLocks(store.db, height, BLOCKS_BEFORE_EXIT);
  const ids = rows.map(({ orderId }) => orderId);
  if (ids.length === 0) return;
  await store.transact(async (tx) => {
    const moved = await moveOrders(tx, { ids, event: 'expire', reason: ENDED });
    await dropSignatures(
      tx,
      moved.map(({ id }) => id),
    );
  });
}
