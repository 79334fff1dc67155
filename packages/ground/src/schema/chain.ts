/** Tables of the chain: how far the ledger is, and the blocks it was built from. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** One row: how far the ledger is. Every writer of blocks compares and sets it, so that two cannot both write. */
export const tip = pgTable(
  'tip',
  {
    one: boolean('one').primaryKey().default(true),
    height: integer('height').notNull(),
    hash: text('hash').notNull(),
    /** The highest block ever applied; what is more than six below it is not undone by itself. */
    peak: integer('peak').notNull(),
    /** The number of the current leader; a former leader finds a higher number and stops. */
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
  /** Which rules read it; see the server's `index-version.ts`. Without a default, so that a server that knows nothing of it cannot write. */
  version: integer('version').notNull(),
  /** The inverse of what the block did; kept for the last blocks only. */
  undo: jsonb('undo'),
});
