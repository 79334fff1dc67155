/** Coins with shares of pools, with the blocks that made and spent them: the index knows the present alone. */
import type { ScriptHex } from '@rialto/protocols';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { whole } from '../ledger/columns.ts';

/** Every coin with shares of a pool that a block made, those of the pool itself too: whose they were at the end of which blocks. */
export const poolShareCoins = pgTable(
  'pool_share_coins',
  {
    outpoint: text('outpoint').notNull(),
    pool: integer('pool').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    shares: whole('shares').notNull(),
    height: integer('height').notNull(),
    spentHeight: integer('spent_height'),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.pool] }),
    index('pool_share_coins_pool').on(table.pool, table.height),
    index('pool_share_coins_height').on(table.height),
    index('pool_share_coins_spent').on(table.spentHeight),
  ],
);
