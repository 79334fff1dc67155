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
  Rejected,
  Verdict,
  Waiting,
} from './chain.ts';
export { openBitcoind } from './bitcoind.ts';
export type { BitcoindChain } from './bitcoind.ts';
export { NodeError } from './bitcoind-rpc.ts';
export type { NodeAddress } from './bitcoind-rpc.ts';
export { WrongNode, assertNode } from './assert-node.ts';
export type { NodeRules } from './assert-node.ts';
export { openLedger } from './ledger.ts';
export type { Ledger, LedgerStatus } from './ledger.ts';
export type { AssetsAt } from './ledger-assets.ts';
export type { FollowedCoin } from './ledger-coins.ts';
export type { ListedMrc20 } from './ledger-mrc20.ts';
export { mrc20TokenOf, runeOf } from './ledger-rows.ts';
export type { RuneHolding, RuneOutpoint, RunePage } from './ledger-runes.ts';
export type { TokenQuery } from './ledger-select.ts';
export type { BalanceInfo, ListedToken, LotInfo, TokenInfo } from './ledger-tokens.ts';
export { nodeAddress } from './node-address.ts';
export type { NodeSettings } from './node-address.ts';
export { openPool } from './pool.ts';
export type { PoolOptions } from './pool.ts';
export { atOneTip, isImmature, loadCoins, loadCoinsOf, loadEverythingOf } from './coins.ts';
export type { LoadedCoins, OwnCoin, Source } from './coins.ts';
export { foreseeMempool } from './foresee-mempool.ts';
export { sats as satsColumn, scriptHash, units, whole } from './columns.ts';
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
} from './schema/index.ts';
export { FOLLOWING_TABLES, LEDGER_TABLES } from './ledger-tables.ts';
