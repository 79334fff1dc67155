/** The tip of the ledger: who may move it, and blocks that are taken back. The ledger's rows, the coins of followed scripts and the tip move in one transaction or not at all. */
import { blocks, FOLLOWING_TABLES, followedScripts, LEDGER_TABLES, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import type { ChainName } from '@rialto/protocols';
import { and, eq, getTableName, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { writeStored } from './ledger-bulk.ts';
import { undoCoins } from './ledger-coins.ts';
import { readUndo } from './ledger-undo.ts';

/** A reorg deeper than this is not undone by itself. */
export const MAX_REORG = 6;

/** Another process leads, or the tip is not where this one left it. Nothing was written. */
export class Fenced extends Error {
  constructor() {
    super('another follower writes the ledger');
    this.name = 'Fenced';
  }
}

/** Takes the highest block back; answers it. */
export async function undoBlock(tx: Tx, epoch: bigint): Promise<Tip> {
  await takeTime(tx);
  const [current] = await tx.select().from(tip);
  const [block] =
    current === undefined ? [] : await tx.select().from(blocks).where(eq(blocks.height, current.height));
  if (block?.undo === undefined || block.undo === null)
    throw new Error('invariant: a block to undo has its undo data');
  const to = { height: block.height - 1, hash: block.previousHash };
  await moveTip(tx, { epoch, from: block.hash, to });
  await writeStored(tx, readUndo(block.undo));
  await undoCoins(tx, block.height);
  await tx.delete(blocks).where(eq(blocks.height, block.height));
  return { height: block.height, hash: block.hash };
}

/** Nobody asks for what a block costs, and one that took too long would take too long again, for ever. */
const BLOCK_TIMEOUT = '900s';

/** Lets this transaction work on a block for longer than a question of the exchange may take. */
export async function takeTime(tx: Queries): Promise<void> {
  const timeout = sql.raw(`'${BLOCK_TIMEOUT}'`);
  await tx.execute(sql`set local statement_timeout = ${timeout}`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = ${timeout}`);
}

export async function moveTip(tx: Tx, move: { epoch: bigint; from: string; to: Tip }): Promise<void> {
  const { height, hash } = move.to;
  const moved = await tx
    .update(tip)
    .set({ height, hash, peak: sql`greatest(${tip.peak}, ${height})` })
    .where(and(eq(tip.hash, move.from), eq(tip.epoch, move.epoch)))
    .returning({ height: tip.height });
  if (moved.length !== 1) throw new Fenced();
}

/** The hashes of the last blocks, to look for the place where the node's chain leaves ours. */
export async function lastBlocks(db: Queries, count: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ height: blocks.height, hash: blocks.hash })
    .from(blocks)
    .orderBy(sql`${blocks.height} desc`)
    .limit(count);
  return new Map(rows.map(({ height, hash }) => [height, hash]));
}

export interface TipRow extends Tip {
  readonly peak: number;
  readonly epoch: bigint;
  readonly chain: string;
}

export async function readTip(db: Queries): Promise<TipRow | undefined> {
  const [row] = await db.select().from(tip);
  return row;
}

/** Becomes the one whose blocks count: every earlier leader is fenced off from here. Makes the first row at `start`. */
export async function takeLead(db: Queries, chain: ChainName, start: Tip): Promise<TipRow> {
  await db
    .insert(tip)
    .values({ ...start, peak: start.height, epoch: 0n, chain })
    .onConflictDoNothing();
  const [row] = await db
    .update(tip)
    .set({ epoch: sql`${tip.epoch} + 1` })
    .returning();
  if (row === undefined) throw new Error('invariant: the tip has its row');
  if (row.chain !== chain)
    throw new Error(`this database holds the ledger of ${row.chain}, the node follows ${chain}`);
  return row;
}

/** Writes down why the follower stands still, or that it works again, for everybody who reads the tip. */
export async function markStopped(db: Queries, reason: string | null): Promise<void> {
  await db.update(tip).set({ stopped: reason });
}

/** What a rebuild begins with. The row of the tip stays, so that a leader from before is fenced off for good. */
const KEPT_TABLES: readonly string[] = [tip, followedScripts].map((table) => getTableName(table));

/**
 * Forgets what the chain taught, so that the follower learns it again from the block after `start`. Orders stay.
 * @returns the last blocks: the node's chain may have left them when their heights come again
 */
export async function clearLedger(
  tx: Tx,
  chain: ChainName,
  start: Tip,
): Promise<ReadonlyMap<number, string>> {
  const last = await lastBlocks(tx, MAX_REORG);
  const tables = [...LEDGER_TABLES, ...FOLLOWING_TABLES].filter((name) => !KEPT_TABLES.includes(name));
  const names = tables.map((name) => sql.identifier(name));
  await tx.execute(sql`truncate table ${sql.join(names, sql`, `)}`);
  await tx.update(followedScripts).set({ scannedHeight: null });
  await tx.update(tip).set({ ...start, peak: start.height, chain });
  return last;
}
