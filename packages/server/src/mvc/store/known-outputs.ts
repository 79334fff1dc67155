/** Outputs by their outpoints, from the index alone. */
import { outpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { getTableColumns, sql } from 'drizzle-orm';
import type { CoinRow } from '../coin-row.ts';
import { pointRows } from './bulk.ts';
import type { Reading } from './index-tables.ts';

/** Outpoints a statement. */
const PART = 20_000;

/** @param where `waiting`: with what waiting transactions made */
export async function knownOutputs(
  { db, tables }: Reading,
  points: readonly Outpoint[],
  where: 'blocks' | 'waiting',
): Promise<Map<Outpoint, CoinRow>> {
  const known = new Map<Outpoint, CoinRow>();
  const sources = where === 'blocks' ? [tables.coins] : [tables.coins, tables.waitingCoins];
  for (let from = 0; from < points.length; from += PART) {
    const part = pointRows(points.slice(from, from + PART));
    for (const source of sources) {
      const { txid, vout, value, script, holder, codehash, genesis, units, verdict, pool } =
        getTableColumns(source);
      const rows = await db
        .select({ txid, vout, value, script, holder, codehash, genesis, units, verdict, pool })
        .from(source)
        .where(sql`(${txid}, ${vout}) in (select * from ${part})`);
      for (const row of rows) known.set(outpoint(row.txid, row.vout), row);
    }
  }
  return known;
}
