/** Tables of the ledger, by family. Written by the follower only; everybody else reads. */
export { tokens, balances, lots } from './brc20.ts';
export { tip, blocks } from './chain.ts';
export { followedScripts, coins, mempoolCoins } from './coins.ts';
export { inscriptions, locations } from './inscriptions.ts';
export { pins, pinLocations } from './metaid.ts';
export { mrc20Tokens, mrc20Holdings, shovelUses } from './mrc20.ts';
export { poolShareCoins } from './pool-shares.ts';
export { runes, runeBalances } from './runes.ts';
export {
  mvcBlocks,
  mvcCoins,
  mvcMoves,
  mvcPools,
  mvcSchema,
  mvcTransactions,
  mvcWaiting,
  mvcWaitingCoins,
  mvcWaitingMoves,
  mvcWaitingSpends,
} from './mvc.ts';
