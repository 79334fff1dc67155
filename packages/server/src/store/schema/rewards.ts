/** Rewards: campaigns as their operator gave them, and epochs once they are closed. Nothing of a closed epoch is ever changed. */
import { whole } from '@rialto/ground';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './moment.ts';

export const rewardCampaigns = pgTable('reward_campaigns', {
  id: text('id').primaryKey(),
  /** The operator's file, as it was read. */
  file: jsonb('file').notNull(),
  /** The epoch that is its last one by its operator's word; null while its file says. */
  stoppedAfter: integer('stopped_after'),
  addedAt: moment('added_at').notNull().defaultNow(),
});

export const rewardEpochs = pgTable(
  'reward_epochs',
  {
    campaign: text('campaign').notNull(),
    number: integer('number').notNull(),
    firstBlock: integer('first_block').notNull(),
    lastBlock: integer('last_block').notNull(),
    /** Of the index when it was closed, and the block's hash at the epoch's end. */
    closedHeight: integer('closed_height').notNull(),
    lastHash: text('last_hash').notNull(),
    total: whole('total').notNull(),
    /** True where the pot did not hold all of it. */
    scaled: boolean('scaled').notNull(),
    /** SHA-256 of both texts that are published: its rows, and the trades it was made of. */
    rowsHash: text('rows_hash').notNull(),
    tradesHash: text('trades_hash').notNull(),
    closedAt: moment('closed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaign, table.number] }),
    index('reward_epochs_last').on(table.lastBlock),
  ],
);

export const rewardRows = pgTable(
  'reward_rows',
  {
    campaign: text('campaign').notNull(),
    number: integer('number').notNull(),
    address: text('address').notNull(),
    amount: whole('amount').notNull(),
    /** Without the cap by fees. */
    wanted: whole('wanted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaign, table.number, table.address] }),
    index('reward_rows_address').on(table.address, table.campaign),
  ],
);

/** What an epoch used of the service fee of a trade: no fee is used twice. */
export const rewardUses = pgTable(
  'reward_uses',
  {
    campaign: text('campaign').notNull(),
    number: integer('number').notNull(),
    /** Of the fill. */
    reference: text('reference').notNull(),
    /** Sat. */
    used: whole('used').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaign, table.number, table.reference] }),
    index('reward_uses_reference').on(table.reference),
  ],
);
