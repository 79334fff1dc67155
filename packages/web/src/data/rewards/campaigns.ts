/** Campaigns as everybody sees them: one call, kept for all pages that name them. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';

type Campaigns = AnswerOf<'rewardCampaigns'>;
export type RewardCampaign = Campaigns['results'][number];
/** What is traded, or paid. */
export type RewardAsset = RewardCampaign['pays'];

const SECOND = 1_000;

export function useCampaigns(net: Network): UseQueryResult<Campaigns> {
  return useQuery({
    queryKey: ['reward-campaigns', net],
    queryFn: ({ signal }) => call('rewardCampaigns', { query: { net }, signal }),
    staleTime: 20 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
  });
}

type Bounds = Pick<RewardCampaign, 'firstBlock' | 'lastBlock'>;

/** Does a block of it earn now? */
export const isRunning = ({ firstBlock, lastBlock }: Bounds, height: number): boolean =>
  height >= firstBlock && height <= lastBlock;

/** Those that run first, then those to come, then those that are over; of each the youngest first. */
export function inOrder(campaigns: readonly RewardCampaign[], height: number): readonly RewardCampaign[] {
  const rank = (one: RewardCampaign): number =>
    isRunning(one, height) ? 0 : one.firstBlock > height ? 1 : 2;
  return campaigns.toSorted((a, b) => rank(a) - rank(b) || b.firstBlock - a.firstBlock);
}

/** Where a campaign is looked at. */
export const eventHref = (campaign: string): string => `/events#${campaign}`;
