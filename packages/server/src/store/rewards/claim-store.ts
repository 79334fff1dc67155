/** Claims: built, then sent with their transaction, and what becomes of them. A row is claimed while a claim that was sent and is not void has it. */
import type { ClaimState } from '@rialto/contract';
import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { rewardClaims, rewardRows, rewardTaken } from '../schema/index.ts';
import { STANDING, claimOfRow, tableTaken } from './row-joins.ts';

export type ClaimRow = typeof rewardClaims.$inferSelect;

/** A row that no claim has. */
export interface UnpaidRow {
  readonly number: number;
  readonly amount: bigint;
  /** From which the signer signs for it; null while it has not taken the table. */
  readonly readyHeight: number | null;
}

export async function unpaidRows(db: Queries, campaign: string, address: string): Promise<UnpaidRow[]> {
  const { number, amount } = rewardRows;
  return db
    .select({ number, amount, readyHeight: rewardTaken.readyHeight })
    .from(rewardRows)
    .leftJoin(rewardTaken, tableTaken)
    .leftJoin(rewardClaims, claimOfRow(STANDING))
    .where(and(eq(rewardRows.campaign, campaign), eq(rewardRows.address, address), isNull(rewardClaims.id)))
    .orderBy(asc(number));
}

export async function keepClaim(db: Queries, row: typeof rewardClaims.$inferInsert): Promise<void> {
  await db.insert(rewardClaims).values(row);
}

export async function findClaim(db: Queries, id: string): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(rewardClaims).where(eq(rewardClaims.id, id));
  return row;
}

/** Of an address: on their way, or in blocks. */
export async function standingClaims(
  db: Queries,
  campaign: string,
  address: string,
): Promise<Pick<ClaimRow, 'id' | 'epochs' | 'status' | 'txid'>[]> {
  const { id, epochs, status, txid } = rewardClaims;
  return db
    .select({ id, epochs, status, txid })
    .from(rewardClaims)
    .where(
      and(eq(rewardClaims.campaign, campaign), eq(rewardClaims.address, address), inArray(status, STANDING)),
    );
}

/** Coins of the pot in claims of others that are being signed. */
export async function coinsBeingSigned(
  db: Queries,
  campaign: string,
  but: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ plan: rewardClaims.plan })
    .from(rewardClaims)
    .where(
      and(
        eq(rewardClaims.campaign, campaign),
        eq(rewardClaims.status, 'built'),
        ne(rewardClaims.address, but),
        gt(rewardClaims.expiresAt, sql`now()`),
      ),
    );
  return new Set(
    rows.flatMap(({ plan: { lots, poolCoins } }) =>
      [...(lots?.coins ?? []), ...poolCoins].map(({ outpoint }) => outpoint),
    ),
  );
}

/**
 * Which claims in lots can stand side by side only the signer says.
 * @returns false when one of its rows is in another claim by now, or it is not waiting for its signature
 */
export async function markSent(
  tx: Tx,
  { id, campaign, address, epochs }: ClaimRow,
  txid: string,
): Promise<boolean> {
  const standing = await standingClaims(tx, campaign, address);
  const isOf = new Set(epochs);
  if (standing.some((other) => other.id !== id && other.epochs.some((number) => isOf.has(number))))
    return false;
  const moved = await tx
    .update(rewardClaims)
    .set({ status: 'sent', txid, updatedAt: sql`now()` })
    .where(and(eq(rewardClaims.id, id), eq(rewardClaims.status, 'built')))
    .returning({ id: rewardClaims.id });
  return moved.length > 0;
}

export async function moveClaim(tx: Tx, id: string, status: ClaimState, reason = ''): Promise<void> {
  await tx
    .update(rewardClaims)
    .set({ status, reason, updatedAt: sql`now()` })
    .where(eq(rewardClaims.id, id));
}

/** What was built and never signed is forgotten after a day. */
export async function dropOldClaims(db: Queries): Promise<void> {
  await db
    .delete(rewardClaims)
    .where(and(eq(rewardClaims.status, 'built'), lt(rewardClaims.expiresAt, sql`now() - interval '1 day'`)));
}
