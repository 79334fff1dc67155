/** Sales into bids that came to nothing because their sellers spent the lot elsewhere, in the database. */
import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { trades } from '../schema/index.ts';

interface SaleTakenBack {
  readonly sellerAddress: string;
  /** The transaction that spent the lot. */
  readonly by: string;
  readonly height: number;
}

/** Those since a height. One that a block took after all is none. */
export async function salesTakenBack(db: Queries, since: number): Promise<SaleTakenBack[]> {
  const rows = await db
    .select({ sellerAddress: trades.sellerAddress, by: trades.takenBackBy, height: trades.takenBackHeight })
    .from(trades)
    .where(
      and(
        isNotNull(trades.takenBackBy),
        eq(trades.side, 'bid'),
        eq(trades.status, 'void'),
        gt(trades.takenBackHeight, since),
      ),
    );
  return rows.flatMap(({ sellerAddress, by, height }) =>
    sellerAddress === null || by === null || height === null ? [] : [{ sellerAddress, by, height }],
  );
}
