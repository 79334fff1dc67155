/** The tables of the MVC index as one thing: a check has the same in another schema. */
import { getTableName } from 'drizzle-orm';
import * as schema from '../schema/index.ts';
import type { mvcTables } from '../schema/mvc.ts';

export type MvcTables = ReturnType<typeof mvcTables>;

export const MVC: MvcTables = {
  schema: schema.mvcSchema,
  blocks: schema.mvcBlocks,
  transactions: schema.mvcTransactions,
  coins: schema.mvcCoins,
  moves: schema.mvcMoves,
  pools: schema.mvcPools,
  waiting: schema.mvcWaiting,
  waitingCoins: schema.mvcWaitingCoins,
  waitingSpends: schema.mvcWaitingSpends,
  waitingMoves: schema.mvcWaitingMoves,
};

/** By their names: what the signer may read. Other tables of the schema are none of its business. */
export const MVC_TABLES: readonly string[] = [
  ...[MVC.blocks, MVC.transactions, MVC.coins, MVC.moves, MVC.pools],
  ...[MVC.waiting, MVC.waitingCoins, MVC.waitingSpends, MVC.waitingMoves],
].map((table) => getTableName(table));
