/** Deposits in the database, and the coins on the bridge's scripts that are ours. */
import { DEPOSIT_MACHINE } from '@rialto/market';
import type { DepositEvent, DepositStatus } from '@rialto/market';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { bridgeDeposits, bridgeOrders, bridgeOwnCoins } from '../schema/index.ts';

export type DepositRow = typeof bridgeDeposits.$inferSelect;
export type NewDeposit = typeof bridgeDeposits.$inferInsert;

export async function keepDeposit(db: Queries, row: NewDeposit): Promise<void> {
  await db.insert(bridgeDeposits).values(row).onConflictDoNothing();
}

export async function keepOwnCoin(db: Queries, name: string, asset: string): Promise<void> {
  await db.insert(bridgeOwnCoins).values({ name, asset }).onConflictDoNothing();
}

/** What looked like a deposit while it waited, and is ours: a lot of BRC-20 tells only in its block. */
export async function turnOwn(db: Queries, name: string, asset: string): Promise<void> {
  await db.delete(bridgeDeposits).where(eq(bridgeDeposits.name, name));
  await keepOwnCoin(db, name, asset);
}

/** Which of these coins are ours. */
export async function ownAmong(db: Queries, asset: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: bridgeOwnCoins.name })
    .from(bridgeOwnCoins)
    .where(eq(bridgeOwnCoins.asset, asset));
  return new Set(rows.map(({ name }) => name));
}

export async function findDeposits(db: Queries, names: readonly string[]): Promise<DepositRow[]> {
  if (names.length === 0) return [];
  return db.select().from(bridgeDeposits).where(among(bridgeDeposits.name, names));
}

/** In the order of the chain: those in blocks first. */
export const BY_CHAIN = sql`${bridgeDeposits.height} nulls last, ${bridgeDeposits.place} nulls first, ${bridgeDeposits.vout}, ${bridgeDeposits.name}`;

export async function depositsOfOrders(db: Queries, ids: readonly string[]): Promise<DepositRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(bridgeDeposits).where(among(bridgeDeposits.orderId, ids)).orderBy(BY_CHAIN);
}

/** The names of all that have not left for good: what was signed for them may be in no row here. */
export async function namesOfOpen(db: Queries, asset: string): Promise<readonly string[]> {
  const rows = await db
    .select({ name: bridgeDeposits.name })
    .from(bridgeDeposits)
    .where(and(eq(bridgeDeposits.asset, asset), inArray(bridgeDeposits.status, NOT_LEFT)));
  return rows.map(({ name }) => name);
}

/** @returns those that were in a state that allows it */
export async function moveDeposits(
  db: Queries,
  event: DepositEvent,
  names: readonly string[],
  set: Partial<Pick<DepositRow, 'wait' | 'reason'>> = {},
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const rows = await db
    .update(bridgeDeposits)
    .set({ ...set, status: nextState(DEPOSIT_MACHINE, event, bridgeDeposits.status) })
    .where(and(among(bridgeDeposits.name, names), allows(DEPOSIT_MACHINE, event, bridgeDeposits.status)))
    .returning({ name: bridgeDeposits.name });
  return rows.map(({ name }) => name);
}

export async function noteDeposits(
  db: Queries,
  names: readonly string[],
  set: Partial<
    Pick<
      DepositRow,
      'wait' | 'reason' | 'origin' | 'place' | 'amount' | 'mixed' | 'readAt' | 'judged' | 'refundAsked'
    >
  >,
): Promise<void> {
  if (names.length > 0) await db.update(bridgeDeposits).set(set).where(among(bridgeDeposits.name, names));
}

/** The id alone is no order: it is one of this asset, that way round. */
export const isOrderOf = (): SQL | undefined =>
  and(
    eq(bridgeOrders.id, bridgeDeposits.orderId),
    eq(bridgeOrders.asset, bridgeDeposits.asset),
    eq(bridgeOrders.direction, bridgeDeposits.direction),
  );

const NOT_LEFT: DepositStatus[] = ['confirming', 'refused', 'paying', 'paid-out', 'refunding'];
