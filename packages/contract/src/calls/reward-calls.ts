/** The calls of rewards: the original's rankings, and campaigns and closed epochs of our own. */
import { get } from './call.ts';
import type { Call } from './call.ts';

export const REWARD_CALLS = {
  rewardCampaigns: get('/book/event/campaigns'),
  rewardEpochs: get('/book/event/epochs'),
  rewardEpoch: get('/book/event/epochs/:campaign/:number'),
  rankingTicks: get('/book/event/ranking/tick'),
  ranking: get('/book/event/ranking/tick/info'),
  rankingAddresses: get('/book/event/ranking/address'),
} as const satisfies Record<string, Call>;
