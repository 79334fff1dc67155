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
import type { OwnAct } from '@rialto/contract';
import type { OwnRecord } from './own-record.ts';
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
    /** Of its orders: which book it belongs to. */
    orderType: integer('order_type').notNull().default(1),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    decimals: integer('decimals').notNull().default(18),
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
    index('trades_half_kept')
      .on(table.id)
      .where(sql`${table.halfSigned} is not null and ${table.status} not in ('submitted', 'co-signed')`),
  ],
);

/** Final transactions of ours, written before any network call and sent until six deep or provably void. */
export const outbox = pgTable(
  'outbox',
  {
    txid: text('txid').primaryKey(),
    raw: text('raw').notNull(),
    /** The reference of a trade is its id, of a cancel its order, of anything else of one's own the address. */
    kind: text('kind').$type<'trade' | 'cancel' | 'own'>().notNull(),
    reference: text('reference').notNull(),
    inputs: text('inputs').array().notNull(),
    /** `replaced`: its payer sent another in its place; it is not sent again, and a block may still have it. */
    status: text('status')
      .$type<'waiting' | 'sent' | 'replaced' | 'confirmed' | 'final' | 'void'>()
      .notNull(),
    height: integer('height'),
    attempts: integer('attempts').notNull().default(0),
    lastAnswer: text('last_answer').notNull().default(''),
    /** The transaction of the same payer that it takes the place of. */
    replaces: text('replaces'),
    /** What it pays, where it is told; its size. */
    fee: whole('fee'),
    vsize: integer('vsize'),
    /** The ledger's height when it was written, and when it had waited for more than two blocks. */
    sinceHeight: integer('since_height'),
    stuckAt: moment('stuck_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('outbox_status').on(table.status),
    index('outbox_inputs').using('gin', table.inputs),
    index('outbox_unreasoned')
      .on(table.txid)
      .where(sql`${table.status} = 'void' and ${table.lastAnswer} = ''`),
  ],
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

/** An act on one's own transactions: what was built and waits for the signature, and afterwards what was sent. */
export const ownActs = pgTable(
  'own_acts',
  {
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    act: text('act').$type<OwnAct>().notNull(),
    /** The transaction it is about; for a split the coin. */
    target: text('target').notNull(),
    /** What builds the same bytes again; the key of a reveal goes with the submit. */
    plan: jsonb('plan').$type<OwnRecord>().notNull(),
    /** Unsigned transactions, one or commit and reveal. */
    unsigned: text('unsigned').array().notNull(),
    /** Empty until it is submitted. */
    txids: text('txids').array().notNull().default([]),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('own_acts_address').on(table.address, table.createdAt)],
);

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
