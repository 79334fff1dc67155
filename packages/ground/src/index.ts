/** The door of `ground`: our node and our index, for reading. */
export type {
  BlockWithSpent,
  Chain,
  FeeEstimates,
  Header,
  Scan,
  ScannedCoin,
  Tip,
  Unspent,
  Verdict,
} from './chain.ts';
export { openBitcoind } from './bitcoind.ts';
export type { BitcoindChain } from './bitcoind.ts';
export { NodeError } from './bitcoind-rpc.ts';
export type { NodeAddress } from './bitcoind-rpc.ts';
export { WrongNode, assertNode } from './assert-node.ts';
export type { NodeRules } from './assert-node.ts';
export { openLedger } from './ledger.ts';
export type { BalanceInfo, FollowedCoin, Ledger, LedgerStatus, LotInfo, TokenInfo } from './ledger.ts';
export { nodeAddress } from './node-address.ts';
export type { NodeSettings } from './node-address.ts';
export { openPool } from './pool.ts';
export type { PoolOptions } from './pool.ts';
export { loadCoins, loadCoinsOf } from './coins.ts';
export type { LoadedCoins, Source } from './coins.ts';
export { sats as satsColumn, units, whole } from './columns.ts';
export {
  balances,
  blocks,
  coins,
  followedScripts,
  inscriptions,
  locations,
  lots,
  mempoolCoins,
  mrc20Holdings,
  mrc20Tokens,
  pinLocations,
  pins,
  runeBalances,
  runes,
  shovelUses,
  tip,
  tokens,
} from './schema.ts';
export { removePostgres, startPostgres } from './postgres.ts';
export type { DatabaseUrls, Postgres, PostgresOptions } from './postgres.ts';
export { testDatabase } from './postgres-test-database.ts';
export type { TestDatabase } from './postgres-test-database.ts';
