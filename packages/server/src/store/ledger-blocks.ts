/** Applies and undoes blocks: the ledger's rows, the coins of followed scripts and the tip move in one transaction or not at all. */
import { balances, blocks, inscriptions, locations, lots, tip, tokens } from '@rialto/ground';
import type { BlockWithSpent, Tip } from '@rialto/ground';
import { applyBrc20, brc20Keys, inscribeBlock, invert, NO_COUNTS, outpoint, sats } from '@rialto/protocols';
import type {
  Brc20Keys,
  Brc20View,
  Chain,
  InscriptionCounts,
  LocatedInscription,
  Outpoint,
} from '@rialto/protocols';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from './database.ts';
import type { Queries } from './database.ts';
import { applyCoins, undoCoins } from './ledger-coins.ts';
import { writeDelta } from './ledger-rows.ts';
import { deltaFromJson, deltaToJson } from './ledger-undo.ts';

/** A reorg deeper than this is not undone by itself. */
export const MAX_REORG = 6;
/** Undo data and spent coins are kept for this many blocks. */
const KEPT = 12;
const CHUNK = 5_000;

/** Another process leads, or the tip is not where this one left it. Nothing was written. */
export class Fenced extends Error {
  constructor() {
    super('another follower writes the ledger');
    this.name = 'Fenced';
  }
}

export interface BlockStep {
  readonly chain: Chain;
  /** The number of this leader; see `takeLead`. */
  readonly epoch: bigint;
  readonly height: number;
  readonly data: BlockWithSpent;
}

/** Must run inside a transaction. Throws Fenced when the tip is not the block before. */
export async function applyBlock(db: Queries, step: BlockStep): Promise<void> {
  const { height, chain, epoch } = step;
  const { block, spent } = step.data;
  await moveTip(db, { epoch, from: block.previousHash, to: { height, hash: block.hash } });
  const counts = await countsAt(db, height - 1);
  const at = await locatedOn(db, spentPoints(step.data));
  const inscribed = inscribeBlock({
    height,
    chain,
    block,
    spent,
    at: (point) => at.get(point) ?? [],
    counts,
  });
  await writeDelta(db, inscribed.changes);
  const view = await viewOf(db, brc20Keys(inscribed.events));
  const delta = applyBrc20({ events: inscribed.events, height, chain, view });
  await writeDelta(db, delta);
  await applyCoins(db, height, block.transactions);
  await db.insert(blocks).values({
    height,
    hash: block.hash,
    previousHash: block.previousHash,
    time: block.time,
    counts: countsToJson(inscribed.counts),
    undo: deltaToJson(invert([...inscribed.changes, ...delta])),
  });
  await db
    .update(blocks)
    .set({ undo: null })
    .where(eq(blocks.height, height - KEPT));
}

/** Takes the highest block back; answers it. Must run inside a transaction. */
export async function undoBlock(db: Queries, epoch: bigint): Promise<Tip> {
  const [current] = await db.select().from(tip);
  const [block] =
    current === undefined ? [] : await db.select().from(blocks).where(eq(blocks.height, current.height));
  if (block?.undo === undefined || block.undo === null)
    throw new Error('invariant: a block to undo has its undo data');
  const to = { height: block.height - 1, hash: block.previousHash };
  await moveTip(db, { epoch, from: block.hash, to });
  await writeDelta(db, deltaFromJson(block.undo));
  await undoCoins(db, block.height);
  await db.delete(blocks).where(eq(blocks.height, block.height));
  return { height: block.height, hash: block.hash };
}

async function moveTip(db: Queries, move: { epoch: bigint; from: string; to: Tip }): Promise<void> {
  const { height, hash } = move.to;
  const moved = await db
    .update(tip)
    .set({ height, hash, peak: sql`greatest(${tip.peak}, ${height})` })
    .where(and(eq(tip.hash, move.from), eq(tip.epoch, move.epoch)))
    .returning({ height: tip.height });
  if (moved.length !== 1) throw new Fenced();
}

const Counts = z.object({
  blessed: z.coerce.number(),
  cursed: z.coerce.number(),
  unbound: z.coerce.number(),
  lostSats: z.string().transform((text) => sats(BigInt(text))),
});

async function countsAt(db: Queries, height: number): Promise<InscriptionCounts> {
  const [row] = await db.select({ counts: blocks.counts }).from(blocks).where(eq(blocks.height, height));
  return row === undefined ? NO_COUNTS : Counts.parse(row.counts);
}

function countsToJson({ blessed, cursed, unbound, lostSats }: InscriptionCounts): Record<string, string> {
  return {
    blessed: blessed.toString(),
    cursed: cursed.toString(),
    unbound: unbound.toString(),
    lostSats: lostSats.toString(),
  };
}

function spentPoints({ block }: BlockWithSpent): Outpoint[] {
  return block.transactions
    .slice(1)
    .flatMap((tx) => tx.inputs.map((input) => outpoint(input.txid, input.vout)));
}

async function locatedOn(
  db: Queries,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<Outpoint, readonly LocatedInscription[]>> {
  const located = new Map<Outpoint, LocatedInscription[]>();
  for (let from = 0; from < points.length; from += CHUNK) {
    const rows = await db
      .select({
        point: locations.outpoint,
        offset: locations.offset,
        id: inscriptions.id,
        sequence: inscriptions.sequence,
        curse: inscriptions.curse,
      })
      .from(locations)
      .innerJoin(inscriptions, eq(inscriptions.id, locations.inscription))
      .where(inArray(locations.outpoint, points.slice(from, from + CHUNK)));
    for (const { point, curse, ...rest } of rows) {
      const one = { ...rest, cursedOrVindicated: curse !== null };
      const here = located.get(point);
      // A coin may carry a hundred thousand: added to, never copied.
      if (here === undefined) located.set(point, [one]);
      else here.push(one);
    }
  }
  return located;
}

/** Everything the events of a block can touch, in three reads. */
async function viewOf(db: Queries, keys: Brc20Keys): Promise<Brc20View> {
  const lotRows =
    keys.lots.size === 0
      ? []
      : await db
          .select()
          .from(lots)
          .where(among(lots.inscription, [...keys.lots]));
  const assets = [...new Set(lotRows.map((lot) => lot.asset))];
  const wanted = or(
    keys.ticks.size === 0 ? undefined : among(tokens.tick, [...keys.ticks]),
    assets.length === 0 ? undefined : among(tokens.asset, assets),
  );
  const tokenRows = wanted === undefined ? [] : await db.select().from(tokens).where(wanted);
  const scripts = [...new Set([...keys.scripts, ...lotRows.map((lot) => lot.owner)])];
  const known = tokenRows.map((token) => token.asset);
  const balanceRows =
    known.length === 0 || scripts.length === 0
      ? []
      : await db
          .select()
          .from(balances)
          .where(and(among(balances.script, scripts), among(balances.asset, known)));
  return {
    tokens: tokenRows,
    balances: balanceRows,
    lots: lotRows.map((lot) => ({ ...lot, usedHeight: lot.usedHeight ?? undefined })),
  };
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
export async function takeLead(db: Queries, chain: Chain, start: Tip): Promise<TipRow> {
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

/** Forgets what the chain taught, so that the follower learns it again from the first block. Orders stay. */
export async function clearLedger(db: Queries): Promise<void> {
  await db.execute(
    sql`truncate table tip, block, inscription, location, token, balance, lot, coin, mempool_coin`,
  );
  await db.execute(sql`update followed_script set scanned_height = null`);
}
