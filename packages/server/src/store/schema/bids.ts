/** Tables of the standing bids: the ladder with its funding, the coins that funding keeps, what only a rung has, and what was built. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { WireCoin, WireTicket } from '@rialto/contract';
import type { OrderStatus } from '@rialto/market';
import type { BidActRecord } from '../bids/bid-record.ts';
import { moment } from './moment.ts';
import { orders } from './orders.ts';

/** A ladder: one funding, which is held back until the first sale into one of its rungs. */
export const bids = pgTable(
  'bids',
  {
    id: uuid('id').primaryKey(),
    ownerAddress: text('owner_address').notNull(),
    /** The wallet's, 33 bytes. */
    ownerKey: text('owner_key').notNull(),
    fundingTxid: text('funding_txid').notNull(),
    /** Signed. Null once a withdrawal deleted it while it was held. */
    fundingRaw: text('funding_raw'),
    /** What the funding spends. */
    coins: jsonb('coins').$type<readonly WireCoin[]>().notNull(),
    feeRate: doublePrecision('fee_rate').notNull(),
    networkFee: whole('network_fee').notNull(),
    change: whole('change').notNull(),
    /** All rungs as they were placed, in sat. */
    total: whole('total').notNull(),
    expiryHeight: integer('expiry_height').notNull(),
    exitAfter: integer('exit_after').notNull(),
    /** When the funding was committed to be sent, or seen on the network. */
    publishedAt: moment('published_at'),
    /** The block that has it. */
    fundingHeight: integer('funding_height'),
    /** What spends a coin of the held funding back to its owner. */
    cancelTxid: text('cancel_txid'),
    /** Held, and at a rate that the network does not take now. */
    greyed: boolean('greyed').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('bids_funding').on(table.fundingTxid),
    index('bids_cancel')
      .on(table.cancelTxid)
      .where(sql`${table.cancelTxid} is not null`),
    index('bids_funding_height').on(table.fundingHeight),
    // On their way: few, while every bid there ever was is in the table.
    index('bids_on_their_way')
      .on(table.id)
      .where(
        sql`${table.publishedAt} is not null and ${table.fundingHeight} is null and ${table.fundingRaw} is not null`,
      ),
  ],
);

/** A coin that a funding spends; while it is kept no other bid of its owner's may spend it, and nothing the exchange builds. */
export const bidCoins = pgTable(
  'bid_coins',
  {
    bidId: uuid('bid_id')
      .notNull()
      .references(() => bids.id, { onDelete: 'cascade' }),
    outpoint: text('outpoint').notNull(),
    kept: boolean('kept').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.bidId, table.outpoint] }),
    uniqueIndex('bid_coins_kept')
      .on(table.outpoint)
      .where(sql`${table.kept}`),
    index('bid_coins_outpoint').on(table.outpoint),
  ],
);

/** What only a rung has: its lock, and what its bidder signed for it. */
export const rungs = pgTable(
  'rungs',
  {
    orderId: text('order_id').primaryKey(),
    /** The order's own, kept equal by the database. */
    status: text('status').$type<OrderStatus>().notNull(),
    bidId: uuid('bid_id')
      .notNull()
      .references(() => bids.id, { onDelete: 'cascade' }),
    /** Of the lock: the funding's output of the ticket's index. */
    outpoint: text('outpoint').notNull(),
    ticket: jsonb('ticket').$type<WireTicket>().notNull(),
    /** The bidder's signature, in hex; null once it was deleted. In no answer, ever. */
    promise: text('promise'),
    /** The signed exit: good for the bidder's own address alone. */
    exit: text('exit').notNull(),
    /** The transaction by which bidder and exchange together take the lock back. */
    cancelTxid: text('cancel_txid'),
    /** What spends the lock, in the mempool or in a block. */
    spentBy: text('spent_by'),
    spentHeight: integer('spent_height'),
  },
  (table) => [
    foreignKey({
      name: 'rungs_order',
      columns: [table.orderId, table.status],
      foreignColumns: [orders.id, orders.status],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    uniqueIndex('rungs_outpoint').on(table.outpoint),
    index('rungs_bid').on(table.bidId),
    index('rungs_live')
      .on(table.bidId)
      .where(sql`${table.status} in ('open', 'paused', 'cancelling')`),
    index('rungs_spent_height').on(table.spentHeight),
    // Empty while all is well.
    index('rungs_promise_kept')
      .on(table.orderId)
      .where(sql`${table.status} in ('cancelled', 'expired') and ${table.promise} is not null`),
  ],
);

/** What was built for a bidder or a seller and waits for the signature. Costs nobody else anything. */
export const bidActs = pgTable(
  'bid_acts',
  {
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    record: jsonb('record').$type<BidActRecord>().notNull(),
    /** What was sent for it: told again to whoever submits it again. */
    txid: text('txid'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('bid_acts_expiry').using('brin', table.expiresAt)],
);
