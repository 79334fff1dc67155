/** Whose a pool's shares were at the end of which blocks. */
import type { ScriptHex } from '@rialto/protocols';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { poolShareCoins } from '../schema/index.ts';
import type { Select } from './ledger-select.ts';

/** Shares times blocks, by script: each held at the end of so many of these blocks. */
export async function shareBlocks(
  db: Select,
  pool: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<ReadonlyMap<ScriptHex, bigint>> {
  const { script, shares, height, spentHeight } = poolShareCoins;
  const blocks = sql`least(coalesce(${spentHeight} - 1, ${last}), ${last}) - greatest(${height}, ${first}) + 1`;
  const held = sql`sum(${shares} * (${blocks}))`.mapWith(BigInt);
  const rows = await db
    .select({ script, held })
    .from(poolShareCoins)
    .where(
      and(
        eq(poolShareCoins.pool, pool),
        lte(height, last),
        or(isNull(spentHeight), gt(spentHeight, first)),
        sql`${blocks} > 0`,
      ),
    )
    .groupBy(script);
  return new Map(rows.map((row) => [row.script, row.held]));
}
