/** The bridge: its assets as their operator gave them, orders, deposits, what is ours on its scripts, and exits. */
import type { BridgeKeys, BridgeWait, WireCoin } from '@rialto/contract';
import { whole } from '@rialto/ground';
import type { BridgeDirection, DepositStatus } from '@rialto/market';
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const bridgeAssets = pgTable('bridge_assets', {
  id: text('id').primaryKey(),
  /** The operator's file, byte for byte, and its SHA-256: the signer names the same. */
  file: text('file').notNull(),
  fileHash: text('file_hash').notNull(),
  keys: jsonb('keys').$type<BridgeKeys>().notNull(),
  /** By its operator, at this server. */
  stopped: boolean('stopped').notNull().default(false),
  /** By its operator too: no new mint is taken, and everything else goes on, for good where other terms took its place. */
  mintsStopped: boolean('mints_stopped').notNull().default(false),
  /** By its signer, or because the signer has another file. */
  signerStopped: boolean('signer_stopped').notNull().default(false),
  /** One of its signers does not answer. */
  signerAway: boolean('signer_away').notNull().default(false),
  /** What one of its signers finds wrong with it: for as long as it does. */
  signerFinds: text('signer_finds').$type<'break' | 'units'>(),
  /** The reserves did not add up. */
  broken: boolean('broken').notNull().default(false),
  /** A reorganisation alone broke it: it lifts by itself. */
  liftsItself: boolean('lifts_itself').notNull().default(false),
  /** Heights of both chains at which it last did not hold. */
  brokenBtc: integer('broken_btc'),
  brokenMvc: integer('broken_mvc'),
  addedAt: moment('added_at').notNull().defaultNow(),
});

export const bridgeOrders = pgTable(
  'bridge_orders',
  {
    id: text('id').primaryKey(),
    asset: text('asset').notNull(),
    direction: text('direction').$type<BridgeDirection>().notNull(),
    /** Null takes whatever comes. */
    amount: whole('amount'),
    least: whole('least').notNull(),
    receiver: text('receiver').notNull(),
    refund: text('refund').notNull(),
    nonce: text('nonce').notNull(),
    expires: integer('expires').notNull(),
    /** What builds the payment of a mint once more, byte for byte. */
    plan: jsonb('plan').$type<KeptPayment>(),
    /** What was handed in: sent until a chain has it. */
    payment: jsonb('payment').$type<HandedIn>(),
    /** False once a block has it deep enough, or another took its coins. */
    isSending: boolean('is_sending').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('bridge_orders_receiver').on(table.receiver, table.createdAt),
    index('bridge_orders_refund').on(table.refund, table.createdAt),
    index('bridge_orders_sending')
      .on(table.id)
      .where(sql`${table.isSending}`),
  ],
);

export interface KeptPayment {
  readonly publicKey: string;
  readonly script: string;
  readonly amount: string;
  readonly coins: readonly WireCoin[];
  readonly paying: readonly WireCoin[];
  readonly feeRate: number;
}

export interface HandedIn {
  readonly txid: string;
  /** On MVC what the transaction is, whatever its id. */
  readonly core: string | null;
  readonly raw: string;
  readonly check: string | null;
}

