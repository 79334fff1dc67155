/** The calls of rewards. */
import type { RewardContext } from '../../rewards/context.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { registerEpochs } from './epoch-calls.ts';
import { registerRankings } from './ranking-calls.ts';

export function registerRewards(context: RouteContext, service: Service): void {
  const { config, orders, ledger, chain } = service;
  const rewards: RewardContext = {
    ...{ store: context.store, chain, ledger, network: config.NETWORK, operator: [config.FEE_ADDRESS] },
  };
  const parts = { rewards, books: orders.books, service };
  registerEpochs(context, parts);
  registerRankings(context, parts);
}
