/** Tables of the trades: what was built for a buyer, and every attempt. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { OrderSide, TradeStatus } from '@rialto/market';
import type { PlanRecord } from '../orders/plan-record.ts';
import { moment } from './moment.ts';

/** What was built for a buyer and waits for the signature. Costs nobody else anything. */
export const takes = pgTable(
  'takes',
  {
    id: uuid('id').primaryKey(),
    buyerAddress: text('buyer_address').notNull(),
    orderIds: jsonb('order_ids').$type<readonly string[]>().notNull(),
    plan: jsonb('plan').$type<PlanRecord>().notNull(),
    unsigned: text('unsigned').notNull(),
    padOutpoint: text('pad_outpoint'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    // Of blocks of rows, which are written in this order: so it serves the sweep, and never to look for the latest of a buyer.
    index('takes_expiry').using('brin', table.expiresAt),
    index('takes_buyer').on(table.buyerAddress, table.expiresAt),
  ],
);

export const trades = pgTable(
  'trades',
  {
    id: uuid('id').primaryKey(),
    status: text('status').$type<TradeStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    /** Of its orders: which book it belongs to. */
    orderType: integer('order_type').notNull().default(1),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    decimals: integer('decimals').notNull().default(18),
    price: whole('price').notNull(),
    coinAmount: whole('coin_amount').notNull(),
    networkFee: whole('network_fee').notNull(),
    serviceFee: whole('service_fee').notNull(),
    /** Of its orders: asks are bought, bids are sold into. */
    side: text('side').$type<OrderSide>().notNull().default('ask'),
    buyerAddress: text('buyer_address').notNull(),
    /** Who sold into a bid, and pays both fees; null of a purchase. */
    sellerAddress: text('seller_address'),
    orderIds: jsonb('order_ids').$type<readonly string[]>().notNull(),
    txid: text('txid').notNull(),
    /** The buyer's half, kept only until the final transaction is in the outbox. */
    halfSigned: jsonb('half_signed').$type<readonly (readonly string[] | null)[] | null>(),
    padOutpoint: text('pad_outpoint'),
    /** Of a sale into a bid the lot that is sold. */
    lotOutpoint: text('lot_outpoint'),
    height: integer('height'),
    /** Who submitted it: a keyed hash of their network address; forgotten once the trade is final, or is void and counts no more. */
    caller: text('caller'),
    /** The ledger's height when its taker's own spend elsewhere made it void; null where anything else did. */
    takenBackHeight: integer('taken_back_height'),
    /** Of a sale into a bid the transaction that did it: what descends from it opens no bid for a while. */
    takenBackBy: text('taken_back_by'),
    /** Of a void one: so many blocks it kept its orders waiting. */
    waitedBlocks: integer('waited_blocks').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // The same coins make the same transaction: after a void attempt it may be tried again.
    uniqueIndex('trades_txid')
      .on(table.txid)
      .where(sql`${table.status} <> 'void'`),
    index('trades_buyer').on(table.buyerAddress, table.createdAt),
    index('trades_status').on(table.status),
    index('trades_taken_back_buyer')
      .on(table.buyerAddress, table.takenBackHeight)
      .where(sql`${table.takenBackHeight} is not null`),
    index('trades_taken_back_caller')
      .on(table.caller, table.takenBackHeight)
      .where(sql`${table.takenBackHeight} is not null`),
    index('trades_taken_back_sale')
      .on(table.takenBackHeight)
      .where(sql`${table.takenBackBy} is not null`),
    index('trades_seller')
      .on(table.sellerAddress, table.createdAt)
      .where(sql`${table.sellerAddress} is not null`),
    index('trades_waited_buyer')
      .on(table.buyerAddress)
      .where(sql`${table.waitedBlocks} > 0`),
    index('trades_waited_caller')
      .on(table.caller)
      .where(sql`${table.waitedBlocks} > 0`),
    index('trades_half_kept')
      .on(table.id)
      .where(sql`${table.halfSigned} is not null and ${table.status} not in ('submitted', 'co-signed')`),
  ],
);
