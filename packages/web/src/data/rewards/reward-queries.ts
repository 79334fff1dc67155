/** What the page of rewards reads: the pot of a campaign, its closed epochs, and of whoever is logged in what was earned and claimed. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';

export type UserReward = AnswerOf<'userRewards'>['results'][number];
export type RewardPool = AnswerOf<'rewardPool'>;
export type RewardFee = AnswerOf<'rewardFee'>;
export type RewardRecords = AnswerOf<'userRewardRecords'>;
export type ClaimOrders = AnswerOf<'userRewardOrders'>;
export type ClosedEpochs = AnswerOf<'rewardEpochs'>;

const SECOND = 1_000;
/** Rows of a history at once. */
export const HISTORY_ROWS = 50;

/** Figures that follow what becomes of a claim. */
const BY_CLAIMS = ['user-rewards', 'reward-records', 'reward-pool'] as const;
/** Asked again once a claim was handed in. */
export const OWN_REWARDS = ['reward-orders', ...BY_CLAIMS] as const;

export function useRewardPool(net: Network, campaign: string): UseQueryResult<RewardPool> {
  return useQuery({
    queryKey: ['reward-pool', net, campaign],
    queryFn: ({ signal }) => call('rewardPool', { query: { net, campaign }, signal }),
    staleTime: 20 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
  });
}

export function useClosedEpochs(net: Network, campaign: string): UseQueryResult<ClosedEpochs> {
  return useQuery({
    queryKey: ['reward-epochs', net, campaign],
    queryFn: ({ signal }) => call('rewardEpochs', { query: { net, campaign }, signal }),
    staleTime: 60 * SECOND,
    refetchInterval: 120 * SECOND,
    retry: false,
  });
}

/** Of every campaign in which the address earned something, or earns now. */
export function useUserRewards(
  net: Network,
  session: Credential | undefined,
): UseQueryResult<readonly UserReward[]> {
  return useQuery({
    queryKey: ['user-rewards', net, session?.address],
    queryFn:
      session === undefined
        ? skipToken
        : async ({ signal }) => {
            const { address } = session;
            return (await call('userRewards', { query: { net, address }, session, signal })).results;
          },
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

interface OfCampaign {
  readonly net: Network;
  readonly campaign: string;
  readonly session: Credential | undefined;
}

const pageOf = ({ net, campaign }: OfCampaign, address: string, page: number) => ({
  ...{ net, campaign, address },
  ...{ cursor: String(page * HISTORY_ROWS), size: String(HISTORY_ROWS) },
});

/** What each closed epoch paid, the youngest first. */
export function useRewardRecords(asked: OfCampaign, page: number): UseQueryResult<RewardRecords> {
  const { net, campaign, session } = asked;
  return useQuery({
    queryKey: ['reward-records', net, campaign, session?.address, page],
    queryFn:
      session === undefined
        ? skipToken
        : ({ signal }) => {
            const query = pageOf(asked, session.address, page);
            return call('userRewardRecords', { query, session, signal });
          },
    refetchInterval: 30 * SECOND,
  });
}

const isUnderWay = ({ results }: ClaimOrders): boolean =>
  results.some(({ state }) => state === 'sent' || state === 'confirmed');

const statesOf = ({ results }: ClaimOrders): string =>
  results.map(({ orderId, state }) => `${orderId} ${state}`).join();

/**
 * One's claims, the youngest first; asked for more often while one of them is on its way. Once one stands otherwise the figures beside them are
 * asked for too: the rewards of a void claim can be claimed again now.
 */
export function useClaimOrders(asked: OfCampaign, page: number): UseQueryResult<ClaimOrders> {
  const { net, campaign, session } = asked;
  return useQuery({
    queryKey: ['reward-orders', net, campaign, session?.address, page],
    queryFn:
      session === undefined
        ? skipToken
        : async ({ signal, client, queryKey }) => {
            const query = pageOf(asked, session.address, page);
            const now = await call('userRewardOrders', { query, session, signal });
            const before = client.getQueryData<ClaimOrders>(queryKey);
            if (before !== undefined && statesOf(before) !== statesOf(now))
              for (const name of BY_CLAIMS) void client.invalidateQueries({ queryKey: [name] });
            return now;
          },
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? 5 : 30) * SECOND,
  });
}

/** What this claim costs at a rate. @param feeRate undefined: nothing is asked */
export function useRewardFee(asked: OfCampaign, feeRate: string | undefined): UseQueryResult<RewardFee> {
  const { net, campaign, session } = asked;
  return useQuery({
    queryKey: ['reward-fee', net, campaign, session?.address, feeRate],
    queryFn:
      session === undefined || feeRate === undefined
        ? skipToken
        : ({ signal }) => {
            const { address } = session;
            const query = { net, campaign, address, networkFeeRate: feeRate, version: '2' } as const;
            return call('rewardFee', { query, session, signal });
          },
    staleTime: 20 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
  });
}

/** Sat per token of its last sale; undefined where nobody knows. Bitcoin has none, and is not asked for. */
export function useLastPrice(net: Network, assetId: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['reward-price', net, assetId],
    queryFn:
      assetId === 'sats'
        ? skipToken
        : ({ signal }) => call('markets', { query: { net, assetIds: assetId, size: '1' }, signal }),
    staleTime: 30 * SECOND,
    retry: false,
  });
  const price = data?.list.find((one) => one.assetId === assetId)?.lastPrice ?? '0';
  return price === '0' ? undefined : price;
}
