/**
 * What happened to an address since it last looked. Nothing is written when it happens: it is read from orders and trades, so
 * what an undone block takes back is not told either. Only how far an address has read is kept.
 */
import type { NotificationItem } from '@rialto/contract';
import type { OrderSide } from '@rialto/market';
import type { ScriptHex } from '@rialto/protocols';
import { and, desc, eq, gt, inArray, notExists, notLike, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';
import { notificationMarks, orders, outbox, trades } from './schema/index.ts';

export interface News {
  /** sold and bought: an order of this address, one it took, or a swap; lost: a purchase, a sale or an act on a pool that came to nothing. */
  readonly event: NotificationItem['event'];
  readonly tick: string;
  readonly coinAmount: bigint;
  /** Of the token's smallest unit. */
  readonly decimals: number;
  readonly at: Date;
  /** To the seller, in sat. */
  readonly sats: bigint;
  /** Of the order it is about. */
  readonly orderType?: number;
  /** Of the tokens of the pool it is about. */
  readonly book?: 'runes' | 'brc20';
  /** The transaction that did it; empty where none did. */
  readonly txid: string;
  /** In words, where something came to nothing. */
  readonly reason: string;
  /** Whose it is now, where it left. */
  readonly to?: ScriptHex;
  /** The title of the campaign that pays it. */
  readonly campaign?: string;
}

/** Older news is no news. */
const LOOK_BACK = sql`interval '30 days'`;
export const MAX_NEWS = 200;

export const KEPT_SINCE = sql`now() - ${LOOK_BACK}`;

/** The moment an address has read each type up to. */
export async function readMarks(db: Queries, address: string): Promise<ReadonlyMap<number, Date>> {
  const rows = await db.select().from(notificationMarks).where(eq(notificationMarks.address, address));
  return new Map(rows.map(({ type, readUntil }) => [type, readUntil]));
}

async function closedOrders(
  db: Queries,
  where: SQL,
  eventOf: (row: { readonly side: OrderSide; readonly takerAddress: string }) => News['event'],
): Promise<News[]> {
  const rows = await db
    .select({
      tick: orders.tick,
      decimals: orders.decimals,
      coinAmount: orders.coinAmount,
      orderType: orders.orderType,
      side: orders.side,
      sats: orders.price,
      txid: orders.dealTxid,
      reason: orders.reason,
      takerAddress: orders.takerAddress,
      at: orders.closedAt,
    })
    .from(orders)
    .where(and(where, gt(orders.closedAt, KEPT_SINCE)))
    .orderBy(desc(orders.closedAt))
    .limit(MAX_NEWS);
  return rows.flatMap(({ at, side, takerAddress, txid, ...row }) =>
    at === null ? [] : [{ ...row, event: eventOf({ side, takerAddress }), txid: txid ?? '', at }],
  );
}

/** Sold or bought: the taker of an ask buys, of a bid sells. */
export function finishedOrders(db: Queries, address: string): Promise<News[]> {
  const mine = or(eq(orders.ownerAddress, address), eq(orders.takerAddress, address));
  const isDone = sql`${eq(orders.status, 'done')} and (${mine})`;
  return closedOrders(db, isDone, ({ side, takerAddress }) =>
    (takerAddress === address) === (side === 'ask') ? 'bought' : 'sold',
  );
}

/** Orders of one side whose coin went elsewhere: of asks the lot, of bids the money; and those whose time is over, which their reason says. */
export function invalidOrders(db: Queries, address: string, side: OrderSide): Promise<News[]> {
  const theirs = and(eq(orders.side, side), eq(orders.ownerAddress, address));
  const ended = inArray(orders.status, ['invalid', 'expired']);
  return closedOrders(db, sql`${ended} and ${theirs}`, () => 'invalid');
}

/** How the reason of a purchase begins whose buyer wanted it so. */
export const CANCELLED_BY_BUYER = 'cancelled by the buyer';

/** Purchases, and sales into bids, that came to nothing against the will of who asked for them. */
export async function voidTrades(db: Queries, address: string): Promise<News[]> {
  const rows = await db
    .select({
      tick: trades.tick,
      decimals: trades.decimals,
      coinAmount: trades.coinAmount,
      orderType: trades.orderType,
      sats: trades.price,
      txid: trades.txid,
      reason: trades.reason,
      at: trades.updatedAt,
    })
    .from(trades)
    .where(
      and(
        or(and(eq(trades.buyerAddress, address), eq(trades.side, 'ask')), eq(trades.sellerAddress, address)),
        eq(trades.status, 'void'),
        notLike(trades.reason, `${CANCELLED_BY_BUYER}%`),
        gt(trades.updatedAt, KEPT_SINCE),
      ),
    )
    .orderBy(desc(trades.updatedAt))
    .limit(MAX_NEWS);
  return rows.map((row) => ({ ...row, event: 'lost' as const }));
}

/**
 * Transactions an address has paid for that have waited longer than two blocks at a rate under the slow plan, and that no child of
 * its own pays for. Each is news once: at the block that made it late.
 */
export async function stuckTransactions(
  db: Queries,
  address: string,
  { slow }: { slow: number },
): Promise<News[]> {
  const rows = await db
    .select({
      txid: outbox.txid,
      stuckAt: outbox.stuckAt,
      trade: {
        tick: trades.tick,
        decimals: trades.decimals,
        coinAmount: trades.coinAmount,
        sats: trades.price,
      },
      order: {
        tick: orders.tick,
        decimals: orders.decimals,
        coinAmount: orders.coinAmount,
        sats: orders.price,
      },
    })
    .from(outbox)
    // Cast this way the trades are found by their index: anybody may ask this of any address.
    .leftJoin(
      trades,
      sql`${trades.id} = case when ${outbox.kind} in ('trade', 'fill') then ${outbox.reference}::uuid end`,
    )
    .leftJoin(orders, sql`${outbox.kind} = 'cancel' and ${orders.id} = ${outbox.reference}`)
    .where(
      and(
        inArray(outbox.status, ['waiting', 'sent']),
        gt(outbox.stuckAt, KEPT_SINCE),
        or(
          and(eq(trades.buyerAddress, address), eq(trades.side, 'ask')),
          eq(trades.sellerAddress, address),
          eq(orders.ownerAddress, address),
          and(eq(outbox.kind, 'own'), eq(outbox.reference, address)),
        ),
        sql`coalesce(${outbox.fee}, ${trades.networkFee}) < ${slow}::numeric * ${outbox.vsize}`,
        notExists(childOf(db)),
      ),
    )
    .orderBy(desc(outbox.stuckAt))
    .limit(MAX_NEWS);
  return rows.flatMap(({ txid, stuckAt, trade, order }) => {
    const about = trade ?? order ?? { tick: '', decimals: 0, coinAmount: 0n, sats: 0n };
    return stuckAt === null ? [] : [{ ...about, event: 'waiting', txid, reason: '', at: stuckAt }];
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
