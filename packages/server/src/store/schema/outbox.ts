/** The table of our final transactions. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { WireCoin } from '@rialto/contract';
import type { OutboxStatus } from '@rialto/market';
import { moment } from './moment.ts';

/** Final transactions of ours, written before any network call and sent until six deep or provably void. */
export const outbox = pgTable(
  'outbox',
  {
    txid: text('txid').primaryKey(),
    raw: text('raw').notNull(),
    /** The name of its purpose: who is told what becomes of it. */
    kind: text('kind').notNull(),
    /** What it is for, as the purpose says: a trade, an order that is cancelled, or the address whose own it is. */
    reference: text('reference').notNull(),
    inputs: text('inputs').array().notNull(),
    /** `replaced`: its payer sent another in its place; it is not sent again, and a block may still have it. */
    status: text('status').$type<OutboxStatus>().notNull(),
    height: integer('height'),
    attempts: integer('attempts').notNull().default(0),
    lastAnswer: text('last_answer').notNull().default(''),
    /** The transaction of the same payer that it takes the place of. */
    replaces: text('replaces'),
    /** What it pays, where it is told; its size. */
    fee: whole('fee'),
    vsize: integer('vsize'),
    /** What its inputs spend, with all that was on it: what it did is told from these as long as it is kept. Null in rows of older versions. */
    coins: jsonb('coins').$type<readonly WireCoin[] | null>(),
    /** The ledger's height when it was written, and when it had waited for more than two blocks. */
    sinceHeight: integer('since_height'),
    stuckAt: moment('stuck_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('outbox_status').on(table.status),
    index('outbox_replaces')
      .on(table.replaces)
      .where(sql`${table.replaces} is not null`),
    index('outbox_inputs').using('gin', table.inputs),
    index('outbox_unreasoned')
      .on(table.txid)
      .where(sql`${table.status} = 'void' and ${table.lastAnswer} = ''`),
  ],
);
