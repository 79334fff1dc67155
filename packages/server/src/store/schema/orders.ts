/** Tables of the orders. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { OrderStatus } from '@rialto/market';
import { moment } from './moment.ts';

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    status: text('status').$type<OrderStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    orderType: integer('order_type').notNull(),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    /** Of the token's smallest unit. */
    decimals: integer('decimals').notNull().default(18),
    /** 1: its taker pays no service fee. */
    freeState: integer('free_state').notNull().default(0),
    /** Who placed a free order: a keyed hash of his network address. */
    caller: text('caller'),
    price: whole('price').notNull(),
    coinAmount: whole('coin_amount').notNull(),
    rateE18: whole('rate_e18').notNull(),
    sellerAddress: text('seller_address').notNull(),
    buyerAddress: text('buyer_address').notNull().default(''),
    /** Empty for MRC-20. */
    inscriptionId: text('inscription_id').notNull(),
    outpoint: text('outpoint').notNull(),
    payScript: text('pay_script').notNull(),
    sequence: whole('sequence').notNull(),
    /** The seller's signature as witness items in hex; null once a soft cancel has deleted it. */
    witness: jsonb('witness').$type<readonly string[] | null>(),
    /** The seller's own PSBT, shown to its owner only; goes with the signature. */
    psbt: text('psbt').notNull().default(''),
    disclosedAt: moment('disclosed_at'),
    /** The trade that is buying it now. One order, one live trade: set by compare-and-set only. */
    liveTrade: uuid('live_trade'),
    cancelTxid: text('cancel_txid'),
    dealTxid: text('deal_txid'),
    closedHeight: integer('closed_height'),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('orders_live_outpoint')
      .on(table.outpoint)
      .where(sql`${table.status} in ('open', 'paused', 'cancelling')`),
    index('orders_book')
      .on(table.assetId, table.rateE18)
      .where(sql`${table.status} = 'open'`),
    index('orders_outpoint').on(table.outpoint),
    index('orders_seller').on(table.sellerAddress, table.createdAt),
    index('orders_buyer').on(table.buyerAddress, table.closedAt),
    index('orders_deals')
      .on(table.assetId, table.closedAt)
      .where(sql`${table.status} = 'done'`),
    index('orders_closed_height').on(table.closedHeight),
    index('orders_live_trade').on(table.liveTrade),
    index('orders_pending')
      .on(table.liveTrade)
      .where(sql`${table.liveTrade} is not null and ${table.status} in ('open', 'paused')`),
    // Empty while all is well: what the invariants look for is found without reading the book.
    index('orders_offered_and_sold')
      .on(table.id)
      .where(
        sql`${table.status} in ('open', 'paused', 'cancelling') and (${table.dealTxid} is not null or ${table.closedHeight} is not null)`,
      ),
    index('orders_sold_unnamed')
      .on(table.id)
      .where(sql`${table.status} = 'done' and (${table.dealTxid} is null or ${table.closedHeight} is null)`),
    index('orders_signature_kept')
      .on(table.id)
      .where(
        sql`${table.status} = 'cancelled' and ${table.cancelTxid} is null and ${table.witness} is not null`,
      ),
    index('orders_free')
      .on(table.caller, table.createdAt)
      .where(sql`${table.freeState} = 1`),
  ],
);
