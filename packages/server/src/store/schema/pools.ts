/** Pools: what the chain says of them, and what was built, signed and sent of acts on them. The first six tables can be made from the chain again. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BodyOf, WireCoin, WirePoolAct } from '@rialto/contract';
import { whole } from '@rialto/ground';
import type { AssetId, Outpoint, ScriptHex } from '@rialto/protocols';
import type { PoolActKind, PoolActStatus } from '@rialto/market';
import type { z } from 'zod';
import { moment } from './moment.ts';

/** The pools our signer has the keys of; most of them wait for their first liquidity. */
export const pools = pgTable('pools', {
  /** As the signer numbers its keys. */
  number: integer('number').primaryKey(),
  script: text('script').notNull().unique(),
  /** The internal key of the script, or of k of n signers `k:key:key…`. */
  publicKey: text('public_key').notNull(),
  /** Of the transaction that etched its shares. */
  etchTxid: text('etch_txid').notNull().unique(),
  /** The rune its shares are; null while no block has the etching. */
  shareRune: text('share_rune'),
  /** What it trades, a rune or a BRC-20 token; null before its first liquidity. */
  token: text('token').$type<AssetId>(),
  /** Of the block that etched it. */
  height: integer('height'),
  /** Of the block that paid a lane of it out to the providers: from then on it is no pool any more. */
  closedHeight: integer('closed_height'),
});

/** Every coin of a pool that a block made: those that descend from its etching, and no other. */
export const poolCoins = pgTable(
  'pool_coins',
  {
    outpoint: text('outpoint').primaryKey(),
    pool: integer('pool').notNull(),
    role: text('role').$type<'share' | 'lane'>().notNull(),
    value: whole('value').notNull(),
    /** Of the pool's rune, or of its shares; 0 on the lanes of a BRC-20 pool. */
    amount: whole('amount').notNull(),
    height: integer('height').notNull(),
    spentHeight: integer('spent_height'),
    spentBy: text('spent_by'),
  },
  (table) => [
    index('pool_coins_unspent')
      .on(table.pool)
      .where(sql`${table.spentHeight} is null`),
    index('pool_coins_height').on(table.height),
    index('pool_coins_spent').on(table.spentHeight),
  ],
);

/** Every act on a pool that a block has; gone with that block. */
export const poolMoves = pgTable(
  'pool_moves',
  {
    txid: text('txid').primaryKey(),
    pool: integer('pool').notNull(),
    kind: text('kind').$type<PoolActKind>().notNull(),
    /** What it does to the reserves and the shares: below zero where the pool gives. */
    d1: whole('d1').notNull(),
    d2: whole('d2').notNull(),
    ds: whole('ds').notNull(),
    /** Of whoever did it; empty for the keeper. */
    script: text('script').notNull(),
    /** What its transaction pays beside user and pool. */
    serviceFee: whole('service_fee')
      .notNull()
      .default(sql`0`),
    height: integer('height').notNull(),
    /** Its place in the block. */
    place: integer('place').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('pool_moves_pool').on(table.pool, table.height, table.place),
    index('pool_moves_height').on(table.height),
    index('pool_moves_script').on(table.script, table.height),
  ],
);

/** Shares that left their owner in a block by a transaction without a message, as a wallet spends a coin of which it knows the sats alone. */
export const poolDepartures = pgTable(
  'pool_departures',
  {
    txid: text('txid').notNull(),
    pool: integer('pool').notNull(),
    /** Whose they were, and whose they are. */
    script: text('script').$type<ScriptHex>().notNull(),
    to: text('to').$type<ScriptHex>().notNull(),
    shares: whole('shares').notNull(),
    height: integer('height').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.txid, table.pool, table.script] }),
    index('pool_departures_script').on(table.script, table.height),
    index('pool_departures_height').on(table.height),
  ],
);

/** The scripts on which BRC-20 pools hold tokens: one for each act that brought some (pools §12). */
export const poolScripts = pgTable(
  'pool_scripts',
  {
    script: text('script').primaryKey(),
    pool: integer('pool').notNull(),
    /** The first coin of the act, of which it is made. */
    place: text('place').$type<Outpoint>().notNull(),
    /** Of the block that has the act. */
    height: integer('height').notNull(),
  },
  (table) => [index('pool_scripts_pool').on(table.pool), index('pool_scripts_height').on(table.height)],
);

