/** Tables of BRC-20: tokens, balances, transfer inscriptions. */
import type { AssetId, Brc20Difference, InscriptionId, ScriptHex } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { scriptHash, units } from '../ledger/columns.ts';
import { lookOf } from '../ledger/ledger-select.ts';

export const tokens = pgTable(
  'token',
  {
    asset: text('asset').$type<AssetId>().primaryKey(),
    deploy: text('deploy').$type<InscriptionId>().notNull(),
    tick: text('tick').notNull().unique(),
    display: text('display').notNull(),
    max: units('max').notNull(),
    limit: units('mint_limit').notNull(),
    decimals: integer('decimals').notNull(),
    selfMint: boolean('self_mint').notNull(),
    minted: units('minted').notNull(),
    burned: units('burned').notNull(),
    deployHeight: integer('deploy_height').notNull(),
    deployer: text('deployer').$type<ScriptHex>().notNull(),
    holders: integer('holders').notNull(),
    operations: integer('operations').notNull(),
    differences: jsonb('differences').$type<readonly Brc20Difference[]>().notNull(),
  },
  (table) => [index('token_operations').on(table.operations), index('token_look').on(lookOf(table.display))],
);

export const balances = pgTable(
  'balance',
  {
    asset: text('asset').$type<AssetId>().notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    available: units('available').notNull(),
    transferable: units('transferable').notNull(),
  },
  (table) => [
    uniqueIndex('balance_holder').on(scriptHash(table.script), table.asset),
    check('balance_not_negative', sql`${table.available} >= 0 and ${table.transferable} >= 0`),
  ],
);

export const lots = pgTable(
  'lot',
  {
    inscription: text('inscription').$type<InscriptionId>().primaryKey(),
    asset: text('asset').$type<AssetId>().notNull(),
    display: text('display').notNull(),
    amount: units('amount').notNull(),
    owner: text('owner').$type<ScriptHex>().notNull(),
    height: integer('height').notNull(),
    usedHeight: integer('used_height'),
  },
  (table) => [
    index('lot_owner')
      .on(scriptHash(table.owner), table.asset)
      .where(sql`${table.usedHeight} is null`),
  ],
);
