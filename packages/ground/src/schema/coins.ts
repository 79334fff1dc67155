/** Tables of the coins of followed scripts, confirmed and waiting. */
import type { Outpoint, ScriptHex, Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sats } from '../ledger/columns.ts';

/** Scripts whose coins are kept. */
export const followedScripts = pgTable('followed_script', {
  script: text('script').$type<ScriptHex>().primaryKey(),
  /** The block at which its coins were read from the node; null until then. */
  scannedHeight: integer('scanned_height'),
});

/** Confirmed coins of followed scripts; spent ones stay while a reorg may bring them back. */
export const coins = pgTable(
  'coin',
  {
    outpoint: text('outpoint').$type<Outpoint>().primaryKey(),
    script: text('script').$type<ScriptHex>().notNull(),
    value: sats('value').notNull(),
    height: integer('height').notNull(),
    coinbase: boolean('coinbase').notNull(),
    spentHeight: integer('spent_height'),
  },
  (table) => [
    // A page of them, the largest first, is read in this order.
    index('coin_largest')
      .on(table.script, table.value.desc().nullsFirst(), table.outpoint)
      .where(sql`${table.spentHeight} is null`),
    index('coin_height').on(table.height),
    index('coin_spent').on(table.spentHeight),
  ],
);

/** Unconfirmed coins of followed scripts. */
export const mempoolCoins = pgTable(
  'mempool_coin',
  {
    outpoint: text('outpoint').$type<Outpoint>().primaryKey(),
    txid: text('txid').$type<Txid>().notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    value: sats('value').notNull(),
  },
  (table) => [index('mempool_coin_script').on(table.script), index('mempool_coin_txid').on(table.txid)],
);
