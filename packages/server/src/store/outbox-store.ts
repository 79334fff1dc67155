/** The outbox in the database: final transactions of ours, written before they are sent, moved along their table. */
import { blocks, tip } from '@rialto/ground';
import { LIVE_OUTBOX_STATUSES, OUTBOX_MACHINE } from '@rialto/market';
import type { OutboxEvent, OutboxStatus } from '@rialto/market';
import { hexToBytes, invariant, isFlaw, readTransaction, spentPoint, virtualSize } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { and, arrayOverlaps, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from './database.ts';
import type { Queries, Tx } from './database.ts';
import { allows, nextState } from './moves.ts';
import { outbox } from './schema/index.ts';

export type OutboxRow = typeof outbox.$inferSelect;
/** Its txid, its inputs and its size are read from the transaction itself. */
type NewOutbox = Pick<OutboxRow, 'raw' | 'kind' | 'reference' | 'replaces' | 'fee'> &
  Partial<Pick<OutboxRow, 'coins'>>;

export const isUnconfirmed = (row: OutboxRow | undefined): boolean =>
  row !== undefined && LIVE_OUTBOX_STATUSES.includes(row.status);

const unconfirmed = inArray(outbox.status, [...LIVE_OUTBOX_STATUSES]);

/**
 * Writes a final transaction before anything is sent; the same transaction twice is the same row. One that was given up, or whose
 * place another took in vain, is tried anew, for whoever tries it now.
 */
export async function insertOutbox(tx: Tx, row: NewOutbox): Promise<void> {
  const read = readTransaction(hexToBytes(row.raw));
  invariant(!isFlaw(read), 'what we send we can read');
  const sinceHeight = sql`(select ${tip.height} from ${tip})`;
  await tx
    .insert(outbox)
    // What one database transaction writes is sent in the order it was written.
    .values({
      ...row,
      txid: read.txid,
      inputs: read.inputs.map(spentPoint),
      status: 'waiting',
      vsize: virtualSize(read),
      sinceHeight,
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoUpdate({
      target: outbox.txid,
      set: {
        ...row,
        status: nextState(OUTBOX_MACHINE, 'commit', outbox.status),
        height: null,
        lastAnswer: '',
        sinceHeight,
        stuckAt: null,
      },
      setWhere: allows(OUTBOX_MACHINE, 'commit', outbox.status),
    });
}

interface OutboxStep {
  /** These transactions, or those of one block, or of a block and all before it; of these purposes only. */
  readonly which:
    | { readonly txids: readonly string[]; readonly kinds?: readonly string[] }
    | { readonly height: number; readonly kinds: readonly string[] }
    | { readonly upTo: number; readonly kinds: readonly string[] };
  readonly event: OutboxEvent;
  readonly set?: Partial<Pick<OutboxRow, 'height' | 'lastAnswer'>>;
}

/** Moves transactions along the table; those in another state stay, so that news may be told twice. @returns the moved ones */
export async function moveOutbox(tx: Tx, { which, event, set }: OutboxStep): Promise<OutboxRow[]> {
  if ('txids' in which && which.txids.length === 0) return [];
  const attempt = event === 'send' ? { attempts: sql`${outbox.attempts} + 1` } : {};
  return tx
    .update(outbox)
    .set({ ...set, ...attempt, status: nextState(OUTBOX_MACHINE, event, outbox.status) })
    .where(and(chosen(which), allows(OUTBOX_MACHINE, event, outbox.status)))
    .returning();
}

function chosen(which: OutboxStep['which']): SQL | undefined {
  const ofKind = which.kinds === undefined ? undefined : among(outbox.kind, which.kinds);
  if ('txids' in which) return and(among(outbox.txid, which.txids), ofKind);
  return and('height' in which ? eq(outbox.height, which.height) : lte(outbox.height, which.upTo), ofKind);
}

/**
 * The same for what somebody asks for.
 * @throws Refusal `refusal`, `event-not-allowed` unless it says otherwise, when the transaction is in another state
 */
export async function requireMoveOutbox(
  tx: Tx,
  step: { readonly txid: string; readonly event: OutboxEvent },
  refusal: RefusalCode = 'event-not-allowed',
): Promise<OutboxRow> {
  const [moved] = await moveOutbox(tx, { which: { txids: [step.txid] }, event: step.event });
  if (moved === undefined) throw new Refusal(refusal, `${step.event}: ${step.txid}`);
  return moved;
}

/** What the node said to a transaction that it does not take now. */
export async function noteAnswer(db: Queries, txid: string, lastAnswer: string): Promise<void> {
  await db
    .update(outbox)
    .set({ lastAnswer, attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.txid, txid));
}

/** What a transaction pays: told once another takes its place, for the block that takes it after all. */
export async function noteFee(db: Queries, txid: string, fee: bigint): Promise<void> {
  await db.update(outbox).set({ fee }).where(eq(outbox.txid, txid));
}

/** What the node may have to be sent again, in the order in which it was written. */
export async function unsentOutbox(db: Queries, kinds: readonly string[]): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(unconfirmed, among(outbox.kind, kinds)))
    .orderBy(outbox.createdAt);
}

/** Transactions of ours in no block yet that spend one of these outpoints. */
export async function outboxSpending(
  db: Queries,
  points: readonly string[],
  kinds: readonly string[],
): Promise<OutboxRow[]> {
  if (points.length === 0) return [];
  return db
    .select()
    .from(outbox)
    .where(and(arrayOverlaps(outbox.inputs, [...points]), unconfirmed, among(outbox.kind, kinds)));
}

export async function findOutbox(db: Queries, txids: readonly string[]): Promise<OutboxRow[]> {
  if (txids.length === 0) return [];
  return db.select().from(outbox).where(among(outbox.txid, txids));
}

/** True when it was written to be sent and is not void. */
export async function isCommitted(db: Queries, txid: string): Promise<boolean> {
  return (await findOutbox(db, [txid])).some(({ status }) => status !== 'void');
}

/** Blocks a transaction may wait before its owner is told. */
export const PATIENT_BLOCKS = 2;

/** Marks what has waited longer than that at this height, each once. */
export async function markStuck(tx: Tx, height: number, kinds: readonly string[]): Promise<void> {
  const late = and(isNull(outbox.stuckAt), lt(outbox.sinceHeight, height - PATIENT_BLOCKS));
  await tx
    .update(outbox)
    .set({ stuckAt: sql`now()` })
    .where(and(unconfirmed, late, among(outbox.kind, kinds)));
}

/** The network has it, or had it. */
const SENT: readonly OutboxStatus[] = ['sent', 'confirmed', 'final'];

/** What was sent in the place of a transaction, the latest. */
export async function replacementOf(db: Queries, txid: string): Promise<string | undefined> {
  const [row] = await db
    .select({ txid: outbox.txid })
    .from(outbox)
    .where(and(eq(outbox.replaces, txid), among(outbox.status, SENT)))
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  return row?.txid;
}

/** The time of a block of the ledger, in ms. */
export async function blockTime(db: Queries, height: number): Promise<number | undefined> {
  const [row] = await db.select({ time: blocks.time }).from(blocks).where(eq(blocks.height, height));
  return row === undefined ? undefined : row.time * 1000;
}
