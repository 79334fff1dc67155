/** Tables of the Runes: what was etched, and what is on which coin. */
import type { Outpoint, RuneId, ScriptHex, Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { anyText, units, whole } from '../ledger/columns.ts';

export const runes = pgTable('rune', {
  id: text('id').$type<RuneId>().primaryKey(),
  /** Letters only; names are unique. */
  name: text('name').notNull().unique(),
  spacers: bigint('spacers', { mode: 'number' }).notNull(),
  symbol: anyText('symbol'),
  divisibility: integer('divisibility').notNull(),
  premine: units('premine').notNull(),
  /** False when it can never be minted. */
  open: boolean('open').notNull(),
  mintAmount: units('mint_amount'),
  cap: whole('cap'),
  heightStart: whole('height_start'),
  heightEnd: whole('height_end'),
  offsetStart: whole('offset_start'),
  offsetEnd: whole('offset_end'),
  turbo: boolean('turbo').notNull(),
  mints: whole('mints').notNull(),
  burned: units('burned').notNull(),
  etching: text('etching').$type<Txid>().notNull(),
  number: integer('number').notNull(),
  height: integer('height').notNull(),
  time: bigint('time', { mode: 'number' }).notNull(),
});

export const runeBalances = pgTable(
  'rune_balance',
  {
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    rune: text('rune').$type<RuneId>().notNull(),
    amount: units('amount').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.rune] }),
    index('rune_balance_script').on(table.script),
    index('rune_balance_rune').on(table.rune),
    check('rune_balance_positive', sql`${table.amount} > 0`),
  ],
);
