/**
 * What happened to an address since it last looked. Nothing is written when it happens: it is read from orders and trades, so
 * what an undone block takes back is not told either. Only how far an address has read is kept.
 */
import type { OrderSide } from '@rialto/market';
import { and, desc, eq, gt, inArray, notExists, notLike, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';
import { notificationMarks, orders, outbox, trades } from './schema/index.ts';

export interface News {
  readonly tick: string;
  readonly coinAmount: bigint;
  /** Of the token's smallest unit. */
  readonly decimals: number;
  readonly at: Date;
  /** Of the order it is about. */
  readonly orderType?: number;
  /** Where it is a transaction: what is shown when it is about no token. */
  readonly txid?: string;
}

/** Older news is no news. */
const LOOK_BACK = sql`interval '30 days'`;
const MAX = 200;

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
      orderType: orders.orderType,
      at: orders.closedAt,
    })
    .from(orders)
    .where(and(where, gt(orders.closedAt, readUpTo(address, type))))
    .orderBy(desc(orders.closedAt))
    .limit(MAX);
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
}

/** Sold or bought. */
export function finishedOrders(db: Queries, address: string, type: number): Promise<News[]> {
  const mine = or(eq(orders.ownerAddress, address), eq(orders.takerAddress, address));
  return closedOrders(db, address, type, sql`${eq(orders.status, 'done')} and (${mine})`);
}

/** Orders of one side whose coin went elsewhere: of asks the lot, of bids the money. */
export function invalidOrders(
  db: Queries,
  address: string,
  { type, side }: { readonly type: number; readonly side: OrderSide },
): Promise<News[]> {
  const theirs = and(eq(orders.side, side), eq(orders.ownerAddress, address));
  return closedOrders(db, address, type, sql`${eq(orders.status, 'invalid')} and ${theirs}`);
}

/** How the reason of a purchase begins whose buyer wanted it so. */
export const CANCELLED_BY_BUYER = 'cancelled by the buyer';

/** Purchases that came to nothing against their buyer's will. */
export async function voidTrades(db: Queries, address: string, type: number): Promise<News[]> {
  return db
    .select({
      tick: trades.tick,
      decimals: trades.decimals,
      coinAmount: trades.coinAmount,
      orderType: trades.orderType,
      at: trades.updatedAt,
    })
    .from(trades)
    .where(
      and(
        eq(trades.buyerAddress, address),
        eq(trades.status, 'void'),
        notLike(trades.reason, `${CANCELLED_BY_BUYER}%`),
        gt(trades.updatedAt, readUpTo(address, type)),
      ),
    )
    .orderBy(desc(trades.updatedAt))
    .limit(MAX);
}

/**
 * Transactions an address has paid for that have waited longer than two blocks at a rate under the slow plan, and that no child of
 * its own pays for. Each is news once: at the block that made it late.
 */
export async function stuckTransactions(
  db: Queries,
  address: string,
  { type, slow }: { type: number; slow: number },
): Promise<News[]> {
  const rows = await db
    .select({
      txid: outbox.txid,
      stuckAt: outbox.stuckAt,
      trade: { tick: trades.tick, decimals: trades.decimals, coinAmount: trades.coinAmount },
      order: { tick: orders.tick, decimals: orders.decimals, coinAmount: orders.coinAmount },
    })
    .from(outbox)
    // Cast this way the trades are found by their index: anybody may ask this of any address.
    .leftJoin(trades, sql`${trades.id} = case ${outbox.kind} when 'trade' then ${outbox.reference}::uuid end`)
    .leftJoin(orders, sql`${outbox.kind} = 'cancel' and ${orders.id} = ${outbox.reference}`)
    .where(
      and(
        inArray(outbox.status, ['waiting', 'sent']),
        gt(outbox.stuckAt, readUpTo(address, type)),
        or(
          eq(trades.buyerAddress, address),
          eq(orders.ownerAddress, address),
          and(eq(outbox.kind, 'own'), eq(outbox.reference, address)),
        ),
        sql`coalesce(${outbox.fee}, ${trades.networkFee}) < ${slow}::numeric * ${outbox.vsize}`,
        notExists(childOf(db)),
      ),
    )
    .orderBy(desc(outbox.stuckAt))
    .limit(MAX);
  return rows.flatMap(({ txid, stuckAt, trade, order }) => {
    const about = trade ?? order ?? { tick: '', decimals: 0, coinAmount: 0n };
    return stuckAt === null ? [] : [{ ...about, txid, at: stuckAt }];
  });
}

/** One's own transaction on its way that spends an output of the row it is asked for. */
function childOf(db: Queries) {
  const child = alias(outbox, 'child');
  return db
    .select({ txid: child.txid })
    .from(child)
    .where(
      and(
        eq(child.kind, 'own'),
        inArray(child.status, ['waiting', 'sent']),
        sql`exists (select 1 from unnest(${child.inputs}) as point where split_part(point, ':', 1) = ${outbox.txid})`,
      ),
    );
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
