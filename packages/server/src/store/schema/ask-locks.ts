/** Locks that hold the lots of protected asks. Kept when their orders are over: until the lot is out, its exits are needed. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { WireTicket } from '@rialto/contract';
import { orders } from './orders.ts';

export const askLocks = pgTable(
  'ask_locks',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    outpoint: text('outpoint').notNull(),
    ticket: jsonb('ticket').$type<WireTicket>().notNull(),
    /** Both signed exits: good for the seller's own address alone. */
    exits: jsonb('exits').$type<readonly string[]>().notNull(),
    /** Of the block that has it. */
    height: integer('height'),
    /** Of the block that spent it. */
    spentHeight: integer('spent_height'),
  },
  (table) => [
    uniqueIndex('ask_locks_outpoint').on(table.outpoint),
    index('ask_locks_height').on(table.height),
    index('ask_locks_standing')
      .on(table.orderId)
      .where(sql`${table.spentHeight} is null`),
  ],
);
