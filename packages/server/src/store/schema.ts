/** Tables of the exchange's own state: orders, trades, takes, outbox, sessions, opinions. The ledger's tables are in `ground`. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { OrderStatus, TradeStatus } from '@rialto/market';
import type { CancelRecord, PlanRecord } from './plan-record.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    status: text('status').$type<OrderStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    orderType: integer('order_type').notNull(),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    price: whole('price').notNull(),
    coinAmount: whole('coin_amount').notNull(),
    rateE18: whole('rate_e18').notNull(),
    sellerAddress: text('seller_address').notNull(),
    buyerAddress: text('buyer_address').notNull().default(''),
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
  ],
);

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
  (table) => [index('takes_expiry').on(table.expiresAt)],
);

export const trades = pgTable(
  'trades',
  {
    id: uuid('id').primaryKey(),
    status: text('status').$type<TradeStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    price: whole('price').notNull(),
    coinAmount: whole('coin_amount').notNull(),
    networkFee: whole('network_fee').notNull(),
    serviceFee: whole('service_fee').notNull(),
    buyerAddress: text('buyer_address').notNull(),
    orderIds: jsonb('order_ids').$type<readonly string[]>().notNull(),
    txid: text('txid').notNull(),
    /** The buyer's half, kept only until the final transaction stands in the outbox. */
    halfSigned: jsonb('half_signed').$type<readonly (readonly string[] | null)[] | null>(),
    padOutpoint: text('pad_outpoint'),
    height: integer('height'),
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
  ],
);

/** Final transactions of ours, written before any network call and sent until six deep or provably void. */
export const outbox = pgTable(
  'outbox',
  {
    txid: text('txid').primaryKey(),
    raw: text('raw').notNull(),
    kind: text('kind').$type<'trade' | 'cancel'>().notNull(),
    reference: text('reference').notNull(),
    inputs: text('inputs').array().notNull(),
    status: text('status').$type<'waiting' | 'sent' | 'confirmed' | 'final' | 'void'>().notNull(),
    height: integer('height'),
    attempts: integer('attempts').notNull().default(0),
    lastAnswer: text('last_answer').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('outbox_status').on(table.status), index('outbox_inputs').using('gin', table.inputs)],
);

/** Same key, same answer; same key, other body: refused. */
export const idempotency = pgTable(
  'idempotency',
  {
    key: text('key').notNull(),
    owner: text('owner').notNull(),
    call: text('call').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<{ status: number; body: unknown } | null>(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('idempotency_key').on(table.owner, table.key),
    index('idempotency_age').on(table.createdAt),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the login signature; the signature itself is not kept. */
    id: text('id').primaryKey(),
    publicKey: text('public_key').notNull(),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revoked: boolean('revoked').notNull().default(false),
  },
  (table) => [index('sessions_address').on(table.address)],
);

/** Login nonces that were used; a nonce is good once. */
export const usedNonces = pgTable('used_nonces', {
  nonce: text('nonce').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

/** Who had which script read from the node within the last day; the caller is a keyed hash of his network address. */
export const scanAsks = pgTable(
  'scan_ask',
  {
    caller: text('caller').notNull(),
    script: text('script').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.script] }), index('scan_ask_age').on(table.askedAt)],
);

/** A hard cancel that was built for an order's owner and waits for the signature. */
export const preparedCancels = pgTable('prepared_cancels', {
  orderId: text('order_id').primaryKey(),
  plan: jsonb('plan').$type<CancelRecord>().notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** How far an address has read its notifications of one type. */
export const notificationMarks = pgTable(
  'notification_marks',
  {
    address: text('address').notNull(),
    type: integer('type').notNull(),
    readUntil: moment('read_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.type] })],
);

/** What another indexer says of a token. While it differs the token is halted. */
export const opinions = pgTable(
  'opinion',
  {
    asset: text('asset').notNull(),
    source: text('source').notNull(),
    tick: text('tick').notNull(),
    state: text('state').$type<'agrees' | 'differs' | 'silent'>().notNull().default('silent'),
    /** The last block at which it agreed about something of the token. */
    agreedHeight: integer('agreed_height'),
    /** The block at which the present difference began. */
    since: integer('since'),
    /** The things it differs about: each must be agreed on before the token goes on. */
    doubts: text('doubts').array().notNull().default([]),
    why: text('why').notNull().default(''),
    lookedHeight: integer('looked_height').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.asset, table.source] })],
);
