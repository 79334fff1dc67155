/** The outbox worker: sends what is committed, again and again, until it is buried or provably void (trading §9). */
import { loadCoins } from '@rialto/ground';
import type { Verdict } from '@rialto/ground';
import { Refusal, hexToBytes, splitOutpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { messageOf } from '../repeat.ts';
import type { Queries, Tx } from '../store/database.ts';
import { releaseOrders } from '../store/order-store.ts';
import { findOutbox, isUnconfirmed, moveOutbox, noteAnswer, unsentOutbox } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import { findTrade, moveTrades } from '../store/trade-store.ts';
import { calledBackBy, standsAgain } from './replacing.ts';
import type { OrderRoom } from './room.ts';

const KNOWN =
  /already.in.mempool|already-known|txn-already-known|already in utxo set|already in block chain/i;
const CONFLICT =
  /missingorspent|mempool-conflict|insufficient fee, rejecting replacement|rejecting replacement/i;

/** Sends the named transactions now. Never throws for what the node says; a dead node leaves them waiting. */
export async function sendOutbox(room: OrderRoom, txids: readonly Txid[]): Promise<void> {
  for (const row of await findOutbox(room.store.db, txids)) await sendOne(room, row);
}

/** Sends everything unfinished: at start, after each block, and every few seconds for what still waits. */
export async function sendUnfinished(room: OrderRoom): Promise<void> {
  for (const row of await unsentOutbox(room.store.db)) await sendOne(room, row);
}

async function sendOne(room: OrderRoom, row: OutboxRow): Promise<void> {
  const { accepted, reason = '' } = await offer(room, row);
  if (accepted || KNOWN.test(reason)) {
    if (row.status === 'waiting' || row.lastAnswer !== '') await markSent(room, row);
    return;
  }
  await noteAnswer(room.store.db, row.txid, reason);
  if (CONFLICT.test(reason)) await judgeConflict(room, row);
}

/** The node has it. When it is void or final by now its trade is not to be moved. */
async function markSent(room: OrderRoom, { txid }: OutboxRow): Promise<void> {
  await room.store.transact(async (tx) => {
    const step = { which: { txids: [txid] }, event: 'send', set: { lastAnswer: '' } } as const;
    for (const row of await moveOutbox(tx, step))
      if (row.kind === 'trade') await moveTrades(tx, { ids: [row.reference], event: 'send' });
  });
}

/** Whatever the node says or does not say, the next one is sent too and this one again later. */
async function offer(room: OrderRoom, row: OutboxRow): Promise<Verdict> {
  try {
    return await room.chain.send(hexToBytes(row.raw));
  } catch (error) {
    if (error instanceof Refusal) return { accepted: false, reason: error.code };
    room.warn('the node does not take a transaction', { txid: row.txid, error: messageOf(error) });
    return { accepted: false, reason: messageOf(error) };
  }
}

/** A conflict is believed only when another transaction is seen spending one of our inputs, or a block has. */
async function judgeConflict(room: OrderRoom, row: OutboxRow): Promise<void> {
  const points = row.inputs.map((point) => point as Outpoint);
  for (const [point, spender] of await room.chain.spendingOf(points))
    if (spender !== row.txid) {
      if (await standsAgain(room, row, spender)) return;
      const reason = await calledBackBy(room.store.db, row, spender);
      await declareVoid(room, row, reason ?? `its coin ${point} is being spent by ${spender}`);
      return;
    }
  const buried = await spentInBlock(room, points);
  if (buried === undefined)
    room.warn('a transaction of ours is refused and no other spend is seen', { txid: row.txid });
  else await declareVoid(room, row, `a block spent its coin ${buried} another way`);
}

/**
 * A coin that is gone although nothing in the mempool spends it. Asked between two looks at one tip at which the ledger
 * stands too: had a block taken our own transaction, its row would say so.
 */
async function spentInBlock(room: OrderRoom, points: readonly Outpoint[]): Promise<Outpoint | undefined> {
  try {
    const { coins, tip } = await loadCoins(room, points);
    const gone = (await settledOf(room.store.db, points)).filter((point) => !coins.has(point));
    const spending = await room.chain.spendingOf(gone);
    const after = await room.chain.tip();
    return after.hash === tip.hash ? gone.find((point) => !spending.has(point)) : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Those that no transaction of ours on its way has yet to make: a child may be offered before its parent. */
async function settledOf(db: Queries, points: readonly Outpoint[]): Promise<Outpoint[]> {
  const makers = await findOutbox(
    db,
    points.map((point) => splitOutpoint(point).txid),
  );
  const waiting = new Set(makers.filter(isUnconfirmed).map(({ txid }) => txid));
  return points.filter((point) => !waiting.has(splitOutpoint(point).txid));
}

/** The transaction cannot happen as things stand: the trade is void and its orders are free. */
export async function declareVoid(room: OrderRoom, row: OutboxRow, reason: string): Promise<void> {
  await room.store.transact((tx) => voidWithin(tx, row, reason));
}

/** The same inside a transaction of the caller. What a block has taken meanwhile stays. */
export async function voidWithin(tx: Tx, row: OutboxRow, reason: string): Promise<void> {
  const step = { which: { txids: [row.txid] }, event: 'fail', set: { lastAnswer: reason } } as const;
  const given = await moveOutbox(tx, step);
  if (given.length === 0 || row.kind !== 'trade') return;
  // A trade whose buyer pays more goes by another transaction.
  if ((await findTrade(tx, row.reference))?.txid !== row.txid) return;
  await moveTrades(tx, { ids: [row.reference], event: 'fail', set: { reason } });
  await releaseOrders(tx, row.reference);
}
