/** Lists of what was earned and claimed: of everybody, and of an address for its owner alone. */
import type { AnswerOf, ClaimState } from '@rialto/contract';
import type { Campaign } from '@rialto/market';
import { requireSelf } from '../../caller.ts';
import { findCampaign } from '../../rewards/find-campaign.ts';
import { ownClaims, ownRows, rowsOfAll } from '../../store/rewards/own-rows.ts';
import type { Page } from '../../store/rewards/own-rows.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { requireNetwork } from '../calls/public-calls.ts';
import { campaignAsked, feeShareAsked, pageOf } from './asked-campaign.ts';
import { namedAsset } from './named-asset.ts';
import type { RewardParts } from './reward-parts.ts';

/** As the original has it: 3 finished, 2 void, 1 anything between. */
const REWARD_STATES: Readonly<Record<ClaimState, number>> = {
  built: 1,
  sent: 1,
  confirmed: 1,
  final: 3,
  void: 2,
};

export function registerRewardRecords(context: RouteContext, parts: RewardParts): void {
  const { rewards, books, service } = parts;
  const { db } = rewards.store;
  const self = { settings: { network: service.config.NETWORK } };

  route(context, 'rewardRecords', async ({ query }) => {
    requireNetwork(service, query.net);
    const { id } = await findCampaign(db, query.campaign);
    const { total, rows } = await rowsOfAll(db, id, pageOf(query));
    return {
      total,
      results: rows.map(({ number, firstBlock, lastBlock, address, amount, closedAt }) => ({
        ...{ epoch: number, startBlock: firstBlock, endBlock: lastBlock, address },
        ...{ realReward: amount.toString(), timestamp: closedAt.getTime() },
      })),
    };
  });
  route(context, 'userRewardOrders', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    const { id, pays: paid } = await campaignAsked(db, query);
    const pays = await namedAsset(books, paid);
    const { total, rows } = await ownClaims(db, { campaign: id, address: query.address }, pageOf(query));
    return {
      total,
      results: rows.map(({ id: orderId, amount, status, txid, networkFee, createdAt }) => ({
        ...{ orderId, campaign: id, tick: pays.tick, pays },
        ...{ rewardState: REWARD_STATES[status], state: status, rewardCoinAmount: amount.toString() },
        ...{ sendId: txid, networkFee: networkFee.toString(), timestamp: createdAt.getTime() },
      })),
    };
  });
  route(context, 'userRewardRecords', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    return toldRows(parts, await campaignAsked(db, query), { ...pageOf(query), address: query.address });
  });
  route(context, 'sharingFeeRecords', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    return toldRows(parts, await feeShareAsked(db, query), { ...pageOf(query), address: query.address });
  });
}

async function toldRows(
  { rewards, books }: RewardParts,
  { id, pays: paid, epochBlocks }: Campaign,
  { address, ...page }: Page & { readonly address: string },
): Promise<AnswerOf<'userRewardRecords'>> {
  const pays = await namedAsset(books, paid);
  const { total, rows } = await ownRows(rewards.store.db, { campaign: id, address }, page);
  return {
    total,
    list: rows.map(({ number, firstBlock, lastBlock, amount, wanted, state, closedAt }) => ({
      ...{ recordId: `${id}:${number}`, campaign: id, tick: pays.tick, pays },
      ...{ dailyCount: number, startBlock: firstBlock, endBlock: lastBlock, lpBlock: epochBlocks },
      ...{ realReward: amount.toString(), wanted: wanted.toString() },
      state: state === null || state === 'built' || state === 'void' ? 'unclaimed' : state,
      timestamp: closedAt.getTime(),
    })),
  };
}
