/** Tables of MetaID: the PINs and where each one is. */
import type { Outpoint, PinId, PinOperation, ScriptHex } from '@rialto/protocols';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { anyText, binary, sats } from '../ledger/columns.ts';

export const pins = pgTable('pin', {
  id: text('id').$type<PinId>().primaryKey(),
  number: integer('number'),
  operation: text('operation').$type<PinOperation>().notNull(),
  path: anyText('path').notNull(),
  host: anyText('host'),
  encryption: anyText('encryption').notNull(),
  version: anyText('version').notNull(),
  contentType: anyText('content_type').notNull(),
  body: binary('body'),
  creator: text('creator').notNull(),
  metaId: text('meta_id').notNull(),
  pop: text('pop').notNull(),
  height: integer('height').notNull(),
});

export const pinLocations = pgTable(
  'pin_location',
  {
    pin: text('pin').$type<PinId>().primaryKey(),
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    offset: sats('offset').notNull(),
    value: sats('value').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
  },
  (table) => [index('pin_location_outpoint').on(table.outpoint)],
);
