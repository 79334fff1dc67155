/** Tables of the live bids: what only such a bid has, who makes them, and what sellers answered. Nothing here locks a coin of a bidder for longer than he has to sign. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { LiveRecord } from '../live/live-record.ts';
import { moment } from './moment.ts';
import { orders } from './orders.ts';

/** What only a live bid has. */
export const liveBids = pgTable('live_bids', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  /** The bidder's, 33 bytes. */
  ownerKey: text('owner_key').notNull(),
  /** When a page or a bot that can sign for this bid was last heard of. */
  beatAt: moment('beat_at').notNull().defaultNow(),
});

/** Who makes live bids, and how often they were not there for a seller. Whatever changes one's live bids or answers holds this row meanwhile. */
export const liveBidders = pgTable('live_bidders', {
  address: text('address').primaryKey(),
  /** When a page of theirs was last heard of. */
  beatAt: moment('beat_at').notNull().defaultNow(),
  /** Answers that were left unsigned, since the last that was signed. */
  absences: integer('absences').notNull().default(0),
  /** Before this block no live bid of theirs is listed. */
  pausedUntil: integer('paused_until').notNull().default(0),
});

export type LiveAnswerStatus = 'prepared' | 'waiting' | 'signed' | 'absent' | 'declined' | 'failed';

/** One sale that a seller builds with a live bid; its id is that of the trade it becomes. */
export const liveAnswers = pgTable(
  'live_answers',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text('status').$type<LiveAnswerStatus>().notNull(),
    reason: text('reason').notNull().default(''),
    bidderAddress: text('bidder_address').notNull(),
    sellerAddress: text('seller_address').notNull(),
    record: jsonb('record').$type<LiveRecord>().notNull(),
    unsigned: text('unsigned').notNull(),
    price: whole('price').notNull(),
    padOutpoint: text('pad_outpoint'),
    /** The seller's half as witness items in hex: only while it waits. In no answer, ever. */
    witness: jsonb('witness').$type<readonly string[] | null>(),
    /** Until when it can be signed: by its seller while prepared, by its bidder while it waits. */
    signBy: moment('sign_by').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    // A bid has one answer at a time: the second seller is told to wait.
    uniqueIndex('live_answers_waiting')
      .on(table.orderId)
      .where(sql`${table.status} = 'waiting'`),
    index('live_answers_due').on(table.status, table.signBy),
    index('live_answers_prepared')
      .on(table.sellerAddress)
      .where(sql`${table.status} = 'prepared'`),
    index('live_answers_bidder')
      .on(table.bidderAddress)
      .where(sql`${table.status} = 'waiting'`),
    // Empty while all is well.
    index('live_answers_half_kept')
      .on(table.id)
      .where(sql`${table.status} <> 'waiting' and ${table.witness} is not null`),
  ],
);

/** A coin of an answer that waits: in no second one, and in nothing else that the exchange builds for its owner. */
export const liveCoins = pgTable(
  'live_coins',
  {
    outpoint: text('outpoint').primaryKey(),
    answerId: uuid('answer_id')
      .notNull()
      .references(() => liveAnswers.id, { onDelete: 'cascade' }),
    ownerAddress: text('owner_address').notNull(),
  },
  (table) => [
    index('live_coins_answer').on(table.answerId),
    index('live_coins_owner').on(table.ownerAddress),
  ],
);
