/** Claims in lots: they name no rows and pay parts of them, the oldest row first. */
import type { ClaimState } from '@rialto/contract';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { rewardClaims, rewardRows } from '../schema/index.ts';
import { PAID, STANDING } from './row-joins.ts';

const namesNoRows = sql`cardinality(${rewardClaims.epochs}) = 0`;
const sum = sql`coalesce(sum(${rewardClaims.amount}), 0)`.mapWith(BigInt);

/** What standing ones of an address have taken, by campaign. */
export async function partsClaimed(db: Queries, address: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .select({ campaign: rewardClaims.campaign, sum })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.address, address), namesNoRows, inArray(rewardClaims.status, STANDING)))
    .groupBy(rewardClaims.campaign);
  return new Map(rows.map((row) => [row.campaign, row.sum]));
}

/** What ones in blocks have taken of a campaign, of everybody. */
export async function partsPaid(db: Queries, campaign: string): Promise<bigint> {
  const [row] = await db
    .select({ sum })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.campaign, campaign), namesNoRows, inArray(rewardClaims.status, PAID)));
  return row?.sum ?? 0n;
}

/** The most that the rows of one address ask for, less what claims in lots have paid it in blocks. */
export async function largestUnpaid(db: Queries, campaign: string): Promise<bigint> {
  const paid = db
    .select({ address: rewardClaims.address, sum: sum.as('paid') })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.campaign, campaign), namesNoRows, inArray(rewardClaims.status, PAID)))
    .groupBy(rewardClaims.address)
    .as('paid');
  const left = sql`sum(${rewardRows.amount}) - coalesce(max(${paid.sum}), 0)`.mapWith(BigInt);
  const [row] = await db
    .select({ left })
    .from(rewardRows)
    .leftJoin(paid, eq(paid.address, rewardRows.address))
    .where(eq(rewardRows.campaign, campaign))
    .groupBy(rewardRows.address)
    .orderBy(desc(left))
    .limit(1);
  return row?.left ?? 0n;
}

/** How far standing ones reach into the rows of an address: as far in blocks that are final, in any block, and at all. */
export interface Reached {
  readonly final: bigint;
  readonly confirmed: bigint;
  readonly sent: bigint;
}

export async function partsReached(
  db: Queries,
  { campaign, address }: { readonly campaign: string; readonly address: string },
): Promise<Reached> {
  const rows = await db
    .select({ status: rewardClaims.status, sum })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.campaign, campaign), eq(rewardClaims.address, address), namesNoRows))
    .groupBy(rewardClaims.status);
  const of = (status: ClaimState): bigint => rows.find((row) => row.status === status)?.sum ?? 0n;
  const final = of('final');
  const confirmed = final + of('confirmed');
  return { final, confirmed, sent: confirmed + of('sent') };
}

/** The state of a row by how much all rows up to it hold; null for one that is not paid whole. */
export function stateReached(upTo: bigint, { final, confirmed, sent }: Reached): ClaimState | null {
  if (upTo <= final) return 'final';
  if (upTo <= confirmed) return 'confirmed';
  return upTo <= sent ? 'sent' : null;
}
