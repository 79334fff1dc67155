/** Which tables the ledger is made of: what a rebuild forgets, a check compares, and the signer may read. */
import { getTableName } from 'drizzle-orm';
import * as schema from '../schema/index.ts';

/** Facts from the chain alone. */
export const LEDGER_TABLES: readonly string[] = [
  schema.inscriptions,
  schema.locations,
  schema.tokens,
  schema.balances,
  schema.lots,
  schema.runes,
  schema.runeBalances,
  schema.pins,
  schema.pinLocations,
  schema.mrc20Tokens,
  schema.mrc20Holdings,
  schema.shovelUses,
].map((table) => getTableName(table));

/** How far the ledger is, and the coins of those who are followed. */
export const FOLLOWING_TABLES: readonly string[] = [
  schema.tip,
  schema.blocks,
  schema.coins,
  schema.mempoolCoins,
  schema.followedScripts,
].map((table) => getTableName(table));

/** Coins with shares of pools, which the signer reads too. */
export const SHARE_TABLES: readonly string[] = [getTableName(schema.poolShareCoins)];
