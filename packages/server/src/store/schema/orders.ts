/** Tables of the orders: what every order has, and what only an ask has. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { uuid } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { OrderSide, OrderStatus } from '@rialto/market';
import { moment } from './moment.ts';

/** An order of either side. Whoever reads orders for a book, a price or a notification names the side. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    side: text('side').$type<OrderSide>().notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    /** Which book it is in; the number on the wire. */
    orderType: integer('order_type').notNull(),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    /** Of the token's smallest unit. */
    decimals: integer('decimals').notNull().default(18),
    /** 1: its taker pays no service fee. */
    freeState: integer('free_state').notNull().default(0),
    /** A live bid: nothing is locked for it, and no price is made of it. */
    live: boolean('live').notNull().default(false),
    /** Who placed a free order: a keyed hash of their network address. */
    caller: text('caller'),
    price: whole('price').notNull(),
    coinAmount: whole('coin_amount').notNull(),
    rateE18: whole('rate_e18').notNull(),
    /** Who placed it: the seller of an ask, the buyer of a bid. */
    ownerAddress: text('owner_address').notNull(),
    /** Who took it; empty until then, and where a stranger did. */
    takerAddress: text('taker_address').notNull().default(''),
    /** The trade that is taking it now. One order, one live trade: set by compare-and-set only. */
    liveTrade: uuid('live_trade'),
    dealTxid: text('deal_txid'),
    closedHeight: integer('closed_height'),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    unique('orders_id_status').on(table.id, table.status),
    index('orders_book')
      .on(table.assetId, table.side, table.rateE18)
      .where(sql`${table.status} = 'open'`),
    index('orders_owner').on(table.ownerAddress, table.createdAt),
    index('orders_taker').on(table.takerAddress, table.closedAt),
    index('orders_closed_height').on(table.closedHeight),
    index('orders_live_trade').on(table.liveTrade),
    index('orders_pending')
      .on(table.liveTrade)
      .where(sql`${table.liveTrade} is not null and ${table.status} in ('open', 'paused')`),
    // Few at any time, and looked for whenever something leaves the mempool.
    index('orders_paused')
      .on(table.id)
      .where(sql`${table.status} = 'paused'`),
    // Empty while all is well: what the invariants look for is found without reading the book.
    index('orders_offered_and_sold')
      .on(table.id)
      .where(
        sql`${table.status} in ('open', 'paused', 'cancelling') and (${table.dealTxid} is not null or ${table.closedHeight} is not null)`,
      ),
    index('orders_sold_unnamed')
      .on(table.id)
      .where(sql`${table.status} = 'done' and (${table.dealTxid} is null or ${table.closedHeight} is null)`),
    index('orders_free')
      .on(table.caller, table.createdAt)
      .where(sql`${table.freeState} = 1`),
  ],
);

/** What only an ask has: the coin it sells, and its owner's signature. */
export const asks = pgTable(
  'asks',
  {
    /** Its index holds what a book shows of an ask as well, so that a book is read without these rows (migration 0010). */
    orderId: text('order_id').primaryKey(),
    /** The order's own, kept equal by the database: no two live asks may name one outpoint. */
    status: text('status').$type<OrderStatus>().notNull(),
    outpoint: text('outpoint').notNull(),
    /** Empty for MRC-20. */
    inscriptionId: text('inscription_id').notNull(),
    payScript: text('pay_script').notNull(),
    sequence: whole('sequence').notNull(),
    /** The seller's signature as witness items in hex; null once a soft cancel has deleted it. */
    witness: jsonb('witness').$type<readonly string[] | null>(),
    /** The seller's own PSBT, shown to its owner only; goes with the signature. */
    psbt: text('psbt').notNull().default(''),
    disclosedAt: moment('disclosed_at'),
    cancelTxid: text('cancel_txid'),
  },
  (table) => [
    foreignKey({
      name: 'asks_order',
      columns: [table.orderId, table.status],
      foreignColumns: [orders.id, orders.status],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    uniqueIndex('asks_live_outpoint')
      .on(table.outpoint)
      .where(sql`${table.status} in ('open', 'paused', 'cancelling')`),
    index('asks_outpoint').on(table.outpoint),
    index('asks_signature_kept')
      .on(table.orderId)
      .where(
        sql`${table.status} = 'cancelled' and ${table.cancelTxid} is null and ${table.witness} is not null`,
      ),
  ],
);
