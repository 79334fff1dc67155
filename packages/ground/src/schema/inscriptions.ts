/** Tables of the inscriptions and where each one is. */
import type { Curse, InscriptionId, Outpoint, ScriptHex } from '@rialto/protocols';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sats } from '../ledger/columns.ts';

export const inscriptions = pgTable(
  'inscription',
  {
    id: text('id').$type<InscriptionId>().primaryKey(),
    sequence: integer('sequence').notNull(),
    number: integer('number').notNull(),
    curse: text('curse').$type<Curse>(),
    vindicated: boolean('vindicated').notNull(),
    contentType: text('content_type'),
    height: integer('height').notNull(),
  },
  (table) => [index('inscription_number').on(table.number)],
);

export const locations = pgTable(
  'location',
  {
    inscription: text('inscription').$type<InscriptionId>().primaryKey(),
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    offset: sats('offset').notNull(),
    value: sats('value').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [index('location_outpoint').on(table.outpoint)],
);
