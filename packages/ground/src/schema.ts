/** Tables of the ledger. Written by the follower only; everybody else reads. */
import type {
  AssetId,
  Brc20Difference,
  Curse,
  InscriptionId,
  Outpoint,
  PinId,
  PinOperation,
  RuneId,
  ScriptHex,
  Txid,
} from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb } from 'drizzle-orm/pg-core';
import { pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { anyText, binary, sats, scriptHash, units, whole } from './columns.ts';
import { lookOf } from './ledger-select.ts';

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
  /** Running totals after this block, as decimal texts, and the cumulative event hashes. */
  counts: jsonb('counts').notNull(),
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
    differences: jsonb('differences').$type<readonly Brc20Difference[]>().notNull(),
  },
  (table) => [index('token_operations').on(table.operations), index('token_look').on(lookOf(table.tick))],
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
    uniqueIndex('balance_holder').on(scriptHash(table.script), table.asset),
    check('balance_not_negative', sql`${table.available} >= 0 and ${table.transferable} >= 0`),
  ],
);

export const lots = pgTable(
  'lot',
  {
    inscription: text('inscription').$type<InscriptionId>().primaryKey(),
    asset: text('asset').$type<AssetId>().notNull(),
    display: text('display').notNull(),
    amount: units('amount').notNull(),
    owner: text('owner').$type<ScriptHex>().notNull(),
    height: integer('height').notNull(),
    usedHeight: integer('used_height'),
  },
  (table) => [
    index('lot_owner')
      .on(scriptHash(table.owner), table.asset)
      .where(sql`${table.usedHeight} is null`),
  ],
);

export const runes = pgTable('rune', {
  id: text('id').$type<RuneId>().primaryKey(),
  /** Letters only; names are unique. */
  name: text('name').notNull().unique(),
  spacers: bigint('spacers', { mode: 'number' }).notNull(),
  symbol: anyText('symbol'),
  divisibility: integer('divisibility').notNull(),
  premine: units('premine').notNull(),
  /** False when nobody ever can. */
  open: boolean('open').notNull(),
  mintAmount: units('mint_amount'),
  cap: whole('cap'),
  heightStart: whole('height_start'),
  heightEnd: whole('height_end'),
  offsetStart: whole('offset_start'),
  offsetEnd: whole('offset_end'),
  turbo: boolean('turbo').notNull(),
  mints: whole('mints').notNull(),
  burned: units('burned').notNull(),
  etching: text('etching').$type<Txid>().notNull(),
  number: integer('number').notNull(),
  height: integer('height').notNull(),
  time: bigint('time', { mode: 'number' }).notNull(),
});

export const runeBalances = pgTable(
  'rune_balance',
  {
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    rune: text('rune').$type<RuneId>().notNull(),
    amount: units('amount').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.rune] }),
    index('rune_balance_script').on(table.script),
    check('rune_balance_positive', sql`${table.amount} > 0`),
  ],
);

export const pins = pgTable('pin', {
  id: text('id').$type<PinId>().primaryKey(),
  number: integer('number'),
  operation: text('operation').$type<PinOperation>().notNull(),
  path: anyText('path').notNull(),
  host: anyText('host'),
  encryption: anyText('encryption').notNull(),
  version: anyText('version').notNull(),
  contentType: anyText('content_type').notNull(),
  body: binary('body'),
  creator: text('creator').notNull(),
  metaId: text('meta_id').notNull(),
  pop: text('pop').notNull(),
  height: integer('height').notNull(),
});

export const pinLocations = pgTable(
  'pin_location',
  {
    pin: text('pin').$type<PinId>().primaryKey(),
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    offset: sats('offset').notNull(),
    value: sats('value').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [index('pin_location_outpoint').on(table.outpoint)],
);

export const mrc20Tokens = pgTable(
  'mrc20_token',
  {
    asset: text('asset').$type<AssetId>().primaryKey(),
    deploy: text('deploy').$type<PinId>().notNull(),
    tick: anyText('tick').notNull().unique(),
    display: anyText('display').notNull(),
    tokenName: anyText('token_name').notNull(),
    decimals: integer('decimals').notNull(),
    amountPerMint: whole('amount_per_mint').notNull(),
    mintCount: whole('mint_count').notNull(),
    premineCount: whole('premine_count').notNull(),
    beginHeight: anyText('begin_height').notNull(),
    endHeight: anyText('end_height').notNull(),
    metadata: anyText('metadata').notNull(),
    type: anyText('type').notNull(),
    checkCreator: anyText('check_creator').notNull(),
    checkLvl: anyText('check_lvl').notNull(),
    checkPath: anyText('check_path').notNull(),
    checkCount: anyText('check_count').notNull(),
    /** Null when a mint pays nobody. */
    payTo: anyText('pay_to'),
    payAmount: anyText('pay_amount'),
    mints: whole('mints').notNull(),
    issued: units('issued').notNull(),
    burned: units('burned').notNull(),
    deployer: text('deployer').notNull(),
    height: integer('height').notNull(),
    operations: integer('operations').notNull(),
  },
  (table) => [index('mrc20_token_look').on(lookOf(table.tick))],
);

export const mrc20Holdings = pgTable(
  'mrc20_holding',
  {
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    asset: text('asset').$type<AssetId>().notNull(),
    amount: units('amount').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.asset] }),
    index('mrc20_holding_script').on(table.script),
    check('mrc20_holding_positive', sql`${table.amount} > 0`),
  ],
);

export const shovelUses = pgTable(
  'shovel_use',
  {
    asset: text('asset').$type<AssetId>().notNull(),
    pin: text('pin').$type<PinId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.pin] })],
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