export const bridgeDeposits = pgTable(
  'bridge_deposits',
  {
    /** `btc:txid:vout` or `mvc:core:vout`. */
    name: text('name').primaryKey(),
    asset: text('asset').notNull(),
    direction: text('direction').$type<BridgeDirection>().notNull(),
    txid: text('txid').notNull(),
    vout: integer('vout').notNull(),
    /** Of its transaction, on MVC. */
    core: text('core'),
    /** Origin units; and sat of its coin. */
    amount: whole('amount').notNull(),
    value: whole('value').notNull(),
    /** Something else lies on it: nobody can take it apart here. */
    mixed: boolean('mixed').notNull().default(false),
    orderId: text('order_id'),
    height: integer('height'),
    /** The block by which its amount was read; null by the mempool. */
    readAt: integer('read_at'),
    /** Of its transaction in its block; known where two of one order share a block. */
    place: integer('place'),
    /** False from whatever may change whether it fits its order, until that is looked at again. */
    judged: boolean('judged').notNull().default(false),
    status: text('status').$type<DepositStatus>().notNull(),
    wait: text('wait').$type<NonNullable<BridgeWait>>(),
    reason: text('reason').notNull().default(''),
    /** Of BRC-20: somebody asked for its way back, and it goes once its lot is there. */
    refundAsked: boolean('refund_asked').notNull().default(false),
    /** The one script that all its inputs have; empty where there are more, null until it is looked up. */
    origin: text('origin'),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('bridge_deposits_order').on(table.orderId),
    index('bridge_deposits_status').on(table.status, table.asset),
    index('bridge_deposits_origin').on(table.origin),
    index('bridge_deposits_point').on(table.txid, table.vout),
    index('bridge_deposits_judged')
      .on(table.orderId)
      .where(sql`not ${table.judged}`),
  ],
);

/** Coins on the bridge's scripts that are nobody's deposit: change of its own transactions, and what its operator put in. */
export const bridgeOwnCoins = pgTable('bridge_own_coins', {
  name: text('name').primaryKey(),
  asset: text('asset').notNull(),
});

/** Every build of every exit. */
export const bridgeExits = pgTable(
  'bridge_exits',
  {
    /** On Bitcoin its txid, on MVC its core. */
    id: text('id').primaryKey(),
    deposit: text('deposit').notNull(),
    asset: text('asset').notNull(),
    chain: text('chain').$type<'btc' | 'mvc'>().notNull(),
    kind: text('kind').$type<'payout' | 'refund'>().notNull(),
    /** As it was built, and as its block has it: on MVC a miner can give it another. */
    txid: text('txid').notNull(),
    raw: text('raw').notNull(),
    /** On MVC, sent with it. */
    checkRaw: text('check_raw'),
    checkCore: text('check_core'),
    /** Coins that hold the asset, and those that pay the network: on Bitcoin outpoints, on MVC `core:vout`. */
    inputs: text('inputs').array().notNull(),
    fees: text('fees').array().notNull(),
    /** Sat/vB. */
    feeRate: doublePrecision('fee_rate').notNull(),
    /** Origin units. */
    out: whole('out').notNull(),
    /** Of the block that has it. */
    height: integer('height'),
    /** Another transaction took one of its coins, as deep as it takes. */
    dead: boolean('dead').notNull().default(false),
    lastAnswer: text('last_answer').notNull().default(''),
    /** Height of its chain when it was signed. */
    sinceHeight: integer('since_height').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('bridge_exits_deposit').on(table.deposit),
    index('bridge_exits_height').on(table.height),
    index('bridge_exits_open')
      .on(table.deposit)
      .where(sql`not ${table.dead}`),
  ],
);

/** Coins that the messages of payouts of MRC-20 are locked in, and lots of BRC-20: made out of the fee wallet, each for one deposit. */
export const bridgeEnvelopes = pgTable(
  'bridge_envelopes',
  {
    txid: text('txid').primaryKey(),
    deposit: text('deposit').notNull(),
    raw: text('raw').notNull(),
    /** Of BRC-20: the transaction that spends it, and whose first output is the lot. */
    lotTxid: text('lot_txid'),
    lotRaw: text('lot_raw'),
    /** What its message or its lot sends, origin units. */
    out: whole('out')
      .notNull()
      .default(sql`0`),
    /** Outpoints that it spends. */
    fees: text('fees').array().notNull(),
    /** Sat/vB. */
    feeRate: doublePrecision('fee_rate').notNull(),
    /** Height of Bitcoin when it was signed. */
    sinceHeight: integer('since_height').notNull(),
    /** Its coins were spent for something else. */
    dead: boolean('dead').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('bridge_envelopes_deposit').on(table.deposit)],
);
