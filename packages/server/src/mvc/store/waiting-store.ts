/** What waits in the node's mempool, in the MVC index: rows of its own, gone with their transaction. */
import { readMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw, splitOutpoint } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { asc, sql } from 'drizzle-orm';
import { arrayText } from '../../store/ledger/ledger-columns.ts';
import type { Effects } from './block-store.ts';
import { insertRows } from './bulk.ts';
import type { Reading, Writing } from './index-tables.ts';

export async function waitingTxids({ db, tables: { waiting } }: Reading): Promise<Txid[]> {
  const rows = await db.select({ txid: waiting.txid }).from(waiting);
  return rows.map(({ txid }) => txid);
}

/** Deletes those that are not in a list any more. @returns how many there were */
export async function dropOthers(
  { tx, tables: { waiting } }: Writing,
  list: readonly Txid[],
): Promise<number> {
  const rows = await tx
    .delete(waiting)
    .where(sql`not ${waiting.txid} = any(${arrayText(list)}::text[])`)
    .returning({ txid: waiting.txid });
  return rows.length;
}

/** Takes all out of the index. @returns them, parents before their children */
export async function takeAll({ tx, tables: { waiting } }: Writing): Promise<MvcTransaction[]> {
  const rows = await tx.select({ raw: waiting.raw }).from(waiting).orderBy(asc(waiting.sequence));
  await tx.delete(waiting);
  return rows.map(({ raw }) => {
    const read = readMvcTransaction(raw);
    invariant(!isFlaw(read), 'the index keeps transactions that were read');
    return read;
  });
}

export async function addWaiting(
  { tx, tables }: Writing,
  transactions: readonly MvcTransaction[],
  { made, spends, moves }: Effects,
): Promise<void> {
  await insertRows(
    tx,
    tables.waiting,
    transactions.map((one) => ({ txid: one.txid, core: one.core, raw: writeMvcTransaction(one) })),
  );
  await insertRows(tx, tables.waitingCoins, made);
  await insertRows(
    tx,
    tables.waitingSpends,
    spends.map(({ point, by }) => ({ ...splitOutpoint(point), by })),
  );
  await insertRows(tx, tables.waitingMoves, moves);
}
