/** The door of `ground`: our node, our index and other indexers, for reading, the compiled verifier, and turns for what is done one at a time. */
export type {
  BlockWithSpent,
  Chain,
  FeeEstimates,
  Scan,
  ScannedCoin,
  Tip,
  Unspent,
  Rejected,
  Verdict,
  Waiting,
} from './node/chain.ts';
export { paymentsIn } from './node/payments.ts';
export type { Paying } from './node/payments.ts';
export { shareBlocks } from './ledger/share-blocks.ts';
export { openBitcoind } from './node/bitcoind.ts';
export type { BitcoindChain } from './node/bitcoind.ts';
export { NodeError } from './node/bitcoind-rpc.ts';
export { WrongNode, assertNode } from './node/assert-node.ts';
export type { NodeRules } from './node/assert-node.ts';
export { openMvcNode } from './mvc/mvc-node.ts';
export type { MvcChain } from './mvc/mvc-chain.ts';
export type {
  IndexedMvcCoin,
  IndexedMvcToken,
  IndexedPoolCoin,
  MvcLedger,
  MvcMove,
  MvcTip,
  MvcPoolFacts,
  SettledMvcToken,
} from './mvc/mvc-ledger.ts';
export { openMvcLedger, poolFacts } from './mvc/open-mvc-ledger.ts';
export { mvcNodeAddress } from './mvc/mvc-node-address.ts';
export { MVC, MVC_TABLES } from './mvc/mvc-tables.ts';
export type { MvcTables } from './mvc/mvc-tables.ts';
export { mvcTables } from './schema/mvc.ts';
export { openLedger } from './ledger/ledger.ts';
export type { Ledger } from './ledger/ledger.ts';
export type { AssetsAt } from './ledger/ledger-assets.ts';
export type { FollowedCoin } from './ledger/ledger-coins.ts';
export type { LandedLot } from './ledger/landed/landed-on.ts';
export { firstPlaceOf, readLanded, readMade } from './ledger/landed/read-landed.ts';
export type { ListedMrc20 } from './ledger/ledger-mrc20.ts';
export { mrc20TokenOf, runeOf } from './ledger/ledger-rows.ts';
export type { ListedToken, LotInfo } from './ledger/ledger-tokens.ts';
export { nodeAddress } from './node/node-address.ts';
export { decimalIn, field, list, names, readExact, wholeIn } from './outside/exact-json.ts';
export type { Json } from './outside/exact-json.ts';
export { NoAnswer, jsonOf, needed, openQuery } from './outside/query.ts';
export type { Query, Reply } from './outside/query.ts';
export { openCoinIndex } from './outside/coin-index.ts';
export { openOpi, opiHeight, opiResult } from './outside/opi.ts';
export type { Opi } from './outside/opi.ts';
export { openOrdServer } from './outside/ord.ts';
export type { Ord, OrdOutput } from './outside/ord.ts';

export { openPool } from './pool.ts';
export { openTurns } from './turns.ts';
export type { Turns } from './turns.ts';
export { openVerifier } from './verifier.ts';

export {
  atOneTip,
  loadCoinPage,
  loadCoins,
  loadSettledCoins,
  loadPayingCoins,
  requireFollowed,
} from './ledger/coins.ts';
export { MOST_PAYING, isImmature } from './ledger/coins.ts';
export type { LoadedCoins, OwnCoin, PageSource, Source } from './ledger/coins.ts';
export { isOneScript } from './ledger/one-script.ts';
export { projectMempool } from './ledger/project-mempool.ts';
export { scriptHash, whole } from './ledger/columns.ts';
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
  poolShareCoins,
  runeBalances,
  runes,
  shovelUses,
  tip,
  tokens,
} from './schema/index.ts';
export { FOLLOWING_TABLES, LEDGER_TABLES, SHARE_TABLES } from './ledger/ledger-tables.ts';
