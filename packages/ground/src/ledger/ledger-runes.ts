/** Runes: the list, what a script holds, and on which outpoints. Known for every script, followed or not. */
import { bytesToHex, isRuneId, readSpacedName, isFlaw, splitAsset, writeRuneName } from '@rialto/protocols';
import type { Amount, Outpoint, RuneId, RuneRow, ScriptHex } from '@rialto/protocols';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { isAlone } from './alone.ts';
import { contains } from './ledger-select.ts';
import type { Select, TokenQuery } from './ledger-select.ts';
import { runeOf } from './ledger-rows.ts';
import { runeBalances, runes } from '../schema/index.ts';

/** All that the confirmed outpoints of one script hold of one rune. */
export interface RuneHolding {
  readonly rune: RuneRow;
  readonly amount: Amount;
}

/** A script with all that its outpoints hold of a rune. */
export interface RuneHolder {
  readonly script: ScriptHex;
  readonly amount: Amount;
}

/** An outpoint with everything it holds of runes. */
interface RuneOutpoint {
  readonly outpoint: Outpoint;
  readonly runes: readonly { readonly rune: RuneId; readonly amount: Amount }[];
}

export interface RunePage {
  /** Outpoints there are, on all pages. */
  readonly total: number;
  readonly outpoints: readonly RuneOutpoint[];
}

/** Most minted first. The search is a part of a name, with bullets or without, or an id. */
export async function runesLike(db: Select, { search, assets, limit }: TokenQuery): Promise<RuneRow[]> {
  const found = search === undefined ? undefined : searched(search);
  if (found === null) return [];
  const ids = assets?.flatMap((asset) => {
    const named = splitAsset(asset);
    return named?.protocol === 'rune' && isRuneId(named.id) ? [named.id] : [];
  });
  if (ids?.length === 0) return [];
  const where = and(found, ids === undefined ? undefined : inArray(runes.id, ids));
  const rows = await db
    .select()
    .from(runes)
    .where(where)
    .orderBy(desc(runes.mints), asc(runes.number))
    .limit(limit);
  return rows.map(runeOf);
}

function searched(search: string) {
  if (isRuneId(search)) return eq(runes.id, search);
  const letters = search.toUpperCase().replace(/[•.\s]/g, '');
  return /^[A-Z]+$/.test(letters) ? contains(runes.name, letters) : null;
}

/** The rune of an id or of a whole name. */
export async function runeNamed(db: Select, text: string): Promise<RuneRow | undefined> {
  const spaced = isRuneId(text) ? undefined : readSpacedName(text.toUpperCase());
  if (spaced !== undefined && isFlaw(spaced)) return undefined;
  const where =
    spaced === undefined ? sql`${runes.id} = ${text}` : eq(runes.name, writeRuneName(spaced.name));
  const rows = await db.select().from(runes).where(where);
  return rows.map(runeOf)[0];
}

export async function runeHoldingsOf(db: Select, script: Uint8Array): Promise<RuneHolding[]> {
  const total = sql`sum(${runeBalances.amount})`.mapWith(runeBalances.amount);
  const rows = await db
    .select({ rune: runes, amount: total })
    .from(runeBalances)
    .innerJoin(runes, eq(runes.id, runeBalances.rune))
    .where(eq(runeBalances.script, bytesToHex(script) as ScriptHex))
    .groupBy(runes.id)
    .orderBy(runes.number);
  return rows.map(({ rune, amount }) => ({ rune: runeOf(rune), amount }));
}

/** The outpoints of a script that hold a rune, in a fixed order, with all other runes on them. */
export async function runeOutpointsOf(
  db: Select,
  script: Uint8Array,
  rune: RuneId,
  page: { readonly from: number; readonly size: number },
): Promise<RunePage> {
  const mine = and(eq(runeBalances.script, bytesToHex(script) as ScriptHex), eq(runeBalances.rune, rune));
  const [total = 0, rows] = await Promise.all([
    db
      .select({ total: count() })
      .from(runeBalances)
      .where(mine)
      .then(([row]) => row?.total),
    db
      .select({ outpoint: runeBalances.outpoint })
      .from(runeBalances)
      .where(mine)
      .orderBy(runeBalances.outpoint)
      .offset(page.from)
      .limit(page.size),
  ]);
  const points = rows.map(({ outpoint }) => outpoint);
  const held = points.length === 0 ? [] : await heldOn(db, points);
  const outpoints = points.map((outpoint) => ({
    outpoint,
    runes: held
      .filter((one) => one.outpoint === outpoint)
      .map(({ rune: id, amount }) => ({ rune: id, amount })),
  }));
  return { total, outpoints };
}

/** The outpoints of a script that hold a rune, the fullest first; known for every script. */
export async function fullestOutpointsOfRune(
  db: Select,
  script: Uint8Array,
  {
    rune,
    most,
    alone = false,
  }: { readonly rune: RuneId; readonly most: number; readonly alone?: boolean | undefined },
): Promise<Outpoint[]> {
  const { outpoint, amount, script: owner } = runeBalances;
  const rows = await db
    .select({ outpoint })
    .from(runeBalances)
    .where(
      and(
        eq(owner, bytesToHex(script) as ScriptHex),
        eq(runeBalances.rune, rune),
        alone ? isAlone(db, outpoint, 'rune') : undefined,
      ),
    )
    .orderBy(desc(amount), outpoint)
    .limit(most);
  return rows.map((row) => row.outpoint);
}

/** What each script holds of a rune, the most first; known for every script. */
export async function holdersOfRune(db: Select, rune: RuneId): Promise<RuneHolder[]> {
  const total = sql`sum(${runeBalances.amount})`.mapWith(runeBalances.amount);
  return db
    .select({ script: runeBalances.script, amount: total })
    .from(runeBalances)
    .where(eq(runeBalances.rune, rune))
    .groupBy(runeBalances.script)
    .orderBy(desc(sql`sum(${runeBalances.amount})`), runeBalances.script);
}

async function heldOn(db: Select, points: readonly Outpoint[]) {
  return db
    .select()
    .from(runeBalances)
    .where(inArray(runeBalances.outpoint, [...points]))
    .orderBy(runeBalances.outpoint, runeBalances.rune);
}
