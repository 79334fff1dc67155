/** A claim in figures, all of them from its bytes: what comes, and what it costs. */
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat } from '../../../show/Money.tsx';
import { NetworkFee } from '../../../show/ReviewParts.tsx';
import { Reward } from '../../../show/rewards/Reward.tsx';
import type { RewardAsset } from '../../../data/rewards/campaigns.ts';
import { t } from '../../../words.ts';
import type { ClaimReview } from './review-claim.ts';

interface ClaimFiguresProps {
  readonly review: ClaimReview;
  readonly pays: RewardAsset;
  /** Whose rows it takes; 0 where it pays a part in lots. */
  readonly epochs: number;
}

export function ClaimGets({ review: { amount, left }, pays, epochs }: ClaimFiguresProps) {
  return (
    <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
      <Line name={t('You get')}>
        <span data-testid="claim-gets">
          <Reward amount={amount.toString()} pays={pays} />
        </span>{' '}
        {pays.assetId === 'sats' ? <Fiat value={amount} /> : null}
      </Line>
      {left === 0n ? null : (
        <Line name={t('Stays claimable')}>
          <span data-testid="claim-left">
            <Reward amount={left.toString()} pays={pays} />
          </span>
        </Line>
      )}
      {epochs === 0 ? null : (
        <Line name={t('For')}>{t('{count, plural, one {# epoch} other {# epochs}}', { count: epochs })}</Line>
      )}
    </dl>
  );
}

export function ClaimCosts({ review, pays }: Omit<ClaimFiguresProps, 'epochs'>) {
  const { gains: net, restock, networkFee, vsize, feeRateSatVb } = review;
  const { filled, onLots } = satsBeside(review, pays);
  return (
    <dl className="space-y-2 px-1" data-testid="review-sum">
      <NetworkFee fee={networkFee} vsize={vsize} rate={feeRateSatVb} />
      {restock === 0n ? null : (
        <Line name={t('To the pot, for new lots')}>
          <Exact value={restock} />
        </Line>
      )}
      {onLots <= 0n ? null : (
        <Line name={t('Sats that come with the tokens')}>
          <Exact value={onLots} />
        </Line>
      )}
      {filled <= 0n ? null : (
        <Line name={t('Fills up the pot’s last coin')}>
          <Exact value={filled} />
        </Line>
      )}
      <Line name={t('Service fee')}>{t('none')}</Line>
      <Line name={net < 0n ? t('You pay in total') : t('What your wallet gains')} strong>
        <span data-testid="claim-total" data-sats={net.toString()}>
          <Exact value={net < 0n ? -net : net} />
        </span>
      </Line>
    </dl>
  );
}

interface SatsBeside {
  /** What is left of a pot may be too little for a coin: its claimant adds what is missing, less than 546 sat. */
  readonly filled: bigint;
  /** Lots come with the sats they lie on. */
  readonly onLots: bigint;
}

/** Of bytes that are not what was asked for nothing is said. */
function satsBeside(review: ClaimReview, pays: RewardAsset): SatsBeside {
  const { amount, gains, networkFee, restock, mismatches } = review;
  const kept = gains + networkFee + restock;
  if (mismatches.length > 0) return { filled: 0n, onLots: 0n };
  if (pays.assetId === 'sats') return { filled: amount - kept, onLots: 0n };
  return pays.assetId.startsWith('rune:') ? { filled: -kept, onLots: 0n } : { filled: 0n, onLots: kept };
}
