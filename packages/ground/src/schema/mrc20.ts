/** Tables of MRC-20: tokens, holdings, and which PIN was used for which mint. */
import type { AssetId, Outpoint, PinId, ScriptHex } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { anyText, units, whole } from '../ledger/columns.ts';
import { lookOf } from '../ledger/ledger-select.ts';

export const mrc20Tokens = pgTable(
  'mrc20_token',
  {
    asset: text('asset').$type<AssetId>().primaryKey(),
    deploy: text('deploy').$type<PinId>().notNull(),
    tick: anyText('tick').notNull().unique(),
    display: anyText('display').notNull(),
    tokenName: anyText('token_name').notNull(),
    decimals: integer('decimals').notNull(),
    amountPerMint: whole('amount_per_mint').notNull(),
    mintCount: whole('mint_count').notNull(),
    premineCount: whole('premine_count').notNull(),
    beginHeight: anyText('begin_height').notNull(),
    endHeight: anyText('end_height').notNull(),
    metadata: anyText('metadata').notNull(),
    type: anyText('type').notNull(),
    checkCreator: anyText('check_creator').notNull(),
    checkLvl: anyText('check_lvl').notNull(),
    checkPath: anyText('check_path').notNull(),
    checkCount: anyText('check_count').notNull(),
    /** Null when a mint pays nobody. */
    payTo: anyText('pay_to'),
    payAmount: anyText('pay_amount'),
    mints: whole('mints').notNull(),
    issued: units('issued').notNull(),
    burned: units('burned').notNull(),
    deployer: text('deployer').notNull(),
    height: integer('height').notNull(),
    operations: integer('operations').notNull(),
    /** False in rows from before this column, which an index that is built again does not have. */
    odd: boolean('odd').notNull().default(false),
  },
  (table) => [index('mrc20_token_look').on(lookOf(table.display))],
);

export const mrc20Holdings = pgTable(
  'mrc20_holding',
  {
    outpoint: text('outpoint').$type<Outpoint>().notNull(),
    asset: text('asset').$type<AssetId>().notNull(),
    amount: units('amount').notNull(),
    script: text('script').$type<ScriptHex>().notNull(),
    /** Rows from before this column stay false: the message that made them is still read when they are offered. */
    odd: boolean('odd').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.outpoint, table.asset] }),
    index('mrc20_holding_script').on(table.script),
    check('mrc20_holding_positive', sql`${table.amount} > 0`),
  ],
);

export const shovelUses = pgTable(
  'shovel_use',
  {
    asset: text('asset').$type<AssetId>().notNull(),
    pin: text('pin').$type<PinId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.pin] })],
);
