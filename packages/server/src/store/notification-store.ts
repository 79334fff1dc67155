/**
 * What happened to an address since it last looked. Nothing is written when it happens: it is read from orders and trades, so
 * what an undone block takes back is not told either. Only how far an address has read is kept.
 */
import { and, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { notificationMarks, orders, trades } from './schema.ts';

export interface News {
  readonly tick: string;
  readonly coinAmount: bigint;
  /** Of the token's smallest unit. */
  readonly decimals: number;
  readonly at: Date;
}

/** Older news is no news. */
const LOOK_BACK = sql`interval '30 days'`;
/** How long a transaction may wait for its block before its owner is told. */
const WAITS = sql`interval '2 hours'`;
const MOST = 200;

/** The moment an address has read a type up to. */
function readUpTo(address: string, type: number): SQL {
  return sql`greatest(now() - ${LOOK_BACK}, coalesce((
    select ${notificationMarks.readUntil} from ${notificationMarks}
    where ${notificationMarks.address} = ${address} and ${notificationMarks.type} = ${type}), 'epoch'))`;
}

async function closedOrders(db: Queries, address: string, type: number, where: SQL): Promise<News[]> {
  const rows = await db
    .select({
      tick: orders.tick,
      decimals: orders.decimals,
      coinAmount: orders.coinAmount,
      at: orders.closedAt,
    })
    .from(orders)
    .where(and(where, gt(orders.closedAt, readUpTo(address, type))))
    .orderBy(desc(orders.closedAt))
    .limit(MOST);
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
}

/** Sold or bought. */
export function finishedOrders(db: Queries, address: string, type: number): Promise<News[]> {
  const mine = or(eq(orders.sellerAddress, address), eq(orders.buyerAddress, address));
  return closedOrders(db, address, type, sql`${eq(orders.status, 'done')} and (${mine})`);
}

/** Offers whose coin went elsewhere. */
export function invalidAsks(db: Queries, address: string, type: number): Promise<News[]> {
  const where = sql`${eq(orders.status, 'invalid')} and ${eq(orders.sellerAddress, address)}`;
  return closedOrders(db, address, type, where);
}

/** Bids whose money went elsewhere. */
export function invalidBids(db: Queries, address: string, type: number): Promise<News[]> {
  const bid = sql`${orders.orderType} % 10 = 2`;
  const where = sql`${eq(orders.status, 'invalid')} and ${bid} and ${eq(orders.buyerAddress, address)}`;
  return closedOrders(db, address, type, where);
}

/** Purchases that came to nothing. */
export async function voidTrades(db: Queries, address: string, type: number): Promise<News[]> {
  return db
    .select({
      tick: trades.tick,
      decimals: trades.decimals,
      coinAmount: trades.coinAmount,
      at: trades.updatedAt,
    })
    .from(trades)
    .where(
      and(
        eq(trades.buyerAddress, address),
        eq(trades.status, 'void'),
        gt(trades.updatedAt, readUpTo(address, type)),
      ),
    )
    .orderBy(desc(trades.updatedAt))
    .limit(MOST);
}

/** Purchases that were sent and wait too long for a block. */
export async function waitingTrades(db: Queries, address: string, type: number): Promise<News[]> {
  return db
    .select({
      tick: trades.tick,
      decimals: trades.decimals,
      coinAmount: trades.coinAmount,
      at: trades.createdAt,
    })
    .from(trades)
    .where(
      and(
        eq(trades.buyerAddress, address),
        inArray(trades.status, ['sent', 'seen']),
        lt(trades.createdAt, sql`now() - ${WAITS}`),
        gt(sql`${trades.createdAt} + ${WAITS}`, readUpTo(address, type)),
      ),
    )
    .orderBy(desc(trades.createdAt))
    .limit(MOST);
}

/** Remembers that an address has read these types up to a moment; never backwards. */
export async function markRead(
  db: Queries,
  address: string,
  types: readonly number[],
  until: Date,
): Promise<void> {
  await db
    .insert(notificationMarks)
    .values(types.map((type) => ({ address, type, readUntil: until })))
    .onConflictDoUpdate({
      target: [notificationMarks.address, notificationMarks.type],
      set: { readUntil: sql`greatest(${notificationMarks.readUntil}, excluded.read_until)` },
    });
}
