/** The review of a claim, read from its bytes by this page: what comes, what it costs, and what the wallet will show. */
import { signedBeside } from '../../../flows/pools/signed-beside.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Fiat } from '../../../show/Money.tsx';
import { NotBeside } from '../../../show/NotBeside.tsx';
import { NetworkFee, Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { RuneBlind } from '../../../show/RuneBlind.tsx';
import { Reward } from '../../../show/rewards/Reward.tsx';
import { msg, t } from '../../../words.ts';
import type { ClaimIntent } from './claim-intent.ts';
import type { ClaimStep, Claiming } from './claiming.ts';

interface ReviewedProps {
  readonly step: Extract<ClaimStep, { at: 'review' }>;
  readonly claiming: Claiming;
  readonly intent: ClaimIntent;
  readonly onClose: () => void;
}

export function ClaimReviewed({ step, claiming, intent, onClose }: ReviewedProps) {
  const { prepared, review } = step;
  const { gains: net, networkFee, vsize, feeRateSatVb, mismatches } = review;
  const { pays, amount } = intent;
  const isSats = pays.assetId === 'sats';
  // What is left of a pot may be too little for a coin: its claimant adds what is missing, less than 546 sat.
  const filled = (isSats ? BigInt(amount) : 0n) - networkFee - net;
  return (
    <div className="space-y-4" data-testid="claim-review">
      <Refused mismatches={mismatches} testId="claim-problems" />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <Line name={t('You get')}>
          <span data-testid="claim-gets">
            <Reward amount={amount} pays={pays} />
          </span>{' '}
          {isSats ? <Fiat value={BigInt(amount)} /> : null}
        </Line>
        <Line name={t('For')}>
          {t('{count, plural, one {# epoch} other {# epochs}}', { count: prepared.epochs.length })}
        </Line>
      </dl>
      <dl className="space-y-2 px-1" data-testid="review-sum">
        <NetworkFee fee={networkFee} vsize={vsize} rate={feeRateSatVb} />
        {filled <= 0n || mismatches.length > 0 ? null : (
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
      {isSats ? null : (
        <Notice tone="calm">
          {t('The coin the tokens come on is paid from your own sats. They stay yours.')}
          {pays.assetId.startsWith('rune:') ? <RuneBlind address={intent.user.address} /> : null}
        </Notice>
      )}
      {signedBeside(intent.user.wallet) === false ? <NotBeside /> : null}
      <ReviewActs
        confirm={t(SIGN)}
        tone="primary"
        testId="claim-confirm"
        signing={claiming.signing}
        refused={mismatches.length > 0}
        expiresAt={prepared.expiresAt}
        onConfirm={claiming.sign}
        onAgain={claiming.begin}
        onBack={onClose}
      />
    </div>
  );
}

const SIGN = msg('Sign and claim');
