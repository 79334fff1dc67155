/** Claims in lots: they name no rows and pay parts of them, the oldest row first. */
import type { ClaimState } from '@rialto/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { rewardClaims } from '../schema/index.ts';
import { STANDING } from './row-joins.ts';

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
