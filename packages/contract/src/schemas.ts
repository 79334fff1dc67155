/** The schemas of every call: what the server parses, what it answers, and the types of the client. Needs zod; the browser imports its types only. */
import { z } from 'zod';
import * as accounts from './accounts.ts';
import * as address from './address.ts';
import * as bridge from './bridge/acts.ts';
import * as bridgeReads from './bridge/reads.ts';
import * as bids from './orders/bids.ts';
import type { CallName } from './calls/calls.ts';
import * as live from './orders/live-bids.ts';
import { LiveAnswer } from './wire/live-answer.ts';
import * as feed from './feed.ts';
import * as figures from './figures.ts';
import * as mrc20 from './mrc20.ts';
import * as crossCheck from './crosscheck.ts';
import * as open from './public.ts';
import * as mvcActs from './mvc/acts.ts';
import * as mvcMoves from './mvc/moves.ts';
import * as mvcReads from './mvc/reads.ts';
import * as mvcBack from './mvc/take-back.ts';
import * as mvcTokens from './mvc/tokens.ts';
import { OfMvc, OfMvcPool } from './mvc/words.ts';
import * as orders from './orders/orders.ts';
import * as own from './own.ts';
import * as poolBuilds from './pools/builds.ts';
import * as pools from './pools/pools.ts';
import * as poolPreviews from './pools/previews.ts';
import { PoolChannel } from './pools/told.ts';
import { OfPool, OfPools } from './pools/words.ts';
import * as locks from './orders/protected.ts';
import * as claims from './rewards/claims.ts';
import * as rewards from './rewards/reads.ts';
import * as runes from './runes.ts';
import * as shell from './shell.ts';
import * as transaction from './transaction.ts';
import { Address, AssetIdText, Book, Net, OrderId, Tick, TradeId } from './wire/wire.ts';

