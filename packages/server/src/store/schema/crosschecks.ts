/** The table of what other indexers say. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What another indexer says of a token. While it differs the token is halted. */
export const crossChecks = pgTable(
  'cross_check',
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
    discrepancies: text('discrepancies').array().notNull().default([]),
    why: text('why').notNull().default(''),
    lookedHeight: integer('looked_height').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.asset, table.source] })],
);
