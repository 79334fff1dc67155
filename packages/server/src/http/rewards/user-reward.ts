/** What an address has of a campaign: earned, claimed, claimable, and what the epoch that runs would pay it by now. */
import type { AnswerOf } from '@rialto/contract';
import type { Campaign } from '@rialto/market';
import { leastClaim } from '../../rewards/claims/due.ts';
import type { Running } from '../../rewards/running.ts';
import type { OwnSums } from '../../store/rewards/own-rows.ts';
import type { Books } from '../../orders/books.ts';
import { WIRE_TYPES } from './asked-campaign.ts';
import { namedAsset } from './named-asset.ts';

const NOTHING: OwnSums = { total: 0n, claimed: 0n, ready: 0n, readyHeight: null, isWaiting: false };

interface Of {
  readonly address: string;
  readonly height: number;
  readonly sums: OwnSums | undefined;
  readonly running: Running | undefined;
}

export async function toldReward(
  books: Books,
  campaign: Campaign,
  { address, height, sums = NOTHING, running }: Of,
): Promise<AnswerOf<'userReward'>> {
  const { id, rule, claimUntil } = campaign;
  const pays = await namedAsset(books, campaign.pays);
  return {
    ...{ campaign: id, rewardType: WIRE_TYPES[rule.kind], rewardTick: pays.tick, pays },
    totalRewardAmount: sums.total.toString(),
    ...{ totalRewardExtraAmount: '0', hasReleasePoolOrderCount: 0 },
    hadClaimRewardAmount: sums.claimed.toString(),
    claimable: sums.ready.toString(),
    waitingBlocks: waitingBlocks(sums, height),
    leastClaim: leastClaim(campaign).toString(),
    claimUntil,
    nextEpoch:
      running === undefined
        ? null
        : { ...running.bounds, amount: (running.amounts.get(address) ?? 0n).toString() },
  };
}

/** Until the signer signs for the youngest row; of a table that it has not taken yet nobody knows more than that it will take a while. */
function waitingBlocks({ readyHeight, isWaiting }: OwnSums, height: number): number {
  return Math.max(isWaiting ? 1 : 0, (readyHeight ?? height) - height, 0);
}
