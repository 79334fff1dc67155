/** The door of `contract`: the words on the wire. `calls` and `refusals` need no zod; `schemas` does. */
export { API_ROOT } from './calls/call.ts';
export { CALLS } from './calls/calls.ts';
export { FIRST_CALLS } from './calls/first-calls.ts';
export { ACT_CALLS } from './calls/act-calls.ts';
export type { Call, EnvelopeKind } from './calls/call.ts';
export type { CallName } from './calls/calls.ts';
export { REFUSALS, sentenceOf } from './refusals.ts';
export type { RefusalEntry } from './refusals.ts';
export type { Kline, Klines, Market, MarketSort, Markets, Tickers } from './figures.ts';
export { SCHEMAS } from './schemas.ts';
export type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './schemas.ts';
export { WireCoin } from './wire/effects.ts';
export type { WireEffects } from './wire/effects.ts';
export { LockProof } from './wire/lock-proof.ts';
export { NAMED_SCHEMAS } from './named-schemas.ts';
export { MAX_LOTS, MAX_RUNGS } from './limits.ts';
export { CampaignFile } from './rewards/campaign-file.ts';
export type { ClaimState } from './rewards/claims.ts';
export { FACTS_ID } from './facts-id.ts';
export { fillFromWire, fillToWire } from './signer/fill-plan.ts';
export type { WireFillPlan } from './signer/fill-plan.ts';
export type { AdmitRequest, CancelRequest, FillRequest, MoveRequest } from './signer/locks.ts';
export { poolActFromWire, poolActToWire } from './signer/pool-act.ts';
export type { WirePoolAct } from './signer/pool-act.ts';
export { PoolSigners, TokenText } from './signer/pools.ts';
export type {
  FreePoolAct,
  KeeperPoolAct,
  KnownPool,
  PoolFreeRequest,
  PoolPayRequest,
  PoolRestockRequest,
  PoolSignRequest,
  SignedPoolAct,
  UserPoolAct,
} from './signer/pools.ts';
export { JointLine, JointText, MOST_JOINT_LINES } from './signer/joint.ts';
export type { JointKey, JointPromised, JointVote } from './signer/joint.ts';
export { planFromWire, planToWire } from './signer/take-plan.ts';
export type { PlannedTake, WireTakeLot, WireTakePlan } from './signer/take-plan.ts';
export {
  MAX_SIGNER_LINE,
  SIGNER_ANSWERS,
  SIGNER_REFUSALS_TOLD,
  SignerReply,
  SignerRequest,
} from './signer/signer.ts';
export type { RewardClaimRequest } from './signer/rewards.ts';
export type { CosignRequest, SignerAnswer, SignerStatus } from './signer/signer.ts';
export { assetToWire, coinFromWire, coinToWire } from './wire/wire-coin.ts';
export { WireTicket } from './wire/ticket.ts';
export { ticketFromWire, ticketToWire } from './wire/wire-ticket.ts';
export type { PlainTicket } from './wire/wire-ticket.ts';
export type { AddressCoin, AddressCoins, BtcCoin } from './address.ts';
export type { IdCoinToken, Mrc20Balance, Mrc20Balances, Mrc20Token } from './mrc20.ts';
export type { Rune, RuneBalance, RuneBalances } from './runes.ts';
export type { BtcRate, Health, RawTransaction, RecommendedFees, Token } from './public.ts';
export type { TransactionSale, TransactionView } from './transaction.ts';
export type { CrossChecks, TokenCrossCheck } from './crosscheck.ts';
export type {
  ExchangeConfig,
  FirstFacts,
  Notification,
  NotificationItem,
  Notifications,
  TokenPrices,
} from './shell.ts';
export type {
  Balances,
  LoginAnswer,
  LoginChallenge,
  LoginIn,
  TokenBalance,
  TransferEntry,
} from './accounts.ts';
export type { FeedEvent, MyFeedEvent } from './feed.ts';
export type { PoolStand, TaskNews } from './pools/told.ts';
export type {
  CancelAnswer,
  CancelledOrders,
  Order,
  OrderAnswer,
  OrderList,
  PrepareCancel,
  PreparedCancel,
  PreparedTake,
  PrepareTake,
  PushAsk,
  SubmitCancel,
  Trade,
  UpdateOrder,
} from './orders/orders.ts';
export type {
  OwnAct,
  WaitingAct,
  OwnAnswer,
  OwnKind,
  OwnList,
  OwnMixed,
  OwnOffer,
  OwnPsbt,
  OwnShares,
  OwnTransaction,
  OwnUnfinished,
  PrepareOwn,
  PreparedOwn,
  SubmitOwn,
} from './own.ts';
export type {
  BidCancelAnswer,
  BidFee,
  BidKey,
  BidPsbt,
  BidRecoverInfo,
  FilledBids,
  FillToSign,
  OwnBidLock,
  OwnBidLocks,
  PrepareBid,
  PrepareBidCancel,
  PreparedBid,
  PreparedBidCancel,
  PreparedFills,
  PrepareFills,
  PushBid,
  PushedBid,
  RecoverBid,
  RecoveredBid,
  SubmitBidCancel,
  SubmitFills,
} from './orders/bids.ts';
export type {
  LeaveLock,
  LeftLock,
  LockTerms,
  OwnLock,
  OwnLocks,
  PrepareLock,
  PreparedLock,
  PushedLock,
  PushLock,
} from './orders/protected.ts';
export type {
  BeatLiveBids,
  DeclineLiveAnswer,
  LiveBeat,
  LiveBid,
  LiveTerms,
  PreparedLiveAnswer,
  PrepareLiveAnswer,
  PushLiveBid,
  SignLiveAnswer,
  SubmitLiveAnswer,
  WaitingAnswer,
} from './orders/live-bids.ts';
export type { LiveAnswer } from './wire/live-answer.ts';
export type { MvcBuilt, MvcPreview, MvcQuote, MvcTask } from './mvc/acts.ts';
export type { MvcBuiltMove, MvcMoveQuote, MvcParkedMove } from './mvc/moves.ts';
export type { MvcAccount, MvcPool, MvcPools, MvcTransactions, MvcTransactionView } from './mvc/reads.ts';
export type { MvcBuiltTakeBack, MvcTakenBack } from './mvc/take-back.ts';
export type { MvcBothTasks, MvcBuiltSecond, MvcPreviewTokens, MvcTokensQuote } from './mvc/tokens.ts';
export { MvcAct, MvcSigned } from './signer/mvc.ts';
export type {
  MvcBothRequest,
  MvcCheckRequest,
  MvcHeldSale,
  MvcMoveAct,
  MvcNewPoolRequest,
  MvcOpenRequest,
  MvcSwapAct,
  MvcSwapRequest,
} from './signer/mvc.ts';
export { BridgeAssetFile, bridgeSignersOf, readBridgeAsset } from './bridge/asset-file.ts';
export { BRIDGE_CALLS_OF } from './calls/bridge-calls-of.ts';
export { BridgeHistoryType } from './bridge/reads.ts';
export type {
  BridgeAssetView,
  BridgeAssets,
  BridgeOrderView,
  BridgeReserve,
  BridgeReserves,
} from './bridge/reads.ts';
export { BridgeAssetId, BridgeState, BridgeWait, DepositName, WireBridgeTerms } from './bridge/words.ts';
export {
  BridgeEnvelopeRequest,
  BridgeGiveRequest,
  BridgePayRequest,
  BridgeReturnRequest,
  MOST_LOCKED_COINS,
} from './signer/bridge.ts';
export type { BridgeKeys } from './signer/bridge.ts';
