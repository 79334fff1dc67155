/** The calls of rewards. */
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { registerClaims } from './claim-calls.ts';
import { registerEpochs } from './epoch-calls.ts';
import { registerEpochFiles } from './epoch-files.ts';
import { registerRewardPot } from './pot-call.ts';
import { registerRankings } from './ranking-calls.ts';
import { registerRewardRecords } from './record-calls.ts';
import { registerUserRewards } from './user-calls.ts';

export function registerRewards(context: RouteContext, service: Service): void {
  const parts = { rewards: service.rewards, books: service.orders.books, service };
  registerEpochs(context, parts);
  registerEpochFiles(context, parts);
  registerRankings(context, parts);
  registerClaims(context, service);
  registerRewardPot(context, parts);
  registerRewardRecords(context, parts);
  registerUserRewards(context, parts);
}
