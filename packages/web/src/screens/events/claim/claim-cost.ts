/** What a claim costs at the chosen fee rate: asked at once, and a moment after each change of it. */
import { paidRate, useFeePlan } from '../../../data/fee-plan.ts';
import { useNetwork } from '../../../data/network.ts';
import { useLastPrice, useRewardFee } from '../../../data/rewards/reward-queries.ts';
import type { RewardFee, UserReward } from '../../../data/rewards/reward-queries.ts';
import { errorWords } from '../../../error-words.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { isDearFor, worthOf } from './claim-label.ts';
import { useSettled } from './settled.ts';

export interface ClaimCost {
  /** sat/vB; undefined while none is chosen. */
  readonly feeRate: number | undefined;
  /** Sat, all of it; undefined while it is not known, as the next. */
  readonly fee: bigint | undefined;
  /** Of it for inscribing new lots of BRC-20 in the place of those that go. */
  readonly inscription: bigint | undefined;
  /** Why the exchange would not say. */
  readonly refused: string | undefined;
  /** The reward in sat; undefined where nobody knows. */
  readonly worth: bigint | undefined;
  /** More than half of the reward. */
  readonly isDear: boolean;
}

/** After a change of the fee plan. */
const SETTLED_MS = 1_000;

export function useClaimCost(
  campaign: string,
  { pays, claimable }: Pick<UserReward, 'pays' | 'claimable'>,
): ClaimCost {
  const net = useNetwork();
  const { credential } = useAccount();
  const feeRate = paidRate(useFeePlan());
  const settled = useSettled(feeRate, SETTLED_MS);
  const session = claimable === '0' ? undefined : credential;
  const asked = settled === feeRate ? feeRate?.toString() : undefined;
  const { data, isError, error } = useRewardFee({ net, campaign, session }, asked);
  const fee = allOf(data);
  const worth = worthOf(claimable, pays, useLastPrice(net, pays.assetId));
  return {
    ...{ feeRate, fee, worth },
    inscription: data === undefined ? undefined : BigInt(data.rewardInscriptionFee),
    refused: isError ? errorWords(error) : undefined,
    isDear: fee !== undefined && isDearFor(fee, worth),
  };
}

const allOf = (said: RewardFee | undefined): bigint | undefined =>
  said === undefined ? undefined : BigInt(said.rewardInscriptionFee) + BigInt(said.rewardSendFee);
