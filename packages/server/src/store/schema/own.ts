/** Tables of what an owner does to their own coins: built, waiting for the signature, sent. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { OwnAct } from '@rialto/contract';
import type { OwnRecord } from '../own/own-record.ts';
import type { CancelRecord } from '../orders/plan-record.ts';
import { moment } from './moment.ts';

/** A hard cancel that was built for an order's owner and waits for the signature. */
export const preparedCancels = pgTable('prepared_cancels', {
  orderId: text('order_id').primaryKey(),
  plan: jsonb('plan').$type<CancelRecord>().notNull(),
  expiresAt: moment('expires_at').notNull(),
});

/** An act on one's own transactions: what was built and waits for the signature, and afterwards what was sent. */
export const ownActs = pgTable(
  'own_acts',
  {
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    act: text('act').$type<OwnAct>().notNull(),
    /** The transaction it is about; for a split the coin, for a gathering the rune. */
    target: text('target').notNull(),
    /** What builds the same bytes again; the key of a reveal goes with the submit. */
    plan: jsonb('plan').$type<OwnRecord>().notNull(),
    /** Unsigned transactions, one or commit and reveal. */
    unsigned: text('unsigned').array().notNull(),
    /** Empty until it is submitted. */
    txids: text('txids').array().notNull().default([]),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('own_acts_address').on(table.address, table.createdAt)],
);
