/** Tables of the MVC index, in a schema of their own: written by its follower, the pools by whoever opens them. */
import type { Outpoint, Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { binary, whole } from '../ledger/columns.ts';
import { coinColumns, moveColumns, waitingTables } from './mvc-waiting.ts';

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
} = mvcTables('mvc');
