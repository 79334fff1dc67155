/** Whose a pool's shares were at the end of which blocks: written with each block, taken back with it. */
import { poolShareCoins } from '@rialto/ground';
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { inParts } from '../in-parts.ts';
import { poolMoves } from '../schema/index.ts';

type Row = typeof poolShareCoins.$inferInsert;

/** A block that is told again changes nothing; one of an index that is made again gives a coin its true height. */
export async function writeShareCoins(
  tx: Tx,
  made: readonly Row[],
  spent: { readonly points: readonly string[]; readonly height: number },
): Promise<void> {
  for (const part of inParts(made))
    await tx
      .insert(poolShareCoins)
      .values([...part])
      .onConflictDoUpdate({
        target: [poolShareCoins.outpoint, poolShareCoins.pool],
        set: { height: sql`excluded.height` },
      });
  if (spent.points.length > 0)
    await tx
      .update(poolShareCoins)
      .set({ spentHeight: spent.height })
      .where(among(poolShareCoins.outpoint, spent.points));
}

export async function undoShareCoins(tx: Tx, height: number): Promise<void> {
  await tx.update(poolShareCoins).set({ spentHeight: null }).where(gte(poolShareCoins.spentHeight, height));
  await tx.delete(poolShareCoins).where(gte(poolShareCoins.height, height));
}

/** Of a pool at the end of each of these blocks, summed: the sats of its lanes, and all shares there are. */
export async function poolBlocks(
  db: Queries,
  pool: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<{ readonly sats: bigint; readonly shares: bigint }> {
  const blocks = sql`(${last} - greatest(${poolMoves.height}, ${first}) + 1)`;
  const [row] = await db
    .select({
      sats: sql`coalesce(sum(${poolMoves.d1} * ${blocks}), 0)`.mapWith(BigInt),
      shares: sql`coalesce(sum(${poolMoves.ds} * ${blocks}), 0)`.mapWith(BigInt),
    })
    .from(poolMoves)
    .where(and(eq(poolMoves.pool, pool), lte(poolMoves.height, last)));
  return row ?? { sats: 0n, shares: 0n };
}
