/** Rows of closed epochs, with the claims that took them: a row counts as claimed from the signature of its claim on, until that is void. */
import { and, asc, count, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { KEPT_SINCE, MAX_NEWS } from '../notification-store.ts';
import { rewardClaims, rewardEpochs, rewardRows, rewardTaken } from '../schema/index.ts';
import { partsClaimed, partsReached, stateReached } from './part-claims.ts';
import { STANDING, claimOfRow, epochOfRow, tableTaken } from './row-joins.ts';

export interface Page {
  readonly from: number;
  readonly size: number;
}

interface OfAddress {
  readonly campaign: string;
  readonly address: string;
}

export interface OwnSums {
  readonly total: bigint;
  readonly claimed: bigint;
  /** Not claimed, and the signer pays it by now. */
  readonly ready: bigint;
  /** Of the rows that are not claimed: the height from which the signer signs for all of them it has taken. */
  readonly readyHeight: number | null;
  /** The signer has not taken the table of one of them yet. */
  readonly isWaiting: boolean;
}

/** What an address has of each campaign that it has a row of. @param height of the index */
export async function ownSums(
  db: Queries,
  address: string,
  height: number,
): Promise<ReadonlyMap<string, OwnSums>> {
  const unclaimed = sql`filter (where ${rewardClaims.id} is null)`;
  const rows = await db
    .select({
      campaign: rewardRows.campaign,
      total: sql`sum(${rewardRows.amount})`.mapWith(BigInt),
      claimed:
        sql`coalesce(sum(${rewardRows.amount}) filter (where ${rewardClaims.id} is not null), 0)`.mapWith(
          BigInt,
        ),
      ready:
        sql`coalesce(sum(${rewardRows.amount}) filter (where ${rewardClaims.id} is null and ${rewardTaken.readyHeight} <= ${height}), 0)`.mapWith(
          BigInt,
        ),
      readyHeight: sql<number | null>`max(${rewardTaken.readyHeight}) ${unclaimed}`,
      isWaiting: sql<boolean>`coalesce(bool_or(${rewardTaken.readyHeight} is null) ${unclaimed}, false)`,
    })
    .from(rewardRows)
    .leftJoin(rewardClaims, claimOfRow(STANDING))
    .leftJoin(rewardTaken, tableTaken)
    .where(eq(rewardRows.address, address))
    .groupBy(rewardRows.campaign);
  const parts = await partsClaimed(db, address);
  return new Map(
    rows.map(({ campaign, claimed, ready, ...sums }) => {
      const part = parts.get(campaign) ?? 0n;
      // After a block that was undone a claim may have taken what is not ready any more.
      return [campaign, { ...sums, claimed: claimed + part, ready: ready > part ? ready - part : 0n }];
    }),
  );
}

const shownRow = {
  number: rewardRows.number,
  firstBlock: rewardEpochs.firstBlock,
  lastBlock: rewardEpochs.lastBlock,
  address: rewardRows.address,
  amount: rewardRows.amount,
  closedAt: rewardEpochs.closedAt,
};

/** The youngest first. */
export async function ownRows(db: Queries, { campaign, address }: OfAddress, { from, size }: Page) {
  const own = and(eq(rewardRows.campaign, campaign), eq(rewardRows.address, address));
  const [all] = await db.select({ total: count() }).from(rewardRows).where(own);
  const upTo = sql`sum(${rewardRows.amount}) over (order by ${rewardRows.number})`.mapWith(BigInt);
  const rows = await db
    .select({ ...shownRow, wanted: rewardRows.wanted, status: rewardClaims.status, upTo })
    .from(rewardRows)
    .innerJoin(rewardEpochs, epochOfRow)
    .leftJoin(rewardClaims, claimOfRow(STANDING))
    .where(own)
    .orderBy(desc(rewardRows.number))
    .limit(size)
    .offset(from);
  const reached = await partsReached(db, { campaign, address });
  return {
    total: all?.total ?? 0,
    rows: rows.map(({ status, upTo: sum, ...row }) => ({
      ...row,
      state: status ?? stateReached(sum, reached),
    })),
  };
}

/** Of all campaigns, as far back as there is news: the youngest first. */
export function earnedLately(db: Queries, address: string) {
  return db
    .select({ campaign: rewardRows.campaign, amount: rewardRows.amount, at: rewardEpochs.closedAt })
    .from(rewardRows)
    .innerJoin(rewardEpochs, epochOfRow)
    .where(and(eq(rewardRows.address, address), gt(rewardEpochs.closedAt, KEPT_SINCE)))
    .orderBy(desc(rewardEpochs.closedAt))
    .limit(MAX_NEWS);
}

/** Of everybody: the youngest first, those of an epoch by address. */
export async function rowsOfAll(db: Queries, campaign: string, { from, size }: Page) {
  const all = eq(rewardRows.campaign, campaign);
  const [counted] = await db.select({ total: count() }).from(rewardRows).where(all);
  const rows = await db
    .select(shownRow)
    .from(rewardRows)
    .innerJoin(rewardEpochs, epochOfRow)
    .where(all)
    .orderBy(desc(rewardRows.number), asc(sql`${rewardRows.address} collate "C"`))
    .limit(size)
    .offset(from);
  return { total: counted?.total ?? 0, rows };
}

/** The youngest first. What was built and never signed is shown while it can be signed. */
export async function ownClaims(db: Queries, { campaign, address }: OfAddress, { from, size }: Page) {
  const shown = and(
    eq(rewardClaims.campaign, campaign),
    eq(rewardClaims.address, address),
    or(ne(rewardClaims.status, 'built'), gt(rewardClaims.expiresAt, sql`now()`)),
  );
  const { id, amount, status, txid, networkFee, createdAt } = rewardClaims;
  const [all] = await db.select({ total: count() }).from(rewardClaims).where(shown);
  const rows = await db
    .select({ id, amount, status, txid, networkFee, createdAt })
    .from(rewardClaims)
    .where(shown)
    .orderBy(desc(createdAt), desc(id))
    .limit(size)
    .offset(from);
  return { total: all?.total ?? 0, rows };
}

/** What all claims of a campaign have taken. */
export async function claimedOf(db: Queries, campaign: string): Promise<bigint> {
  const [row] = await db
    .select({ claimed: sql`coalesce(sum(${rewardClaims.amount}), 0)`.mapWith(BigInt) })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.campaign, campaign), inArray(rewardClaims.status, STANDING)));
  return row?.claimed ?? 0n;
}
