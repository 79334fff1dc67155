/** The coins of followed scripts: kept per block, undone with it, and those that wait in the mempool. */
import { coins, followedScripts, mempoolCoins } from '@rialto/ground';
import type { Scan } from '@rialto/ground';
import { bytesToHex, outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, Sats, ScriptHex, Transaction, Txid } from '@rialto/protocols';
import { eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { arrayText } from './ledger-columns.ts';
import { ScriptBook } from './ledger-scripts.ts';

const CHUNK = 5_000;
/** Undo data and spent coins are kept for this many blocks: more than any reorg we undo. */
export const KEPT = 12;

/** So many are asked for whole; of more, only those that a run of blocks names. */
const FEW = 50_000;

interface BlockAt {
  readonly height: number;
  readonly block: { readonly transactions: readonly Transaction[] };
}

/** What is made and spent in a run of blocks, for followed scripts only. */
export async function applyCoins(tx: Tx, run: readonly BlockAt[]): Promise<void> {
  const made = await madeIn(tx, run);
  await insertCoins(tx, made);
  await spendCoins(tx, run);
  const last = run.at(-1)?.height ?? 0;
  await tx.delete(coins).where(lt(coins.spentHeight, last - KEPT));
}

async function madeIn(db: Queries, run: readonly BlockAt[]): Promise<(typeof coins.$inferInsert)[]> {
  const followed = await followedIn(db, run);
  const made: (typeof coins.$inferInsert)[] = [];
  if (followed.size === 0) return made;
  for (const { height, block } of run) {
    block.transactions.forEach(({ txid, outputs }, index) => {
      outputs.forEach(({ script: bytes, value }, vout) => {
        const script = followed.get(bytes);
        if (script === undefined) return;
        made.push({ outpoint: outpoint(txid, vout), script, value, coinbase: index === 0, height });
      });
    });
  }
  return made;
}

/** One parameter a column, however many rows. */
async function insertCoins(db: Queries, made: readonly (typeof coins.$inferInsert)[]): Promise<void> {
  if (made.length === 0) return;
  const points = arrayText(made.map(({ outpoint: point }) => point));
  const scripts = arrayText(made.map(({ script }) => script));
  const values = arrayText(made.map(({ value }) => value.toString()));
  const heights = arrayText(made.map(({ height }) => height.toString()));
  const coinbases = arrayText(made.map(({ coinbase }) => coinbase.toString()));
  const rows = sql`unnest(${points}::text[], ${scripts}::text[], ${values}::bigint[], ${heights}::int[], ${coinbases}::boolean[])`;
  await db.execute(
    sql`insert into ${coins} (outpoint, script, value, height, coinbase) select * from ${rows} on conflict do nothing`,
  );
}

async function followedIn(db: Queries, run: readonly BlockAt[]): Promise<ScriptBook> {
  const rows = await db
    .select({ script: followedScripts.script })
    .from(followedScripts)
    .limit(FEW + 1);
  if (rows.length <= FEW) return new ScriptBook(rows.map(({ script }) => script));
  const named = new Set<ScriptHex>();
  for (const { block } of run)
    for (const { outputs } of block.transactions)
      for (const { script } of outputs) named.add(bytesToHex(script) as ScriptHex);
  return new ScriptBook(await followedAmong(db, [...named]));
}

async function spendCoins(db: Queries, run: readonly BlockAt[]): Promise<void> {
  const unspent = await db
    .select({ point: coins.outpoint })
    .from(coins)
    .where(isNull(coins.spentHeight))
    .limit(FEW + 1);
  const ours = unspent.length <= FEW ? new Set(unspent.map(({ point }) => point)) : undefined;
  const points: Outpoint[] = [];
  const heights: number[] = [];
  for (const { height, block } of run) {
    for (const tx of block.transactions.slice(1)) {
      for (const input of tx.inputs) {
        const point = spentPoint(input);
        if (ours?.has(point) === false) continue;
        points.push(point);
        heights.push(height);
      }
    }
  }
  if (points.length === 0) return;
  const spent = sql`unnest(${sql.param(points)}::text[], ${sql.param(heights)}::int[]) as spent (point, height)`;
  await db.execute(
    sql`update ${coins} set spent_height = spent.height from ${spent} where ${coins.outpoint} = spent.point`,
  );
}

/** Takes a block's coins back. Scripts that were read at this block or later must be read again: their past is not kept. */
export async function undoCoins(tx: Tx, height: number): Promise<void> {
  await tx.delete(coins).where(eq(coins.height, height));
  await tx.update(coins).set({ spentHeight: null }).where(eq(coins.spentHeight, height));
  const stale = await tx
    .update(followedScripts)
    .set({ scannedHeight: null })
    .where(gte(followedScripts.scannedHeight, height))
    .returning({ script: followedScripts.script });
  if (stale.length > 0) {
    await tx.delete(coins).where(
      inArray(
        coins.script,
        stale.map(({ script }) => script),
      ),
    );
  }
}

async function followedAmong(db: Queries, scripts: readonly ScriptHex[]): Promise<Set<ScriptHex>> {
  const found = new Set<ScriptHex>();
  const unique = [...new Set(scripts)];
  if (unique.length === 0) return found;
  const rows = await db
    .select({ script: followedScripts.script })
    .from(followedScripts)
    .where(among(followedScripts.script, unique));
  for (const { script } of rows) found.add(script);
  return found;
}

function chunks<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += CHUNK) parts.push(items.slice(from, from + CHUNK));
  return parts;
}

