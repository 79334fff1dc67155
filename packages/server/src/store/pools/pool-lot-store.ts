/** The tokens of BRC-20 pools: on which scripts they lie, which lots are inscribed there, and which were asked for. */
import { balances, locations, lots, scriptHash } from '@rialto/ground';
import type { Amount, AssetId, Outpoint, Sats, ScriptHex } from '@rialto/protocols';
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { poolRestocks, poolScripts } from '../schema/index.ts';
import type { HeldScript } from './pool-chain-store.ts';

/** A lot on a script of a pool's, as the index has it. */
export interface HeldLot extends HeldScript {
  readonly outpoint: Outpoint;
  readonly value: Sats;
  readonly amount: Amount;
  /** Of the block that has its inscription; it has not moved since. */
  readonly height: number;
}

/** What of a token lies on a script and in no lot. */
export interface FreeTokens extends HeldScript {
  readonly available: Amount;
}

const HELD = { pool: poolScripts.pool, script: poolScripts.script, place: poolScripts.place };

type Held = Omit<HeldScript, 'script'> & { readonly script: string };

// Written by us alone, as scripts.
const heldOf = <Row extends Held>(row: Row) => ({ ...row, script: row.script as ScriptHex });

/** Those of these scripts that are pools'. */
export async function heldScriptsAmong(db: Queries, scripts: readonly string[]): Promise<HeldScript[]> {
  if (scripts.length === 0) return [];
  return (await db.select(HELD).from(poolScripts).where(among(poolScripts.script, scripts))).map(heldOf);
}

/** The unused lots of a token on all scripts of a pool: the largest first. */
export async function lotsOfPool(
  db: Queries,
  { pool, token }: { readonly pool: number; readonly token: AssetId },
): Promise<HeldLot[]> {
  const { outpoint, value } = locations;
  const rows = await db
    .select({ ...HELD, outpoint, value, amount: lots.amount, height: lots.height })
    .from(poolScripts)
    .innerJoin(lots, eq(scriptHash(lots.owner), scriptHash(poolScripts.script)))
    .innerJoin(locations, eq(locations.inscription, lots.inscription))
    .where(and(eq(poolScripts.pool, pool), eq(lots.asset, token), isNull(lots.usedHeight)))
    .orderBy(desc(lots.amount), asc(outpoint));
  return rows.map(heldOf);
}

/** What lies free on each script of a pool: the most first. */
export async function freeOfPool(
  db: Queries,
  { pool, token }: { readonly pool: number; readonly token: AssetId },
): Promise<FreeTokens[]> {
  const { available } = balances;
  const rows = await db
    .select({ ...HELD, available })
    .from(poolScripts)
    .innerJoin(balances, eq(scriptHash(balances.script), scriptHash(poolScripts.script)))
    .where(and(eq(poolScripts.pool, pool), eq(balances.asset, token), sql`${available} > 0`))
    .orderBy(desc(available), asc(poolScripts.script));
  return rows.map(heldOf);
}

export type RestockRow = typeof poolRestocks.$inferSelect;

export async function writeRestock(db: Queries, rows: readonly RestockRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(poolRestocks)
      .values([...rows])
      .onConflictDoNothing();
}

/** Lots of a pool that were asked for at a height or later. */
export async function restocksSince(db: Queries, pool: number, height: number): Promise<RestockRow[]> {
  return db
    .select()
    .from(poolRestocks)
    .where(and(eq(poolRestocks.pool, pool), gte(poolRestocks.height, height)));
}

/** Blocks after which a lot that was asked for is in the index, or never will be. */
const REMEMBERED = 2016;

export async function dropOldRestocks(db: Queries, tip: number): Promise<void> {
  await db.delete(poolRestocks).where(lt(poolRestocks.height, tip - REMEMBERED));
}
