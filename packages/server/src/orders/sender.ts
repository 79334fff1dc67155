/** The outbox worker: sends what is committed, again and again, until it is buried or provably void (threats, section 12). */
import { Refusal, hexToBytes } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { releaseOrders } from '../store/order-store.ts';
import { findOutbox, moveTrades, setOutbox, unfinishedOutbox } from '../store/trade-store.ts';
import type { OutboxRow } from '../store/trade-store.ts';
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
  for (const row of await unfinishedOutbox(room.store.db))
    if (row.status !== 'confirmed') await sendOne(room, row);
}

async function sendOne(room: OrderRoom, row: OutboxRow): Promise<void> {
  const txids = [row.txid];
  let answer: { accepted: boolean; reason?: string };
  try {
    answer = await room.chain.send(hexToBytes(row.raw));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await setOutbox(room.store.db, txids, { lastAnswer: error.code, attempted: true });
    return;
  }
  const reason = answer.reason ?? '';
  if (answer.accepted || KNOWN.test(reason)) {
    if (row.status === 'waiting' || row.lastAnswer !== '')
      await setOutbox(room.store.db, txids, { status: 'sent', lastAnswer: '', attempted: true });
    if (row.kind === 'trade') await moveTrades(room.store.db, { ids: [row.reference], event: 'send' });
    return;
  }
  await setOutbox(room.store.db, txids, { lastAnswer: reason, attempted: true });
  if (CONFLICT.test(reason)) await judgeConflict(room, row);
}

/** A conflict is believed only when another transaction is seen spending one of our inputs. */
async function judgeConflict(room: OrderRoom, row: OutboxRow): Promise<void> {
  const spenders = await room.chain.spendingOf(row.inputs.map((point) => point as Outpoint));
  for (const [point, spender] of spenders)
    if (spender !== row.txid) {
      await declareVoid(room, row, `its coin ${point} is being spent by ${spender}`);
      return;
    }
  room.warn('a transaction of ours is refused and no other spend is seen', { txid: row.txid });
}

/** The transaction cannot happen as things stand: the trade is void and its orders are free. */
export async function declareVoid(room: OrderRoom, row: OutboxRow, reason: string): Promise<void> {
  await room.store.db.transaction(async (tx) => {
    await setOutbox(tx, [row.txid], { status: 'void', lastAnswer: reason });
    if (row.kind !== 'trade') return;
    await moveTrades(tx, { ids: [row.reference], event: 'fail', set: { reason } });
    await releaseOrders(tx, row.reference);
  });
}