/** Lots that the signer was asked to inscribe, as it answered. */
export const poolRestocks = pgTable(
  'pool_restocks',
  {
    /** The lot that is to be. */
    outpoint: text('outpoint').primaryKey(),
    pool: integer('pool').notNull(),
    place: text('place').$type<Outpoint>().notNull(),
    amount: whole('amount').notNull(),
    /** Of the tip when it was asked for. */
    height: integer('height').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('pool_restocks_pool').on(table.pool, table.height)],
);

type CoinOnWire = z.infer<typeof WireCoin>;

/** What was asked for. */
export type AskedAct =
  | ({ readonly kind: '1x' | '2x' | 'x1' | 'x2' } & BodyOf<'build1x'>)
  | ({ readonly kind: 'init' } & BodyOf<'buildInit'>)
  | ({ readonly kind: 'add' } & BodyOf<'buildAdd'>)
  | ({ readonly kind: 'remove' } & BodyOf<'buildRemove'>);

/** What the keeper wants of lanes: one made anew or parted, or several joined. */
interface AskedKeep {
  readonly kind: 'refresh';
  readonly token2: string;
  readonly lanes: readonly string[];
  readonly parted: readonly { readonly value: string; readonly amount: string }[];
  readonly feeRate: number;
}

/** What was built for a user or by the keeper, from the request to its end. */
export const poolActs = pgTable(
  'pool_acts',
  {
    id: text('id').primaryKey(),
    pool: integer('pool').notNull(),
    /** What the pool trades. */
    token: text('token').$type<AssetId>().notNull(),
    kind: text('kind').$type<PoolActKind>().notNull(),
    status: text('status').$type<PoolActStatus>().notNull(),
    /** In words, where it failed. */
    reason: text('reason').notNull().default(''),
    /** Of its user; empty where the keeper does it. */
    address: text('address').notNull(),
    script: text('script').notNull(),
    /** What was asked for: an act that waits for its turn is planned anew when it comes. */
    asked: jsonb('asked').$type<AskedAct | AskedKeep>().notNull(),
    /** Null while it waits. With whole coins: the page shows what they hold, and lanes may wait for a block. */
    plan: jsonb('plan').$type<WirePoolAct<CoinOnWire>>(),
    txid: text('txid'),
    d1: whole('d1').notNull(),
    d2: whole('d2').notNull(),
    ds: whole('ds').notNull(),
    serviceFee: whole('service_fee').notNull(),
    /** Within what the operator gets beside the service fee: for lots in the place of those that leave the pool. */
    restockFee: whole('restock_fee')
      .notNull()
      .default(sql`0`),
    networkFee: whole('network_fee').notNull(),
    feeRate: text('fee_rate').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** What is not signed until then is given up. */
    expiresAt: moment('expires_at').notNull(),
    /** Of the tip when it was signed. */
    signedHeight: integer('signed_height'),
    /** Of the tip from which on a provider who waits may have his turn. */
    mayFrom: integer('may_from'),
    /** Of the tip when the turn of a provider began. */
    turnHeight: integer('turn_height'),
    /** Of the tip when its payer was seen to take a coin back. */
    voidHeight: integer('void_height'),
    /** In the order in which the pool signed: first in, first signed. */
    sequence: bigint('sequence', { mode: 'bigint' }),
    /** Of the block that has it. */
    height: integer('height'),
  },
  (table) => [
    uniqueIndex('pool_acts_txid')
      .on(table.txid)
      .where(sql`${table.txid} is not null and ${table.status} in ('signed', 'confirmed')`),
    index('pool_acts_pool').on(table.pool, table.status),
    index('pool_acts_address').on(table.address, table.createdAt),
    index('pool_acts_height').on(table.height),
  ],
);

/**
 * Coins that an act is remembered by: with shares or units, of who had a turn; taken back, of a swap. And what descends from them in blocks,
 * wherever it was sent: what an address did is not left behind with the address.
 */
export const poolTraces = pgTable(
  'pool_traces',
  {
    outpoint: text('outpoint').notNull(),
    /** The id of the act. */
    act: text('act').notNull(),
    /** Of the block that made it; null for the coins that the act names itself. */
    height: integer('height'),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.act] }),
    index('pool_traces_act').on(table.act),
    index('pool_traces_height').on(table.height),
  ],
);

/** The signed way home of every lane, as the signer wrote it: kept until the lane's spend is deep. */
export const poolExits = pgTable(
  'pool_exits',
  {
    lane: text('lane').primaryKey(),
    pool: integer('pool').notNull(),
    /** At which it is valid. */
    height: integer('height').notNull(),
    exit: text('exit').notNull(),
  },
  (table) => [index('pool_exits_pool').on(table.pool)],
);
