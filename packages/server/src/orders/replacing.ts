/** When a payer sends another transaction in the place of one that waits: which of them stands, and what the others mean. */
import { Refusal } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import type { Queries, Tx } from '../store/database.ts';
import { findOrder, moveOrders, setCancelTxid } from '../store/order-store.ts';
import { CALLED_BACK } from '../store/notification-store.ts';
import { findOutbox, moveOutbox, noteFee, requireMoveOutbox } from '../store/outbox-store.ts';
import type { OutboxRow } from '../store/outbox-store.ts';
import { findTrade, retargetTrade } from '../store/trade-store.ts';
import type { OrderRoom } from './room.ts';

async function outboxRow(db: Queries, txid: string | null | undefined): Promise<OutboxRow | undefined> {
  return txid === null || txid === undefined ? undefined : (await findOutbox(db, [txid]))[0];
}

/** Two transactions for one trade, or for the cancel of one order. */
function sameAim(a: OutboxRow, b: OutboxRow): boolean {
  return a.kind !== 'own' && a.kind === b.kind && a.reference === b.reference;
}

/** True when the spender is what this one takes the place of, or did before. */
export async function isForerunner(db: Queries, row: OutboxRow, spender: Txid): Promise<boolean> {
  if (row.replaces === spender) return true;
  const other = await outboxRow(db, spender);
  return other !== undefined && sameAim(row, other);
}

/** What a transaction of one party alone takes the place of, the latest first: through its bumps to what was called back. */
async function placesTaken(db: Queries, row: OutboxRow | undefined): Promise<string[]> {
  const taken: string[] = [];
  for (let at = row; at?.kind === 'own' && at.replaces !== null; at = await outboxRow(db, at.replaces)) {
    if (taken.includes(at.replaces)) break;
    taken.push(at.replaces);
  }
  return taken;
}

/** In words, when it was its own payer who took the coins back. */
export async function calledBackBy(
  db: Queries,
  row: OutboxRow,
  spender: Txid | undefined,
): Promise<string | undefined> {
  const isCallback = (await placesTaken(db, await outboxRow(db, spender))).includes(row.txid);
  return isCallback ? `${CALLED_BACK}: its payer took the coins home` : undefined;
}

/** Those of the transactions that some trade stands by, be it by the latest or by one before it. */
export async function standingFor(db: Queries, txids: readonly Txid[]): Promise<ReadonlySet<string>> {
  const standing = new Set<string>();
  for (const row of await findOutbox(db, txids)) {
    if (row.kind !== 'trade') continue;
    const trade = await findTrade(db, row.reference);
    if (trade !== undefined && trade.status !== 'void') standing.add(row.txid);
  }
  return standing;
}

/**
 * The new transaction stands for what the old one stood for.
 * @throws Refusal own-not-waiting when the old one is not on its way any more
 */
export async function replaceBy(tx: Tx, old: OutboxRow, by: { txid: Txid; fee: bigint }): Promise<void> {
  await requireMoveOutbox(tx, { txid: old.txid, event: 'replace' }, 'own-not-waiting');
  if (old.kind === 'cancel') await setCancelTxid(tx, old.reference, by.txid);
  if (old.kind !== 'trade') return;
  // Should a block take the old one after all, the trade says what that one paid.
  const trade = await findTrade(tx, old.reference);
  if (trade !== undefined) await noteFee(tx, old.txid, trade.networkFee);
  const step = { id: old.reference, from: old.txid, to: by.txid, fee: by.fee };
  if ((await retargetTrade(tx, step)) === undefined) throw new Refusal('own-not-waiting');
}

/**
 * The node keeps the one before (something that builds on it made the new one too cheap): that one stands again, nothing is void.
 * @returns false when the spender is not what this one replaced
 */
export async function standsAgain(room: OrderRoom, row: OutboxRow, spender: Txid): Promise<boolean> {
  return room.store.transact(async (tx) => {
    const before = await outboxRow(tx, spender);
    if (before === undefined || !(row.replaces === spender || sameAim(row, before))) return false;
    const [standing] = await moveOutbox(tx, {
      which: { txids: [spender] },
      event: 'reinstate',
      set: { lastAnswer: '' },
    });
    if (standing === undefined) return false;
    const lastAnswer = `the node keeps the transaction before it: ${spender}`;
    await moveOutbox(tx, { which: { txids: [row.txid] }, event: 'fail', set: { lastAnswer } });
    if (row.kind === 'cancel') await setCancelTxid(tx, row.reference, spender);
    if (row.kind === 'trade')
      await retargetTrade(tx, { id: row.reference, from: row.txid, to: spender, fee: before.fee });
    return true;
  });
}

/** A block took the coins of a cancel home before the cancel: the order is as it was, unless its owner is cancelling it anew. */
export async function reopenCalledBack(tx: Tx, row: OutboxRow): Promise<void> {
  const before = await outboxRow(tx, (await placesTaken(tx, row)).at(-1));
  if (before?.kind !== 'cancel') return;
  const order = await findOrder(tx, before.reference);
  const now = await outboxRow(tx, order?.cancelTxid);
  if (now !== undefined && now.status !== 'void' && !now.inputs.some((point) => row.inputs.includes(point)))
    return;
  await moveOrders(tx, {
    ids: [before.reference],
    event: 'cancel-called-back',
    reason: '',
    set: { cancelTxid: null },
  });
}
