/**
 * A run of blocks through the ledgers: worked out in memory, then written in one transaction or not at all. What was worked out is
 * kept in memory for the next run, which may be worked out while this one is still being written.
 */
import { blocks } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { finishBlock, genesisRune, holdersOf, invariant, locateBlock, spentPoint } from '@rialto/protocols';
import type {
  Block,
  Brc20Move,
  ChainName,
  Delta,
  FinishedBlock,
  GatheredBlock,
  NodeFacts,
  Outpoint,
  RuneEvent,
  Totals,
} from '@rialto/protocols';
import { and, isNotNull, lte } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { INDEX_VERSION } from './index-version.ts';
import type { LedgerBatch } from './ledger-batch.ts';
import { writeDelta } from './ledger-bulk.ts';
import { moveTip, takeTime } from './ledger-blocks.ts';
import { KEPT, applyCoins } from './ledger-coins.ts';
import { totalsAt, totalsToJson } from './ledger-totals.ts';
import { undoOf } from './ledger-undo.ts';

export interface BlockRun {
  readonly chain: ChainName;
  /** One after the other; with what each says. */
  readonly blocks: readonly GatheredBlock[];
  readonly facts: NodeFacts;
  /** Only from this height on can a block be undone. */
  readonly undoFrom: number;
}

/** A run as it is to be written. */
export interface WorkedRun {
  readonly blocks: readonly GatheredBlock[];
  /** The block below the first. */
  readonly upon: string;
  readonly to: Tip;
  /** Of each block. */
  readonly told: readonly ToldBlock[];
  /** Each row once. */
  readonly changes: Delta;
  readonly rows: readonly (typeof blocks.$inferInsert)[];
}

/** What a block did, besides the rows that it changed. */
interface ToldBlock {
  readonly runes: readonly RuneEvent[];
  readonly lotMoves: readonly Brc20Move[];
}

interface Writing {
  /** The number of this leader; see `takeLead`. */
  readonly epoch: bigint;
  /** Told of each block in the same transaction, before its rows are written. */
  readonly each: (block: Block, height: number, told: ToldBlock) => Promise<void>;
}

/**
 * Works out what a run of blocks changes. Writes nothing: rows that are not in memory are read, and read once.
 * @param batch empty, or what the runs right below this one have left
 */
export async function workOut(db: Queries, batch: LedgerBatch, run: BlockRun): Promise<WorkedRun> {
  const [first] = run.blocks;
  const last = run.blocks.at(-1);
  invariant(first !== undefined && last !== undefined, 'a run has blocks');
  await takeTime(db);
  batch.readFrom(db);
  const upon = first.from.block.previousHash;
  const start = await startOf(db, batch, { upon, height: first.from.height - 1, chain: run.chain });
  await loadRun(batch, run.blocks);
  let { totals } = start;
  const rows: (typeof blocks.$inferInsert)[] = [];
  const told: ToldBlock[] = [];
  for (const gathered of run.blocks) {
    const settled = await throughLedgers(batch, gathered, { totals, facts: run.facts });
    const genesis = start.first && gathered === first ? genesisOf(run.chain) : [];
    const changes = [...genesis, ...settled.changes];
    batch.apply(changes);
    totals = settled.totals;
    told.push({ runes: settled.runes, lotMoves: settled.lotMoves });
    rows.push(blockRow(gathered, totals, gathered.from.height < run.undoFrom ? null : undoOf(changes)));
  }
  const to = { height: last.from.height, hash: last.from.block.hash };
  batch.reached = { hash: to.hash, totals };
  return { blocks: run.blocks, told, upon, to, changes: batch.takeChanges(), rows };
}

/** Where the totals stand before the run. */
async function startOf(
  db: Queries,
  { reached }: LedgerBatch,
  { upon, height, chain }: { upon: string; height: number; chain: ChainName },
): Promise<{ totals: Totals; first: boolean }> {
  if (reached === undefined) return totalsAt(db, height, chain);
  invariant(reached.hash === upon, 'a run stands upon the one in memory');
  return { totals: reached.totals, first: false };
}

/** Writes a run. Throws Fenced when the tip is not the block below it. */
export async function writeRun(tx: Tx, run: WorkedRun, { epoch, each }: Writing): Promise<void> {
  await takeTime(tx);
  await moveTip(tx, { epoch, from: run.upon, to: run.to });
  for (const [index, { from }] of run.blocks.entries())
    await each(from.block, from.height, run.told[index] ?? { runes: [], lotMoves: [] });
  await writeDelta(tx, run.changes);
  await applyCoins(
    tx,
    run.blocks.map(({ from }) => from),
  );
  await tx.insert(blocks).values([...run.rows]);
  await forgetUndo(tx, run.to.height - KEPT);
}

/** What the first stage asks for, of all blocks at once. What transactions in memory made is known already. */
async function loadRun(batch: LedgerBatch, run: readonly GatheredBlock[]): Promise<void> {
  for (const { from } of run) batch.makes(from.block.transactions);
  const points: Outpoint[] = [];
  for (const { from } of run)
    for (const { inputs } of from.block.transactions.slice(1))
      for (const input of inputs) if (!batch.hasMade(input.txid)) points.push(spentPoint(input));
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
  return {
    height,
    hash,
    previousHash,
    time,
    counts: totalsToJson(totals),
    version: INDEX_VERSION,
    undo,
  };
}

async function forgetUndo(tx: Tx, below: number): Promise<void> {
  await tx
    .update(blocks)
    .set({ undo: null })
    .where(and(lte(blocks.height, below), isNotNull(blocks.undo)));
}