interface Schemas {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

const OfBook = z.object({ book: Book });
const OfAddress = z.object({ book: Book, address: Address });

export const SCHEMAS = {
  health: { answer: open.Health },
  feed: {
    query: z.object({
      net: Net.optional(),
      tick: Tick.optional(),
      asset: AssetIdText.optional(),
      pool: PoolChannel.optional(),
    }),
    answer: feed.FeedEvent,
  },
  myFeed: { answer: feed.MyFeedEvent },

  geo: { answer: shell.Country },
  config: { answer: shell.ExchangeConfig },
  notifications: { query: shell.NotificationsQuery, answer: shell.Notifications },
  clearNotificationsByLink: { query: shell.ClearNotificationsQuery, answer: accounts.Done },
  clearNotifications: { body: shell.ClearNotifications, answer: accounts.Done },
  lockedCoins: { query: shell.LockedCoinsQuery, answer: shell.LockedCoins },
  bidDummies: {
    params: OfAddress,
    query: open.NetQuery,
    answer: shell.BidDummies,
  },

  ownList: { query: own.OwnListQuery, answer: own.OwnList },
  prepareOwn: { body: own.PrepareOwn, answer: own.PreparedOwn },
  submitOwn: { body: own.SubmitOwn, answer: own.OwnAnswer },

  btcRate: { answer: open.BtcRate },
  tokenPrices: { query: open.NetQuery, answer: shell.TokenPrices },
  recommendedFees: { query: open.NetQuery, answer: open.RecommendedFees },
  rawTransaction: { query: open.RawTransactionQuery, answer: open.RawTransaction },
  transaction: { query: transaction.TransactionQuery, answer: transaction.TransactionView },
  btcCoins: { query: address.BtcCoinsQuery, answer: address.BtcCoins },
  addressCoins: { query: address.AddressCoinsQuery, answer: address.AddressCoins },
  coins: { query: open.CoinsQuery, answer: open.Coins },
  crossChecks: { query: open.NetQuery, answer: crossCheck.CrossChecks },
  tokenList: { query: open.TokenListQuery, answer: open.TokenList },

  runeBalances: { query: runes.RuneBalancesQuery, answer: runes.RuneBalances },
  runeBalanceList: { query: runes.RuneBalancesQuery, answer: runes.RuneBalanceList },
  runeCoins: { query: runes.RuneCoinsQuery, answer: runes.RuneCoins },
  runeList: { query: runes.RuneListQuery, answer: runes.RuneList },
  rawRuneTransaction: { query: open.RawTransactionQuery, answer: open.RawTransaction },

  mrc20Balances: { query: mrc20.Mrc20BalancesQuery, answer: mrc20.Mrc20Balances },
  mrc20List: { query: mrc20.Mrc20ListQuery, answer: mrc20.Mrc20List },
  idCoinList: { query: mrc20.Mrc20ListQuery, answer: mrc20.IdCoinList },

  loginChallenge: { query: accounts.LoginChallengeQuery, answer: accounts.LoginChallenge },
  loginIn: { body: accounts.LoginIn, answer: accounts.LoginAnswer },
  loginOut: { body: accounts.LoginOut, answer: accounts.Done },
  balances: {
    params: z.object({ address: Address }),
    query: accounts.BalancesQuery,
    answer: accounts.Balances,
  },
  faucet: { body: accounts.FaucetRequest, answer: accounts.FaucetAnswer },

  markets: { query: figures.MarketsQuery, answer: figures.Markets },
  tickers: { params: OfBook, query: figures.TickersQuery, answer: figures.Tickers },
  tokenBalance: {
    params: z.object({ book: Book, address: Address, tick: Tick }),
    query: accounts.TokenBalanceQuery,
    answer: accounts.TokenBalance,
  },
  pushAsk: { params: OfBook, body: orders.PushAsk, answer: orders.OrderAnswer },
  updateOrder: {
    params: OfBook,
    body: orders.UpdateOrder,
    answer: z.union([orders.OrderAnswer, orders.CancelledOrders]),
  },
  orders: { params: OfBook, query: orders.OrdersQuery, answer: orders.OrderList },
  myOrders: { params: OfAddress, query: orders.MyOrdersQuery, answer: orders.OrderList },
  order: { params: z.object({ book: Book, orderId: OrderId }), query: open.NetQuery, answer: orders.Order },
  prepareTake: { params: OfBook, body: orders.PrepareTake, answer: orders.PreparedTake },
  updateOrderV2: {
    params: OfBook,
    body: orders.UpdateOrderV2,
    answer: z.union([orders.TradeAnswer, orders.OrderAnswer, orders.CancelledOrders]),
  },
  prepareCancel: { params: OfBook, body: orders.PrepareCancel, answer: orders.PreparedCancel },
  submitCancel: { params: OfBook, body: orders.SubmitCancel, answer: orders.CancelAnswer },
  bidKey: { params: OfBook, query: bids.BidKeyQuery, answer: bids.BidKey },
  prepareBid: { params: OfBook, body: bids.PrepareBid, answer: bids.PreparedBid },
  pushBid: { params: OfBook, body: bids.PushBid, answer: bids.PushedBid },
  bidFee: { params: OfBook, query: bids.BidFeeQuery, answer: bids.BidFee },
  prepareFills: { params: OfBook, body: bids.PrepareFills, answer: bids.PreparedFills },
  submitFills: { params: OfBook, body: bids.SubmitFills, answer: bids.FilledBids },
  prepareBidCancel: { params: OfBook, body: bids.PrepareBidCancel, answer: bids.PreparedBidCancel },
  submitBidCancel: { params: OfBook, body: bids.SubmitBidCancel, answer: bids.BidCancelAnswer },
  bidRecoverInfo: { params: OfBook, query: bids.BidRecoverInfoQuery, answer: bids.BidRecoverInfo },
  ownBidLocks: { params: OfBook, query: bids.OwnBidLocksQuery, answer: bids.OwnBidLocks },
  liveTerms: { params: OfBook, query: live.LiveTermsQuery, answer: live.LiveTerms },
  pushLiveBid: { params: OfBook, body: live.PushLiveBid, answer: live.LiveBid },
  beatLiveBids: { params: OfBook, body: live.BeatLiveBids, answer: live.LiveBeat },
  removeLiveBid: { params: OfBook, body: live.RemoveLiveBid, answer: live.RemovedLiveBid },
  prepareLiveAnswer: { params: OfBook, body: live.PrepareLiveAnswer, answer: live.PreparedLiveAnswer },
  submitLiveAnswer: { params: OfBook, body: live.SubmitLiveAnswer, answer: LiveAnswer },
  liveAnswer: { params: OfBook, query: live.LiveAnswerQuery, answer: LiveAnswer },
  waitingAnswers: { params: OfBook, query: live.WaitingAnswersQuery, answer: live.WaitingAnswers },
  signLiveAnswer: { params: OfBook, body: live.SignLiveAnswer, answer: LiveAnswer },
  declineLiveAnswer: { params: OfBook, body: live.DeclineLiveAnswer, answer: LiveAnswer },
  recoverBid: { params: OfBook, body: bids.RecoverBid, answer: bids.RecoveredBid },
  lockTerms: { params: OfBook, query: locks.LockTermsQuery, answer: locks.LockTerms },
  prepareLock: { params: OfBook, body: locks.PrepareLock, answer: locks.PreparedLock },
  pushLock: { params: OfBook, body: locks.PushLock, answer: locks.PushedLock },
  ownLocks: { params: OfBook, query: locks.OwnLocksQuery, answer: locks.OwnLocks },
  leaveLock: { params: OfBook, body: locks.LeaveLock, answer: locks.LeftLock },
  kline: { params: OfBook, query: figures.KlineQuery, answer: figures.Klines },
  trade: { params: z.object({ book: Book, tradeId: TradeId }), query: open.NetQuery, answer: orders.Trade },
  myTrades: { params: OfAddress, query: open.NetQuery, answer: orders.TradeList },

  pools: { params: OfPools, query: pools.PoolsQuery, answer: pools.PoolList },
  pool: { params: OfPool, query: pools.PoolQuery, answer: pools.Pool },
  poolStats: { params: OfPool, query: pools.PoolsQuery, answer: pools.PoolStats },
  poolTransactions: {
    params: OfPool,
    query: pools.PoolTransactionsQuery,
    answer: pools.PoolTransactions,
  },
  poolKline: { params: OfPool, query: figures.PoolKlineQuery, answer: figures.Klines },
  poolLanes: { params: OfPool, query: pools.PoolsQuery, answer: pools.PoolLanes },
  poolExit: { params: OfPool, query: pools.PoolsQuery, answer: pools.PoolExit },
  previewSwap: { params: OfPools, body: poolPreviews.PreviewSwap, answer: poolPreviews.SwapPreview },
  previewAdd: { params: OfPools, body: poolPreviews.PreviewAdd, answer: poolPreviews.AddPreview },
  previewRemove: { params: OfPools, body: poolPreviews.PreviewRemove, answer: poolPreviews.RemovePreview },
  build1x: { params: OfPools, body: poolBuilds.BuildSwap, answer: poolBuilds.BuiltTask },
  build2x: { params: OfPools, body: poolBuilds.BuildSwap, answer: poolBuilds.BuiltTask },
  buildX1: { params: OfPools, body: poolBuilds.BuildSwap, answer: poolBuilds.BuiltTask },
  buildX2: { params: OfPools, body: poolBuilds.BuildSwap, answer: poolBuilds.BuiltTask },
  buildInit: { params: OfPools, body: poolBuilds.BuildInit, answer: poolBuilds.BuiltTask },
  buildAdd: { params: OfPools, body: poolBuilds.BuildAdd, answer: poolBuilds.BuiltTask },
  buildRemove: { params: OfPools, body: poolBuilds.BuildRemove, answer: poolBuilds.BuiltTask },
  submitTask: { params: OfPools, body: poolBuilds.SubmitTask, answer: poolBuilds.SubmittedTask },
  mvcAllPairs: { params: OfMvc, query: mvcReads.MvcListQuery, answer: mvcReads.MvcAllPairs },
  mvcSwapInfo: { params: OfMvc, query: mvcReads.MvcSwapInfoQuery, answer: mvcReads.MvcSwapInfo },
  mvcRoute: { params: OfMvc, query: mvcReads.MvcRouteQuery, answer: mvcReads.MvcRoute },
  rewardCampaigns: { query: rewards.CampaignsQuery, answer: rewards.RewardCampaigns },
  rewardEpochs: { query: rewards.EpochsQuery, answer: rewards.RewardEpochs },
  rewardEpoch: { params: rewards.OfEpoch, query: rewards.EpochQuery, answer: rewards.EpochTables },
  rewardRowsFile: { params: rewards.OfEpoch, answer: rewards.EpochFile },
  rewardTradesFile: { params: rewards.OfEpoch, answer: rewards.EpochFile },
  rankingTicks: { query: rewards.RankingTicksQuery, answer: rewards.RankingTicks },
  ranking: { query: rewards.RankingQuery, answer: rewards.Ranking },
  rankingAddresses: { query: rewards.RankingAddressQuery, answer: rewards.RankingAddresses },
  rewardPool: { query: claims.RewardPoolQuery, answer: claims.RewardPool },
  rewardRecords: { query: claims.RewardRecordsQuery, answer: claims.RewardRecords },
  eventRewardFee: { query: claims.RewardFeeQuery, answer: claims.RewardFee },
  rewardFee: { query: claims.RewardFeeQuery, answer: claims.RewardFee },
  userRewards: { query: claims.UserRewardsQuery, answer: claims.UserRewards },
  userReward: { query: claims.UserRewardQuery, answer: claims.UserReward },
  userRewardOrders: { query: claims.UserRewardOrdersQuery, answer: claims.UserRewardOrders },
  userRewardRecords: { query: claims.UserRewardRecordsQuery, answer: claims.UserRewardRecords },
  sharingFee: { query: claims.UserRewardQuery, answer: claims.SharingFee },
  sharingFeeRecords: { query: claims.UserRewardRecordsQuery, answer: claims.UserRewardRecords },
  prepareClaim: { body: claims.PrepareClaim, answer: claims.PreparedClaim },
  claimReward: { body: claims.ClaimReward, answer: claims.ClaimedReward },

  mvcPools: { params: OfMvc, query: mvcReads.MvcListQuery, answer: mvcReads.MvcPools },
  mvcPoolTransactions: { params: OfMvcPool, answer: mvcReads.MvcTransactions },
  mvcPoolKline: { params: OfMvcPool, query: figures.PoolKlineQuery, answer: figures.Klines },
  mvcAccount: { params: OfMvc, query: mvcReads.MvcAddressQuery, answer: mvcReads.MvcAccount },
  mvcTransactions: { params: OfMvc, query: mvcReads.MvcAddressQuery, answer: mvcReads.MvcTransactions },
  mvcTransaction: { params: mvcReads.OfMvcTransaction, answer: mvcReads.MvcTransactionView },
  mvcPreview: { params: OfMvc, body: mvcActs.MvcPreview, answer: mvcActs.MvcQuote },
  mvcBuild: { params: OfMvc, body: mvcActs.MvcBuild, answer: mvcActs.MvcBuilt },
  mvcSubmit: { params: OfMvc, body: mvcActs.MvcSubmit, answer: mvcActs.MvcTask },
  mvcPreviewMove: { params: OfMvc, body: mvcMoves.MvcPreviewMove, answer: mvcMoves.MvcMoveQuote },
  mvcBuildMove: { params: OfMvc, body: mvcMoves.MvcBuildMove, answer: mvcMoves.MvcBuiltMove },
  mvcParkMove: { params: OfMvc, body: mvcActs.MvcSubmit, answer: mvcMoves.MvcParkedMove },
  mvcSubmitMove: { params: OfMvc, body: mvcActs.MvcSubmit, answer: mvcActs.MvcTask },
  mvcBuildTakeBack: { params: OfMvc, body: mvcBack.MvcBuildTakeBack, answer: mvcBack.MvcBuiltTakeBack },
  mvcSubmitTakeBack: { params: OfMvc, body: mvcBack.MvcSubmitTakeBack, answer: mvcBack.MvcTakenBack },
  mvcPreviewTokens: {
    params: OfMvc,
    body: mvcTokens.MvcPreviewTokens,
    answer: mvcTokens.MvcTokensQuote,
  },
  mvcBuildSecond: { params: OfMvc, body: mvcTokens.MvcBuildSecond, answer: mvcTokens.MvcBuiltSecond },
  mvcSubmitBoth: { params: OfMvc, body: mvcActs.MvcSubmit, answer: mvcTokens.MvcBothTasks },
  mvcTask: { params: OfMvc, query: mvcActs.MvcTaskQuery, answer: mvcActs.MvcTask },

  bridgeAssets: { answer: bridgeReads.BridgeAssets },
  bridgeMintBtc: { body: bridge.CreateMint, answer: bridge.CreatedMint },
  bridgeMintRunes: { body: bridge.CreateMint, answer: bridge.CreatedMint },
  bridgeMintMrc20: { body: bridge.CreateMint, answer: bridge.CreatedMint },
  bridgeMintBrc20: { body: bridge.CreateMint, answer: bridge.CreatedMint },
  bridgeRedeemBtc: { body: bridge.CreateRedeem, answer: bridge.CreatedRedeem },
  bridgeRedeemRunes: { body: bridge.CreateRedeem, answer: bridge.CreatedRedeem },
  bridgeRedeemMrc20: { body: bridge.CreateRedeem, answer: bridge.CreatedRedeem },
  bridgeRedeemBrc20: { body: bridge.CreateRedeem, answer: bridge.CreatedRedeem },
  bridgePayMintBtc: { body: bridge.SubmitMint, answer: bridge.SubmittedBridge },
  bridgePayMintRunes: { body: bridge.SubmitMint, answer: bridge.SubmittedBridge },
  bridgePayMintMrc20: { body: bridge.SubmitMint, answer: bridge.SubmittedBridge },
  bridgePayMintBrc20: { body: bridge.SubmitMint, answer: bridge.SubmittedBridge },
  bridgePayRedeemBtc: { body: bridge.SubmitRedeem, answer: bridge.SubmittedBridge },
  bridgePayRedeemRunes: { body: bridge.SubmitRedeem, answer: bridge.SubmittedBridge },
  bridgePayRedeemMrc20: { body: bridge.SubmitRedeem, answer: bridge.SubmittedBridge },
  bridgePayRedeemBrc20: { body: bridge.SubmitRedeem, answer: bridge.SubmittedBridge },
  bridgeHistory: { query: bridgeReads.BridgeHistoryQuery, answer: bridgeReads.BridgeHistory },
  bridgeOrder: { query: bridgeReads.BridgeOrderQuery, answer: bridgeReads.BridgeOrderView },
  bridgeRestore: { body: bridge.RestoreBridgeOrder, answer: bridge.RestoredBridgeOrder },
  bridgeDeposits: { query: bridgeReads.BridgeDepositsQuery, answer: bridgeReads.BridgeDeposits },
  bridgeRefund: { body: bridge.RefundDeposit, answer: bridge.RefundedDeposit },
  bridgeReserves: { answer: bridgeReads.BridgeReserves },
  ongoingTask: { params: OfPools, query: poolBuilds.OngoingTaskQuery, answer: poolBuilds.OngoingTask },
} as const satisfies Record<CallName, Schemas>;

type Part<Name extends CallName, Key extends string> =
  (typeof SCHEMAS)[Name] extends Record<Key, infer S extends z.ZodType> ? z.infer<S> : undefined;

export type ParamsOf<Name extends CallName> = Part<Name, 'params'>;
export type QueryOf<Name extends CallName> = Part<Name, 'query'>;
export type BodyOf<Name extends CallName> = Part<Name, 'body'>;
export type AnswerOf<Name extends CallName> = z.infer<(typeof SCHEMAS)[Name]['answer']>;
