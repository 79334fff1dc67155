/** The calls of rewards: the original's, and closed epochs and the claim to sign of our own. The list of campaigns is among the calls of a visit. */
import { csv, get, post } from './call.ts';
import type { Call } from './call.ts';

export const REWARD_CALLS = {
  rewardEpochs: get('/book/event/epochs'),
  rewardEpoch: get('/book/event/epochs/:campaign/:number'),
  rewardRowsFile: csv('/book/event/epochs/:campaign/:number/rows.csv'),
  rewardTradesFile: csv('/book/event/epochs/:campaign/:number/trades.csv'),
  rankingTicks: get('/book/event/ranking/tick'),
  ranking: get('/book/event/ranking/tick/info'),
  rankingAddresses: get('/book/event/ranking/address'),
  rewardPool: get('/book/event/reward/pool/info'),
  rewardRecords: get('/book/event/reward/records'),
  eventRewardFee: get('/book/event/reward/cal/fee', true),
  rewardFee: get('/book/reward/cal/fee', true),
  userRewards: get('/book/reward/user/campaigns', true),
  userReward: get('/book/reward/user/info', true),
  userRewardOrders: get('/book/reward/user/orders', true),
  userRewardRecords: get('/book/reward/user/records', true),
  sharingFee: get('/book/reward/user/sharingfee/info', true),
  sharingFeeRecords: get('/book/reward/user/sharingfee/records', true),
  prepareClaim: post('/book/reward/claim/prepare'),
  claimReward: post('/book/reward/claim'),
} as const satisfies Record<string, Call>;