/** Replaces what is known of a script's coins by a scan. The caller has checked that the scan is at the ledger's tip. */
export async function keepScan(tx: Tx, script: ScriptHex, scan: Scan): Promise<void> {
  await tx.delete(coins).where(eq(coins.script, script));
  for (const part of chunks(scan.coins)) await tx.insert(coins).values(part);
  await tx
    .insert(followedScripts)
    .values({ script, scannedHeight: scan.height })
    .onConflictDoUpdate({ target: followedScripts.script, set: { scannedHeight: scan.height } });
}

export async function isFollowed(db: Queries, script: ScriptHex): Promise<boolean> {
  const [row] = await db.select().from(followedScripts).where(eq(followedScripts.script, script));
  return row !== undefined && row.scannedHeight !== null;
}

/** Followed scripts whose coins must be read from the node again. */
export async function unscanned(db: Queries): Promise<readonly ScriptHex[]> {
  const rows = await db
    .select({ script: followedScripts.script })
    .from(followedScripts)
    .where(isNull(followedScripts.scannedHeight));
  return rows.map(({ script }) => script);
}

/** An output of a mempool transaction. */
export interface WaitingOutput {
  readonly outpoint: Outpoint;
  readonly txid: Txid;
  readonly script: ScriptHex;
  readonly value: Sats;
}

/**
 * Keeps those outputs that go to followed scripts.
 * @returns the scripts that have a new one
 */
export async function addWaiting(
  db: Queries,
  outputs: readonly WaitingOutput[],
): Promise<ReadonlySet<string>> {
  const followed = await followedAmong(
    db,
    outputs.map(({ script }) => script),
  );
  const ours = outputs.filter(({ script }) => followed.has(script));
  const { script } = mempoolCoins;
  const changed = new Set<string>();
  for (const part of chunks(ours)) {
    const rows = await db.insert(mempoolCoins).values(part).onConflictDoNothing().returning({ script });
    for (const row of rows) changed.add(row.script);
  }
  return changed;
}

/** @returns the scripts that had one */
export async function dropWaiting(db: Queries, txids: readonly Txid[]): Promise<ReadonlySet<string>> {
  const { script, txid } = mempoolCoins;
  const changed = new Set<string>();
  for (const part of chunks(txids)) {
    const rows = await db.delete(mempoolCoins).where(inArray(txid, part)).returning({ script });
    for (const row of rows) changed.add(row.script);
  }
  return changed;
}

/** At the start of a lead nothing is known of the mempool. */
export async function clearWaiting(db: Queries): Promise<void> {
  await db.delete(mempoolCoins);
}
