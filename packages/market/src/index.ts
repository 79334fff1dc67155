/** The door of `market`: rules of the exchange. */
export type { Machine } from './machines/machine.ts';
export {
  LIVE_ORDER_STATUSES,
  ORDER_MACHINE,
  closesOrder,
  reopensOrder,
  statusesOfWireState,
  wireOrderState,
} from './machines/order.ts';
export type { OrderEvent, OrderStatus } from './machines/order.ts';
export { LIVE_OUTBOX_STATUSES, OUTBOX_MACHINE } from './machines/outbox.ts';
export type { OutboxEvent, OutboxStatus } from './machines/outbox.ts';
export { POOL_ACT_MACHINE } from './machines/pool-act.ts';
export type { PoolActEvent, PoolActKind, PoolActStatus } from './machines/pool-act.ts';
export { DEPOSIT_MACHINE } from './machines/deposit.ts';
export type { BridgeOrderState, DepositEvent, DepositStatus } from './machines/deposit.ts';
export { LIVE_TRADE_STATUSES, TRADE_MACHINE } from './machines/trade.ts';
export type { TradeEvent, TradeStatus } from './machines/trade.ts';
export {
  HIGHEST_FEE_RATE,
  SERVICE_FEE,
  SMALLEST_ORDER,
  formatRate,
  checkFeeRate,
  feeMinimum,
  rateE18,
  serviceFee,
  takeServiceFee,
} from './fees.ts';
export type { FeePlans } from './fees.ts';
export { LOT_DEPTH, isDeepLot, isFittingLot, requireDeep } from './lot-depth.ts';
export type { LotDepth } from './lot-depth.ts';
export {
  TOKEN_DECIMALS,
  busyLevel,
  formatAmount,
  formatBtc,
  formatDecimal,
  formatFiat,
  formatSats,
  grouped,
  inscriptionFeeBound,
  parseDecimal,
  ungrouped,
  priceParts,
  shortened,
} from './money.ts';
export type { BusyLevel, PriceStyle } from './money.ts';
export {
  basisPointsOver,
  basketFee,
  basketOf,
  bestAsks,
  buildBook,
  crossingAsks,
  floorOf,
  isBuyable,
  levelsOf,
} from './book.ts';
export type { Basket, BookAsk, BookLevel, BookRow } from './book.ts';
export { BLOCKS_BEFORE_EXIT, SALES_PAUSE_BLOCKS, opensBid, smallestRung } from './bids.ts';
export { FILL_VSIZE, answersOf, bidsFor, fillProceeds } from './bids/fill.ts';
export type { Answer } from './bids/fill.ts';
export { RUNG_VSIZE, RUNG_VSIZES, ladderCost, worstWayBack } from './bids/ladder.ts';
export type { LadderCost } from './bids/ladder.ts';
export { impactLevel, impactOf } from './impact.ts';
export { compareWhole } from './numbers.ts';
export type { Impact } from './impact.ts';
export { endableFrom, takesPausedUntil } from './patience.ts';
export type { VoidRule } from './patience.ts';
export { FUNDING_BLOCKS, exclusionOf, feeShares } from './fills.ts';
export type { Exclusion, FundedCoin, SaleSide } from './fills.ts';
export { CANDLE_INTERVALS, candleStart, candlesOf } from './candles.ts';
export type { Candle, CandleInterval, CandleTrade } from './candles.ts';
export { DEPTH_SCALE, depthAt, depthPicture } from './depth.ts';
export type { DepthOrder, DepthPicture, DepthStep } from './depth.ts';
export { MARKETS, marketNamed, marketOfType, requireAskType } from './order-types.ts';
export type { MarketName, OrderSide } from './order-types.ts';
export { sweepForAmount, sweepForBudget } from './sweep/sweep.ts';

