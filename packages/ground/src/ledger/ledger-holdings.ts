/** What a script holds of runes and MRC-20: exact sums, and the fullest outpoints. Known for every script. */
import { bytesToHex, runeAsset } from '@rialto/protocols';
import type { Amount, AssetId, Outpoint, ScriptHex } from '@rialto/protocols';
import { eq, sql } from 'drizzle-orm';
import type { Select } from './ledger-select.ts';
import { mrc20Holdings, runeBalances } from '../schema/index.ts';

export interface HeldUnits {
  readonly outpoint: Outpoint;
  readonly asset: AssetId;
  readonly amount: Amount;
}

const hexOf = (script: Uint8Array): ScriptHex => bytesToHex(script) as ScriptHex;

/** All that a script holds of each token. */
export async function mrc20HoldingsOf(
  db: Select,
  script: Uint8Array,
): Promise<Omit<HeldUnits, 'outpoint'>[]> {
  const { asset, amount } = mrc20Holdings;
  return db
    .select({ asset, amount: sql`sum(${amount})`.mapWith(amount) })
    .from(mrc20Holdings)
    .where(eq(mrc20Holdings.script, hexOf(script)))
    .groupBy(asset)
    .orderBy(asset);
}

// The fullest of each first: with a token of his own anybody can put more on an outpoint than others ever hold.

export async function fullestRunesOf(db: Select, script: Uint8Array, most: number): Promise<HeldUnits[]> {
  const { outpoint, rune, amount } = runeBalances;
  const place = sql<number>`row_number() over (partition by ${rune} order by ${amount} desc, ${outpoint})`;
  const ranked = db
    .select({ outpoint, rune, amount, place: place.as('place') })
    .from(runeBalances)
    .where(eq(runeBalances.script, hexOf(script)))
    .as('ranked');
  const rows = await db.select().from(ranked).orderBy(ranked.place, ranked.rune).limit(most);
  return rows.map((row) => ({ outpoint: row.outpoint, asset: runeAsset(row.rune), amount: row.amount }));
}

export async function fullestMrc20Of(db: Select, script: Uint8Array, most: number): Promise<HeldUnits[]> {
  const { outpoint, asset, amount } = mrc20Holdings;
  const place = sql<number>`row_number() over (partition by ${asset} order by ${amount} desc, ${outpoint})`;
  const ranked = db
    .select({ outpoint, asset, amount, place: place.as('place') })
    .from(mrc20Holdings)
    .where(eq(mrc20Holdings.script, hexOf(script)))
    .as('ranked');
  const rows = await db.select().from(ranked).orderBy(ranked.place, ranked.asset).limit(most);
  return rows.map((row) => ({ outpoint: row.outpoint, asset: row.asset, amount: row.amount }));
}
