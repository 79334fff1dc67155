/** Closed epochs: written whole in one transaction, read by everybody, changed by nobody. */
import type { ClosedEpoch } from '@rialto/market';
import { and, asc, eq, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { inParts } from '../in-parts.ts';
import { rewardEpochs, rewardRows, rewardUses } from '../schema/index.ts';

export type EpochRow = typeof rewardEpochs.$inferSelect;

export async function writeEpoch(
  tx: Tx,
  campaign: string,
  { bounds: { number, first, last }, rows, total, scaled, used }: ClosedEpoch,
  seen: Pick<EpochRow, 'closedHeight' | 'lastHash' | 'rowsHash' | 'tradesHash'>,
): Promise<void> {
  const of = { campaign, number };
  await tx.insert(rewardEpochs).values({ ...of, firstBlock: first, lastBlock: last, total, scaled, ...seen });
  for (const part of inParts(rows))
    await tx.insert(rewardRows).values(part.map((row) => ({ ...of, ...row })));
  for (const part of inParts([...used]))
    await tx.insert(rewardUses).values(part.map(([reference, sats]) => ({ ...of, reference, used: sats })));
}

export function epochsClosed(db: Queries, campaign: string): Promise<EpochRow[]> {
  return db
    .select()
    .from(rewardEpochs)
    .where(eq(rewardEpochs.campaign, campaign))
    .orderBy(asc(rewardEpochs.number));
}

/** By campaign: how many epochs are closed, and what they pay in all. */
export async function closedSums(
  db: Queries,
): Promise<ReadonlyMap<string, { readonly epochs: number; readonly total: bigint }>> {
  const rows = await db
    .select({
      campaign: rewardEpochs.campaign,
      epochs: sql<number>`count(*)::int`,
      total: sql`sum(${rewardEpochs.total})`.mapWith(BigInt),
    })
    .from(rewardEpochs)
    .groupBy(rewardEpochs.campaign);
  return new Map(rows.map(({ campaign, ...sums }) => [campaign, sums]));
}

export async function rowsOf(
  db: Queries,
  { campaign, number }: Pick<EpochRow, 'campaign' | 'number'>,
): Promise<{ readonly address: string; readonly amount: bigint; readonly wanted: bigint }[]> {
  const { address, amount, wanted } = rewardRows;
  return db
    .select({ address, amount, wanted })
    .from(rewardRows)
    .where(and(eq(rewardRows.campaign, campaign), eq(rewardRows.number, number)))
    .orderBy(sql`${address} collate "C"`);
}

/** Sat that epochs used of the fees of these fills, of all that were closed before one. */
export async function usedBudgets(
  db: Queries,
  references: readonly string[],
  before: Pick<EpochRow, 'campaign' | 'lastBlock'>,
): Promise<ReadonlyMap<string, bigint>> {
  if (references.length === 0) return new Map();
  const isBefore = sql`(${rewardEpochs.lastBlock}, ${rewardEpochs.campaign} collate "C") < (${before.lastBlock}, ${before.campaign} collate "C")`;
  const rows = await db
    .select({ reference: rewardUses.reference, used: sql`sum(${rewardUses.used})`.mapWith(BigInt) })
    .from(rewardUses)
    .innerJoin(
      rewardEpochs,
      and(eq(rewardEpochs.campaign, rewardUses.campaign), eq(rewardEpochs.number, rewardUses.number)),
    )
    .where(and(among(rewardUses.reference, references), isBefore))
    .groupBy(rewardUses.reference);
  return new Map(rows.map(({ reference, used }) => [reference, used]));
}