export { BARE_TAKE, takeBehindPad } from './sweep/usual-take.ts';
export type { UsualTake } from './sweep/usual-take.ts';
export { sweepCost } from './sweep/sweep-cost.ts';
export type { SweepAsk, SweepCost, SweepTerms } from './sweep/sweep-cost.ts';
export { actsBelow, standingOf, stillPending, withoutRivals } from './pool/pending.ts';
export { wholeRoot } from './pool/root.ts';
export type { SignedAct } from './pool/pending.ts';
export { after, reachOf } from './pool/reach.ts';
export type { PoolChange, Reach, Reserves } from './pool/reach.ts';
export { buyExactIn, buyExactOut, sellExactIn, sellExactOut } from './pool/curve.ts';
export { addFits, perShareFell, removeFits, swapFits } from './pool/fits.ts';
export {
  chooseLane,
  mostLanes,
  requireUnderCap,
  swapsAgainst,
  waitingFits,
  wantsLane,
} from './pool/lanes.ts';
export type { LaneQuote, SwapSide } from './pool/lanes.ts';
export { swapImpactPpm } from './pool/impact.ts';
export { aprPpm, positionOf } from './pool/figures.ts';
export {
  addLots,
  largestLot,
  lotsFree,
  lotsToMake,
  nearestLots,
  removeLots,
  removeLotsFits,
} from './pool/lots.ts';
export { restockFee } from './pool/restock-fee.ts';
export { addShares, firstShares, mostRemovable, removeShares } from './pool/shares.ts';
export type { TwoSides } from './pool/shares.ts';
export {
  BURNED_SHARES,
  LANE_DEPTH,
  MOST_SWAP_PPM,
  LEAST_FIRST_SHARES,
  LP_FEE_PPM,
  MINIMUM_LANE_SATS,
  POOL_SERVICE_FEE,
  PPM,
  poolServiceFee,
  satsBeforeFee,
  satsWithFee,
} from './pool/terms.ts';
export type { PoolServiceFee } from './pool/terms.ts';
export {
  CLAIM_BLOCKS,
  EPOCH_DEPTH,
  isSettled,
  boundsOf,
  epochAt,
  epochsOf,
  isByShares,
  mostOf,
  requireBeside,
  requirePossible,
  LATE_BLOCKS,
  mostPerEpoch,
} from './rewards/campaign.ts';
export type { Campaign, EpochBounds, Price, RewardKind, RewardRule } from './rewards/campaign.ts';
export { closeEpoch } from './rewards/close-epoch.ts';
export type { ClosedEpoch, ClosingFacts, RewardRow } from './rewards/close-epoch.ts';
export { neededLots } from './rewards/needed-lots.ts';
export { levelAt, mostAtRate, volumesOf } from './rewards/scores.ts';
export type { RewardTrade, ShareFacts } from './rewards/scores.ts';
export { rowsText, tradesParts, tradesText } from './rewards/tables.ts';
export type { PublishedTrade } from './rewards/tables.ts';
export { bridgedAsset, lotToken, originAsset, originId } from './bridge/asset.ts';
export type {
  BridgeAsset,
  BridgeDirection,
  BridgeNetwork,
  BridgeOrigin,
  BridgeSigners,
} from './bridge/asset.ts';
export { MOST_BRIDGE_SIGNERS, requireBridgeable } from './bridge/bridgeable.ts';
export { UNCLAIMED, bridgeQuote, refundOf, requireBridgeAmount, unitOf } from './bridge/quote.ts';
export type { BridgeQuote } from './bridge/quote.ts';
export { OLD_ON_MVC, deadDepth, depthFor, lotDepth, tierOf } from './bridge/tiers.ts';
export { bridgeStatement, bridgeStatementHash } from './bridge/statement.ts';
export type { BridgeStated } from './bridge/statement.ts';
export {
  bridgeBackingId,
  bridgeOrderId,
  bridgeRefundId,
  bridgeTermsOf,
  bridgeTermsText,
} from './bridge/terms.ts';
export type { BridgeTerms } from './bridge/terms.ts';
export { bridgeScripts, isPayable } from './bridge/scripts.ts';
