/** Applies and undoes blocks: the ledger's rows, the coins of followed scripts and the tip move in one transaction or not at all. */
import { blocks, FOLLOWING_TABLES, LEDGER_TABLES, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { genesisRune, holdersOf, locateBlock, finishBlock, spentPoint } from '@rialto/protocols';
import type {
  Block,
  ChainName,
  Delta,
  GatheredBlock,
  NodeFacts,
  Outpoint,
  FinishedBlock,
  Totals,
} from '@rialto/protocols';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { INDEX_VERSION } from './index-version.ts';
import { LedgerBatch } from './ledger-batch.ts';
import { writeStored } from './ledger-bulk.ts';
import { KEPT, applyCoins, undoCoins } from './ledger-coins.ts';
import { totalsAt, totalsToJson } from './ledger-totals.ts';
import { readUndo, undoOf } from './ledger-undo.ts';

/** A reorg deeper than this is not undone by itself. */
export const MAX_REORG = 6;

/** Another process leads, or the tip is not where this one left it. Nothing was written. */
export class Fenced extends Error {
  constructor() {
    super('another follower writes the ledger');
    this.name = 'Fenced';
  }
}

interface BlockRun {
  /** The number of this leader; see `takeLead`. */
  readonly epoch: bigint;
  readonly chain: ChainName;
  /** One after the other, the first upon the tip; with what each says. */
  readonly blocks: readonly GatheredBlock[];
  readonly facts: NodeFacts;
  /** Only from this height on can a block be undone. */
  readonly undoFrom: number;
  /** Told of each block when it has been worked out, in the same transaction. */
  readonly each: (block: Block, height: number) => Promise<void>;
  /** Told when all is worked out and only the database has work left. */
  readonly writing?: () => void;
}

/**
 * Applies a run of blocks: rows are loaded once, changed in memory and written once.
 * Throws Fenced when the tip is not the block before.
 */
export async function applyBlocks(tx: Tx, run: BlockRun): Promise<void> {
  const [first] = run.blocks;
  const last = run.blocks.at(-1);
  if (first === undefined || last === undefined) return;
  const to = { height: last.from.height, hash: last.from.block.hash };
  await takeTime(tx);
  await moveTip(tx, { epoch: run.epoch, from: first.from.block.previousHash, to });
  const start = await totalsAt(tx, first.from.height - 1, run.chain);
  const batch = new LedgerBatch(tx);
  await loadRun(batch, run.blocks);
  let totals = start.totals;
  const rows: (typeof blocks.$inferInsert)[] = [];
  for (const gathered of run.blocks) {
    const settled = await throughLedgers(batch, gathered, { totals, facts: run.facts });
    const genesis = start.first && gathered === first ? genesisOf(run.chain) : [];
    const changes = [...genesis, ...settled.changes];
    batch.apply(changes);
    totals = settled.totals;
    rows.push(blockRow(gathered, totals, gathered.from.height < run.undoFrom ? null : undoOf(changes)));
    await run.each(gathered.from.block, gathered.from.height);
  }
  run.writing?.();
  await batch.flush();
  await applyCoins(
    tx,
    run.blocks.map(({ from }) => from),
  );
  await tx.insert(blocks).values(rows);
  await forgetUndo(tx, to.height - KEPT);
}

/** What the first stage asks for, of all blocks at once. */
async function loadRun(batch: LedgerBatch, run: readonly GatheredBlock[]): Promise<void> {
  const made = new Set<string>();
  for (const { from } of run) for (const { txid } of from.block.transactions) made.add(txid);
  const points: Outpoint[] = [];
  for (const { from } of run)
    for (const { inputs } of from.block.transactions.slice(1))
      for (const input of inputs) if (!made.has(input.txid)) points.push(spentPoint(input));
  await batch.loadSpent(points);
  await batch.loadRunes(
    run.flatMap(({ runes }) => [...runes.keys.runes]),
    run.flatMap(({ runes }) => [...runes.keys.names]),
  );
}

async function throughLedgers(
  batch: LedgerBatch,
  gathered: GatheredBlock,
  before: { totals: Totals; facts: NodeFacts },
): Promise<FinishedBlock> {
  const { memory } = batch;
  const located = locateBlock(memory, gathered, before);
  await batch.loadBrc20(located.brc20);
  await batch.loadHolders(holdersOf(memory, located));
  await batch.loadMrc20(located.mrc20.keys);
  return finishBlock(memory, located);
}

/** Mainnet has one rune that nobody etched. */
function genesisOf(chain: ChainName): Delta {
  const rune = genesisRune(chain);
  return rune === undefined ? [] : [{ entity: 'rune', key: rune.id, before: undefined, after: rune }];
}

function blockRow(
  { from: { height, block } }: GatheredBlock,
  totals: Totals,
  undo: unknown,
): typeof blocks.$inferInsert {
  const { hash, previousHash, time } = block;
  return { height, hash, previousHash, time, counts: totalsToJson(totals), undo };
}

async function forgetUndo(tx: Tx, below: number): Promise<void> {
  await tx
    .update(blocks)
    .set({ undo: null })
    .where(and(lte(blocks.height, below), isNotNull(blocks.undo)));
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
async function takeTime(tx: Tx): Promise<void> {
  const timeout = sql.raw(`'${BLOCK_TIMEOUT}'`);
  await tx.execute(sql`set local statement_timeout = ${timeout}`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = ${timeout}`);
}

async function moveTip(tx: Tx, move: { epoch: bigint; from: string; to: Tip }): Promise<void> {
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
    .values({ ...start, peak: start.height, epoch: 0n, chain, version: INDEX_VERSION })
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

/** Forgets what the chain taught, so that the follower learns it again from the first block. Orders stay. */
export async function clearLedger(tx: Tx): Promise<void> {
  const learned = [...LEDGER_TABLES, ...FOLLOWING_TABLES.filter((name) => name !== 'followed_script')];
  const names = learned.map((name) => sql.identifier(name));
  await tx.execute(sql`truncate table ${sql.join(names, sql`, `)}`);
  await tx.execute(sql`update followed_script set scanned_height = null`);
}
