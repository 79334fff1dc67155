/** What a row earns; said where the fees it paid allow less than its volume would. */
import type { RewardAsset } from '../../data/rewards/campaigns.ts';
import { Reward } from '../../show/rewards/Reward.tsx';
import { t } from '../../words.ts';

interface CappedProps {
  readonly reward: string;
  readonly wanted: string;
  readonly pays: RewardAsset;
}

export function Capped({ reward, wanted, pays }: CappedProps) {
  return (
    <>
      <Reward amount={reward} pays={pays} />
      {BigInt(reward) < BigInt(wanted) ? (
        <span data-testid="capped" className="block text-xs text-warn">
          {t('capped by fees paid')}
        </span>
      ) : null}
    </>
  );
}
