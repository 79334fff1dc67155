/** Tables of the ledger. Written by the follower only; everybody else reads. */
import type { AssetId, Curse, InscriptionId, Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { sats, units } from './columns.ts';

/** One row: how far the ledger is. Every writer of blocks compares and sets it, so that two cannot both write. */
export const tip = pgTable(
  'tip',
  {
    one: boolean('one').primaryKey().default(true),
    height: integer('height').notNull(),
    hash: text('hash').notNull(),
    /** The highest block ever applied; what is more than six below it is not undone by itself. */
    peak: integer('peak').notNull(),
    /** Counts the leaders; a former one finds another number and stops. */
    epoch: bigint('epoch', { mode: 'bigint' }).notNull(),
    /** Why the follower stopped, while it is stopped. */
    stopped: text('stopped'),
    /** Which chain this ledger was built from. */
    chain: text('chain').notNull(),
  },
  (table) => [check('tip_one_row', sql`${table.one}`)],
);

export const blocks = pgTable('block', {
  height: integer('height').primaryKey(),
  hash: text('hash').notNull(),
  previousHash: text('previous_hash').notNull(),
  time: integer('time').notNull(),
  /** Running totals after this block, as decimal texts. */
  counts: jsonb('counts').$type<Readonly<Record<string, string>>>().notNull(),
  /** The inverse of what the block did; kept for the last blocks only. */
  undo: jsonb('undo'),
});

export const inscriptions = pgTable(
  'inscription',
  {
    id: text('id').$type<InscriptionId>().primaryKey(),
    sequence: integer('sequence').notNull(),
    number: integer('number').notNull(),
    curse: text('curse').$type<Curse>(),
    vindicated: boolean('vindicated').notNull(),
    contentType: text('content_type'),
    height: integer('height').notNull(),
  },
  (table) => [index('inscription_number').on(table.number)],
);

export const locations = pgTable(
  'location',
  {
    inscription: text('inscription').$type<InscriptionId>().primaryKey(),
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    offset: sats('offset').notNull(),
    value: sats('value').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [index('location_outpoint').on(table.outpoint)],
);

export const tokens = pgTable(
  'token',
  {
    asset: text('asset').$type<AssetId>().primaryKey(),
    deploy: text('deploy').$type<InscriptionId>().notNull(),
    tick: text('tick').notNull().unique(),
    display: text('display').notNull(),
    max: units('max').notNull(),
    limit: units('mint_limit').notNull(),
    decimals: integer('decimals').notNull(),
    selfMint: boolean('self_mint').notNull(),
    minted: units('minted').notNull(),
    burned: units('burned').notNull(),
    deployHeight: integer('deploy_height').notNull(),
    deployer: text('deployer').$type<ScriptHex>().notNull(),
    holders: integer('holders').notNull(),
    operations: integer('operations').notNull(),
  },
  (table) => [index('token_operations').on(table.operations)],
);

export const balances = pgTable(
  'balance',
  {
    asset: text('asset').$type<AssetId>().notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    available: units('available').notNull(),
    transferable: units('transferable').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.script, table.asset] }),
    check('balance_not_negative', sql`${table.available} >= 0 and ${table.transferable} >= 0`),
  ],
);

export const lots = pgTable(
  'lot',
  {
    inscription: text('inscription').$type<InscriptionId>().primaryKey(),
    asset: text('asset').$type<AssetId>().notNull(),
    amount: units('amount').notNull(),
    owner: text('owner').$type<ScriptHex>().notNull(),
    height: integer('height').notNull(),
    usedHeight: integer('used_height'),
  },
  (table) => [
    index('lot_owner')
      .on(table.owner, table.asset)
      .where(sql`${table.usedHeight} is null`),
  ],
);

/** Scripts whose coins are kept. */
export const followedScripts = pgTable('followed_script', {
  script: text('script').$type<ScriptHex>().primaryKey(),
  /** The block at which its coins were read from the node; null until then. */
  scannedHeight: integer('scanned_height'),
});

/** Confirmed coins of followed scripts; spent ones stay while a reorg may bring them back. */
export const coins = pgTable(
  'coin',
  {
    outpoint: text('outpoint').$type<Outpoint>().primaryKey(),
    script: text('script').$type<ScriptHex>().notNull(),
    value: sats('value').notNull(),
    height: integer('height').notNull(),
    coinbase: boolean('coinbase').notNull(),
    spentHeight: integer('spent_height'),
  },
  (table) => [
    index('coin_script')
      .on(table.script)
      .where(sql`${table.spentHeight} is null`),
    index('coin_height').on(table.height),
    index('coin_spent').on(table.spentHeight),
  ],
);

/** Coins of followed scripts that wait in the mempool. */
export const mempoolCoins = pgTable(
  'mempool_coin',
  {
    outpoint: text('outpoint').$type<Outpoint>().primaryKey(),
    txid: text('txid').$type<Txid>().notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    value: sats('value').notNull(),
  },
  (table) => [index('mempool_coin_script').on(table.script), index('mempool_coin_txid').on(table.txid)],
);
