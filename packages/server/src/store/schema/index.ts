/** Tables of the exchange's own state, by family. The ledger's tables are in `ground`. */
export { sessions, usedNonces, idempotency, scanRequests } from './accounts.ts';
export { bidActs, bidCoins, bids, rungs } from './bids.ts';
export { askLocks } from './ask-locks.ts';
export {
  poolActs,
  poolCoins,
  poolDepartures,
  poolExits,
  poolMoves,
  poolRestocks,
  poolScripts,
  poolTraces,
  pools,
} from './pools.ts';
export type { AskedAct } from './pools.ts';
export {
  bridgeAssets,
  bridgeDeposits,
  bridgeEnvelopes,
  bridgeExits,
  bridgeOrders,
  bridgeOwnCoins,
} from './bridge.ts';
export type { HandedIn, KeptPayment } from './bridge.ts';
export { fills } from './fills.ts';
export { liveAnswers, liveBidders, liveBids, liveCoins } from './live.ts';
export { notificationMarks } from './notifications.ts';
export { crossChecks } from './crosschecks.ts';
export { asks, orders } from './orders.ts';
export { outbox } from './outbox.ts';
export { preparedCancels, ownActs } from './own.ts';
export {
  rewardCampaigns,
  rewardClaims,
  rewardEpochs,
  rewardPots,
  rewardRows,
  rewardTaken,
  rewardUses,
} from './rewards.ts';
export { takes, trades } from './trades.ts';
