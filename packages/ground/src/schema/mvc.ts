/** Tables of the MVC index, in a schema of their own: written by its follower, the pools by whoever opens them. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { getTableName, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { binary, sats, units, whole } from '../ledger/columns.ts';

type MvcVerdict = 'genuine' | 'fake' | 'unknown';

/** An output, and what is known of it. */
const coinColumns = () => ({
  txid: text('txid').$type<Txid>().notNull(),
  vout: integer('vout').notNull(),
  value: sats('value').notNull(),
  /** Of tokens, and of the contracts that make them. P2PKH follows from its holder; any other script is nobody's business. */
  script: binary('script'),
  /** Hash of the key of a P2PKH output, or whom a token names: 40 hex digits. */
  holder: text('holder'),
  codehash: text('codehash'),
  genesis: text('genesis'),
  /** Tokens alone have units and a verdict. */
  units: units('units'),
  verdict: text('verdict').$type<MvcVerdict>(),
  /** Of the pool whose it is. */
  pool: integer('pool'),
});

/** What a transaction did to a pool. */
const moveColumns = () => ({
  pool: integer('pool').notNull(),
  txid: text('txid').$type<Txid>().notNull(),
  core: text('core').notNull(),
  d1: whole('d1').notNull(),
  d2: whole('d2').notNull(),
  ds: whole('ds').notNull(),
  user: text('user'),
});

/** The same tables in another schema are another index: a check builds a second one. */
export function mvcTables(name: string) {
  return { ...blockTables(name), coins: coinTable(name), pools: poolTable(name), ...waitingTables(name) };
}

function blockTables(name: string) {
  const schema = pgSchema(name);
  return {
    schema,
    blocks: schema.table('block', {
      height: integer('height').primaryKey(),
      hash: text('hash').notNull(),
      previousHash: text('previous_hash').notNull(),
      /** Seconds since 1970. */
      time: bigint('time', { mode: 'number' }).notNull(),
      /** Over all that this block and those below it did. */
      eventsHash: text('events_hash').notNull(),
    }),
    transactions: schema.table(
      'transaction',
      {
        txid: text('txid').$type<Txid>().primaryKey(),
        core: text('core').notNull(),
        height: integer('height').notNull(),
        place: integer('place').notNull(),
        /** Where it makes tokens or contracts that make them: whoever spends one needs it. */
        raw: binary('raw'),
      },
      (table) => [index('transaction_core').on(table.core), index('transaction_height').on(table.height)],
    ),
    moves: schema.table(
      'move',
      { ...moveColumns(), height: integer('height').notNull(), place: integer('place').notNull() },
      (table) => [
        primaryKey({ columns: [table.txid, table.pool] }),
        index('move_height').on(table.height, table.place),
        index('move_pool').on(table.pool, table.height, table.place),
        index('move_user').on(table.user, table.height, table.place),
      ],
    ),
  };
}

/** Every output that can be spent: one that is not here is of a transaction that is not. */
const coinTable = (name: string) =>
  pgSchema(name).table(
    'coin',
    {
      ...coinColumns(),
      height: integer('height').notNull(),
      spentBy: text('spent_by').$type<Txid>(),
      spentHeight: integer('spent_height'),
    },
    (table) => [
      primaryKey({ columns: [table.txid, table.vout] }),
      index('coin_space')
        .on(table.holder, table.value.desc().nullsFirst())
        .where(sql`${table.spentBy} is null and ${table.codehash} is null`),
      index('coin_token')
        .on(table.holder, table.codehash, table.genesis)
        .where(sql`${table.spentBy} is null and ${table.verdict} <> 'fake'`),
      index('coin_unknown')
        .on(table.height)
        .where(sql`${table.verdict} = 'unknown'`),
      index('coin_pool')
        .on(table.pool)
        .where(sql`${table.spentBy} is null and ${table.pool} is not null`),
      index('coin_height').on(table.height),
      index('coin_spent')
        .on(table.spentHeight)
        .where(sql`${table.spentHeight} is not null`),
    ],
  );

const poolTable = (name: string) =>
  pgSchema(name).table('pool', {
    number: integer('number').primaryKey(),
    /** 40 hex digits. */
    keyHash: text('key_hash').notNull().unique(),
    codehash: text('codehash').notNull(),
    genesis: text('genesis').notNull(),
    shareCodehash: text('share_codehash').notNull(),
    shareGenesis: text('share_genesis').notNull(),
    shareSupply: whole('share_supply').notNull(),
    /** Outpoints. */
    firstCoins: text('first_coins').array().$type<Outpoint[]>().notNull(),
    /** What opened it, in shares that nobody is ever given. */
    firstShares: whole('first_shares').notNull(),
    list: text('list').$type<'mrc20' | 'ticket'>().notNull(),
    /** True where whoever issued the token can still make more of it. */
    mintable: boolean('mintable').notNull(),
    openedAtHeight: integer('opened_at_height').notNull(),
    stopped: boolean('stopped').notNull().default(false),
  });

/** What waits is gone with its transaction. */
function waitingTables(name: string) {
  const schema = pgSchema(name);
  const waiting = schema.table(
    'waiting',
    {
      txid: text('txid').$type<Txid>().primaryKey(),
      core: text('core').notNull(),
      raw: binary('raw').notNull(),
      /** Parents before their children. */
      sequence: bigserial('sequence', { mode: 'bigint' }).notNull(),
    },
    (table) => [index('waiting_core').on(table.core)],
  );
  return {
    waiting,
    waitingCoins: schema.table('waiting_coin', coinColumns(), (table) => [
      primaryKey({ columns: [table.txid, table.vout] }),
      foreignKey({ columns: [table.txid], foreignColumns: [waiting.txid] }).onDelete('cascade'),
      index('waiting_coin_holder').on(table.holder),
    ]),
    waitingSpends: schema.table(
      'waiting_spend',
      {
        txid: text('txid').$type<Txid>().notNull(),
        vout: integer('vout').notNull(),
        by: text('by')
          .$type<Txid>()
          .notNull()
          .references(() => waiting.txid, { onDelete: 'cascade' }),
      },
      (table) => [primaryKey({ columns: [table.txid, table.vout] }), index('waiting_spend_by').on(table.by)],
    ),
    waitingMoves: schema.table('waiting_move', moveColumns(), (table) => [
      primaryKey({ columns: [table.txid, table.pool] }),
      foreignKey({ columns: [table.txid], foreignColumns: [waiting.txid] }).onDelete('cascade'),
    ]),
  };
}

export type MvcTables = ReturnType<typeof mvcTables>;

export const MVC = mvcTables('mvc');

// Each by itself for the tool that makes migrations.
export const {
  schema: mvcSchema,
  blocks: mvcBlocks,
  transactions: mvcTransactions,
  coins: mvcCoins,
  moves: mvcMoves,
  pools: mvcPools,
  waiting: mvcWaiting,
  waitingCoins: mvcWaitingCoins,
  waitingSpends: mvcWaitingSpends,
  waitingMoves: mvcWaitingMoves,
} = MVC;

/** What the signer may read. Other tables of the schema are none of its business. */
export const MVC_TABLES: readonly string[] = [
  ...[mvcBlocks, mvcTransactions, mvcCoins, mvcMoves, mvcPools],
  ...[mvcWaiting, mvcWaitingCoins, mvcWaitingSpends, mvcWaitingMoves],
].map((table) => getTableName(table));
