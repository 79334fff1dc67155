/** Closed epochs: written whole in one transaction, read by everybody, changed by nobody. */
import type { ClosedEpoch } from '@rialto/market';
import { and, asc, between, eq, gte, lte, sql } from 'drizzle-orm';
import type { Param } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { rewardCampaigns, rewardEpochs, rewardRows, rewardUses } from '../schema/index.ts';

export type EpochRow = typeof rewardEpochs.$inferSelect;

/** What an epoch pays, and of which fees; `writeEpoch` comes after it, in the same transaction. */
export async function writeTable(
  tx: Tx,
  campaign: string,
  { bounds: { number }, rows, used }: ClosedEpoch,
): Promise<void> {
  await tx.execute(sql`insert into ${rewardUses} (campaign, number, reference, used)
    select ${campaign}, ${number}::int, made.* from unnest(${texts([...used.keys()])}::text[],
      ${wholes([...used.values()])}::numeric[]) as made (reference, used) order by reference collate "C"`);
  await tx.execute(sql`insert into ${rewardRows} (campaign, number, address, amount, wanted)
    select ${campaign}, ${number}::int, * from unnest(${texts(rows.map(({ address }) => address))}::text[],
      ${wholes(rows.map(({ amount }) => amount))}::numeric[], ${wholes(rows.map(({ wanted }) => wanted))}::numeric[])`);
}

export async function writeEpoch(
  tx: Tx,
  campaign: string,
  { bounds: { number, first, last }, total, scaled }: ClosedEpoch,
  seen: Pick<EpochRow, 'closedHeight' | 'lastHash' | 'rowsHash' | 'tradesHash'>,
): Promise<void> {
  const of = { campaign, number, firstBlock: first, lastBlock: last };
  await tx.insert(rewardEpochs).values({ ...of, total, scaled, ...seen });
}

/** Fees in the order of their index, which is written the faster for it; a whole column as one parameter: an epoch may use the fees of a hundred thousand trades. */
const texts = (column: readonly string[]): Param => sql.param(column);
const wholes = (column: readonly bigint[]): Param => sql.param(column.map(String));

export function epochsClosed(db: Queries, campaign: string): Promise<EpochRow[]> {
  return db
    .select()
    .from(rewardEpochs)
    .where(eq(rewardEpochs.campaign, campaign))
    .orderBy(asc(rewardEpochs.number));
}

export async function closedEpoch(
  db: Queries,
  { campaign, number }: Pick<EpochRow, 'campaign' | 'number'>,
): Promise<EpochRow | undefined> {
  const [row] = await db
    .select()
    .from(rewardEpochs)
    .where(and(eq(rewardEpochs.campaign, campaign), eq(rewardEpochs.number, number)));
  return row;
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

/**
 * Sat of each fill's fee that epochs used, of all that were closed before one: of those alone that share a block and a pair with it. They are
 * read whole, as they are kept: of full epochs most fills are the same, and to name a hundred thousand takes longer.
 */
export async function usedBudgets(
  db: Queries,
  pairs: readonly string[],
  before: Pick<EpochRow, 'campaign' | 'firstBlock' | 'lastBlock'>,
): Promise<ReadonlyMap<string, bigint>> {
  const { campaign, number, firstBlock, lastBlock } = rewardEpochs;
  const isBefore = sql`(${lastBlock}, ${campaign} collate "C") < (${before.lastBlock}, ${before.campaign} collate "C")`;
  const beside = await db
    .select({ campaign, from: sql<number>`min(${number})`, to: sql<number>`max(${number})` })
    .from(rewardEpochs)
    .innerJoin(rewardCampaigns, eq(rewardCampaigns.id, campaign))
    .where(
      and(
        isBefore,
        gte(lastBlock, before.firstBlock),
        lte(firstBlock, before.lastBlock),
        sql`${rewardCampaigns.file} -> 'pairs' ?| ${sql.param([...pairs])}::text[]`,
      ),
    )
    .groupBy(campaign);
  const used = new Map<string, bigint>();
  for (const { campaign: other, from, to } of beside) {
    const rows = await db
      .select({ reference: rewardUses.reference, sats: rewardUses.used })
      .from(rewardUses)
      .where(and(eq(rewardUses.campaign, other), between(rewardUses.number, from, to)));
    for (const { reference, sats } of rows) used.set(reference, (used.get(reference) ?? 0n) + sats);
  }
  return used;
}
