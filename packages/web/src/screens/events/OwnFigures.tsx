/** What one has earned in a campaign, what of it was claimed and what can be, and what the epoch that runs would bring by now. */
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import type { UserReward } from '../../data/rewards/reward-queries.ts';
import { Line } from '../../show/Lines.tsx';
import { Reward } from '../../show/rewards/Reward.tsx';
import { leftWords } from '../../show/rewards/blocks-left.ts';
import { numberWords, t } from '../../words.ts';

/** Of a campaign in which one has no row. */
export const nothingOf = (of: RewardCampaign): Claimable => ({
  ...{ campaign: of.campaign, pays: of.pays, totalRewardAmount: '0', hadClaimRewardAmount: '0' },
  ...{ claimable: '0', waitingBlocks: 0, leastClaim: '0', claimUntil: of.claimUntil, nextEpoch: null },
});

type Claimable = Pick<
  UserReward,
  | 'campaign'
  | 'pays'
  | 'totalRewardAmount'
  | 'hadClaimRewardAmount'
  | 'claimable'
  | 'waitingBlocks'
  | 'leastClaim'
  | 'claimUntil'
  | 'nextEpoch'
>;

export function OwnFigures({ own, height }: { own: Claimable; height: number }) {
  const { pays, totalRewardAmount, hadClaimRewardAmount, claimable, claimUntil, nextEpoch } = own;
  return (
    <div className="space-y-2">
      <dl className="space-y-2">
        <Line name={t('Earned')}>
          <span data-testid="reward-earned">
            <Reward amount={totalRewardAmount} pays={pays} />
          </span>
        </Line>
        <Line name={t('Claimed')}>
          <span data-testid="reward-claimed">
            <Reward amount={hadClaimRewardAmount} pays={pays} />
          </span>
        </Line>
        <Line name={t('Claimable')} strong>
          <span data-testid="reward-claimable">
            <Reward amount={claimable} pays={pays} />
          </span>
        </Line>
        {nextEpoch === null ? null : (
          <Line name={t('This epoch, so far')}>
            <span data-testid="reward-next">
              <Reward amount={nextEpoch.amount} pays={pays} />
            </span>
            <span className="block text-xs text-haze">{leftWords(nextEpoch, height)}</span>
          </Line>
        )}
      </dl>
      {claimable === '0' ? null : (
        <p className="text-xs text-haze" data-testid="claim-until">
          {t('Can be claimed until block {height}.', { height: numberWords(claimUntil) })}
        </p>
      )}
    </div>
  );
}
