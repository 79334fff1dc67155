/** Closed epochs: written whole in one transaction, read by everybody, changed by nobody. */
import type { ClosedEpoch } from '@rialto/market';
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Param } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
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
  await tx.execute(sql`insert into ${rewardRows} (campaign, number, address, amount, wanted)
    select ${campaign}, ${number}::int, * from unnest(${texts(rows.map(({ address }) => address))}::text[],
      ${wholes(rows.map(({ amount }) => amount))}::numeric[], ${wholes(rows.map(({ wanted }) => wanted))}::numeric[])`);
  await tx.execute(sql`insert into ${rewardUses} (campaign, number, reference, used)
    select ${campaign}, ${number}::int, made.* from unnest(${texts([...used.keys()])}::text[],
      ${wholes([...used.values()])}::numeric[]) as made (reference, used) order by reference collate "C"`);
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

/** Sat that epochs used of the fees of these fills, of all that were closed before one: of those alone that share a block with it. */
export async function usedBudgets(
  db: Queries,
  references: readonly string[],
  before: Pick<EpochRow, 'campaign' | 'firstBlock' | 'lastBlock'>,
): Promise<ReadonlyMap<string, bigint>> {
  const { campaign, number, firstBlock, lastBlock } = rewardEpochs;
  const isBefore = sql`(${lastBlock}, ${campaign} collate "C") < (${before.lastBlock}, ${before.campaign} collate "C")`;
  const isBeside = and(isBefore, gte(lastBlock, before.firstBlock), lte(firstBlock, before.lastBlock));
  const [beside] = await db.select({ number }).from(rewardEpochs).where(isBeside).limit(1);
  if (references.length === 0 || beside === undefined) return new Map();
  const rows = await db
    .select({ reference: rewardUses.reference, used: sql`sum(${rewardUses.used})`.mapWith(BigInt) })
    .from(rewardUses)
    .innerJoin(rewardEpochs, and(eq(campaign, rewardUses.campaign), eq(number, rewardUses.number)))
    .where(and(among(rewardUses.reference, references), isBeside))
    .groupBy(rewardUses.reference);
  return new Map(rows.map(({ reference, used }) => [reference, used]));
}
