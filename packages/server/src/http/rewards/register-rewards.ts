/** The calls of rewards. */
import { openStandings } from '../../rewards/standing.ts';
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
  const { rewards, orders } = service;
  const standingOf = openStandings(rewards, rewards.store.db);
  const parts = { rewards, books: orders.books, service, standingOf };
  registerEpochs(context, parts);
  registerEpochFiles(context, parts);
  registerRankings(context, parts);
  registerClaims(context, service);
  registerRewardPot(context, parts);
  registerRewardRecords(context, parts);
  registerUserRewards(context, parts);
}
