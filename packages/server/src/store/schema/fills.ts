/** The table of what was sold: the one source of prices, candles, volume and the lists of sales. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { whole } from '@rialto/ground';
import type { Exclusion, MarketName, OrderSide } from '@rialto/market';
import { moment } from './moment.ts';

/** One row for each order that a block sold, and for each swap of a pool; gone with that block. */
export const fills = pgTable(
  'fills',
  {
    /** The two make prices apart: a book's are those of its orders. */
    kind: text('kind').$type<'order' | 'pool'>().notNull(),
    /** Of an order its id, of a swap its transaction's. */
    reference: text('reference').notNull(),
    /** Which side had been waiting; the other one took it. A pool waits with both. */
    side: text('side').$type<OrderSide>().notNull(),
    /** With the asset it names the pair: everything is sold for bitcoin. */
    market: text('market').$type<MarketName>().notNull(),
    assetId: text('asset_id').notNull(),
    tick: text('tick').notNull(),
    decimals: integer('decimals').notNull(),
    amount: whole('amount').notNull(),
    sats: whole('sats').notNull(),
    rateE18: whole('rate_e18').notNull(),
    /** Its part of the transaction's service fee, and the address that paid it; empty where nobody did. */
    serviceFee: whole('service_fee').notNull(),
    feePaidBy: text('fee_paid_by').notNull(),
    /** Empty where a stranger bought outside the exchange; of a swap one of the two is the pool. */
    buyer: text('buyer').notNull(),
    seller: text('seller').notNull(),
    txid: text('txid').notNull(),
    height: integer('height').notNull(),
    /** Of its transaction in the block. */
    place: integer('place').notNull().default(0),
    /** The block's own time. */
    at: moment('at').notNull(),
    /** Why it moves no price, candle, volume or dollar rate (decision 0019); null when it counts. */
    excluded: text('excluded').$type<Exclusion>(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.reference] }),
    index('fills_latest')
      .on(table.kind, table.assetId, table.height, table.txid, table.reference)
      .where(sql`${table.excluded} is null`),
    index('fills_time')
      .on(table.kind, table.assetId, table.at)
      .where(sql`${table.excluded} is null`),
    index('fills_at').on(table.at),
    index('fills_height').on(table.height),
    index('fills_txid').on(table.txid),
  ],
);
