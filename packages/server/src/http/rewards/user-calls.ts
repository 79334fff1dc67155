/** What an address has earned, claimed and can claim. Each is told to its owner alone. */
import { epochAt } from '@rialto/market';
import { readKept } from '../../read-kept.ts';
import { requireSelf } from '../../caller.ts';
import { findCampaign } from '../../rewards/find-campaign.ts';
import { openRunning } from '../../rewards/running.ts';
import type { Running } from '../../rewards/running.ts';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';
import { ownSums } from '../../store/rewards/own-rows.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import { campaignAsked, feeShareAsked } from './asked-campaign.ts';
import { leastClaim } from '../../rewards/claims/due.ts';
import { toldReward } from './user-reward.ts';
import type { RewardParts } from './reward-parts.ts';

/** Of everybody at once: whoever looks may be so far behind, in ms. */
const RUNNING_MS = 2_000;

interface RunningNow {
  readonly height: number;
  readonly running: Running | undefined;
}

export function registerUserRewards(
  context: RouteContext,
  { rewards, books, service, standingOf }: RewardParts,
): void {
  const { db } = rewards.store;
  const self = { settings: { network: service.config.NETWORK } };
  const running = openRunning(rewards, db, standingOf);
  const now = readKept(
    async (id): Promise<RunningNow> => {
      const { height, hash } = await rewards.ledger.tip();
      const campaign = await findCampaign(db, id);
      return { height, running: await running({ campaign, height, hash }) };
    },
    Date.now,
    RUNNING_MS,
  );

  route(context, 'userRewards', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    const { address } = query;
    const { height } = await rewards.ledger.tip();
    const [all, own] = [await allCampaigns(db), await ownSums(db, address, height)];
    const idle: RunningNow = { height, running: undefined };
    const told = await Promise.all(
      all.toReversed().map(async ({ campaign }) => {
        const runs = epochAt(campaign, height) !== undefined;
        const of = { ...(runs ? await now(campaign.id) : idle), sums: own.get(campaign.id), address };
        const isShown = of.sums !== undefined || of.running !== undefined;
        return isShown ? [await toldReward(books, campaign, of)] : [];
      }),
    );
    return { results: told.flat() };
  });
  route(context, 'userReward', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    const campaign = await campaignAsked(db, query);
    const { address } = query;
    const { height, running: runs } = await now(campaign.id);
    const sums = (await ownSums(db, address, height)).get(campaign.id);
    return toldReward(books, campaign, { height, running: runs, sums, address });
  });
  route(context, 'sharingFee', async ({ query, session }) => {
    requireSelf(self, requireSession(session), query);
    const campaign = await feeShareAsked(db, query);
    const { running: runs } = await now(campaign.id);
    return {
      campaign: campaign.id,
      proportionFee: (runs?.amounts.get(query.address) ?? 0n).toString(),
      bigBlock: runs?.bounds.last ?? campaign.lastBlock,
      dailyBlock: campaign.epochBlocks,
      leastClaim: leastClaim(campaign).toString(),
    };
  });
}
