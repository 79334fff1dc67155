/** Rewards: campaigns as their operator gave them, and epochs once they are closed. Nothing of a closed epoch is ever changed. */
import { whole } from '@rialto/ground';
import type { ClaimState, WireCoin, WirePoolAct } from '@rialto/contract';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
  (table) => [primaryKey({ columns: [table.campaign, table.number, table.reference] })],
);

/** Where a campaign’s pot lies, as its signer said: a script of its own for each. */
export const rewardPots = pgTable('reward_pots', {
  campaign: text('campaign').primaryKey(),
  /** The internal key of the script, 32 bytes. */
  publicKey: text('public_key').notNull(),
  script: text('script').notNull(),
  /** Paused by its operator. */
  paused: boolean('paused').notNull().default(false),
});

/** Epochs whose table the signer has taken, with the height from which it signs claims of their rows. */
export const rewardTaken = pgTable(
  'reward_taken',
  {
    campaign: text('campaign').notNull(),
    number: integer('number').notNull(),
    readyHeight: integer('ready_height').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaign, table.number] })],
);

/** Claims: built, and from the signature on sent until six deep, or void. */
export const rewardClaims = pgTable(
  'reward_claims',
  {
    id: uuid('id').primaryKey(),
    campaign: text('campaign').notNull(),
    address: text('address').notNull(),
    /** Numbers of the epochs whose rows it takes; none of a claim in lots, which takes parts. */
    epochs: integer('epochs').array().notNull(),
    amount: whole('amount').notNull(),
    /** What builds the same bytes again. */
    plan: jsonb('plan').$type<WirePoolAct<WireCoin>>().notNull(),
    networkFee: whole('network_fee').notNull(),
    status: text('status').$type<ClaimState>().notNull(),
    /** Null until it is signed. */
    txid: text('txid'),
    /** Why it is void; empty while it is not. */
    reason: text('reason').notNull().default(''),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('reward_claims_address').on(table.address, table.campaign),
    index('reward_claims_campaign').on(table.campaign, table.status),
  ],
);
