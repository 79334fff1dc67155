/** The review of a claim, read from its bytes by this page: what comes, what it costs, and what the wallet will show. */
import { useState } from 'react';
import { isInLots } from '@rialto/psbt';
import { useLastPrice } from '../../../data/rewards/reward-queries.ts';
import { signedBeside } from '../../../flows/pools/signed-beside.ts';
import { Notice } from '../../../show/Lines.tsx';
import { NotBeside } from '../../../show/NotBeside.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { RuneBlind } from '../../../show/RuneBlind.tsx';
import { msg, t } from '../../../words.ts';
import { ClaimCosts, ClaimGets } from './ClaimFigures.tsx';
import type { ClaimIntent } from './claim-intent.ts';
import { isDearFor, worthOf } from './claim-label.ts';
import type { ClaimStep, Claiming } from './claiming.ts';
import { paidIn } from './review-claim.ts';
import type { ClaimReview } from './review-claim.ts';

interface ReviewedProps {
  readonly step: Extract<ClaimStep, { at: 'review' }>;
  readonly claiming: Claiming;
  readonly intent: ClaimIntent;
  readonly onClose: () => void;
}

export function ClaimReviewed({ step, claiming, intent, onClose }: ReviewedProps) {
  const { prepared, review } = step;
  const { mismatches } = review;
  const { pays } = intent;
  const isDear = useDearPart(review, intent);
  const [isSure, setSure] = useState(false);
  return (
    <div className="space-y-4" data-testid="claim-review">
      <Refused mismatches={mismatches} testId="claim-problems" />
      <ClaimGets review={review} pays={pays} epochs={prepared.epochs.length} />
      <ClaimCosts review={review} pays={pays} />
      <Remark intent={intent} />
      {isDear ? (
        <Notice tone="warn">
          <span data-testid="claim-dear-part">
            {t(
              'The fees take more than half of what comes now. The rest stays claimable: you can wait for other lots, or for lower fees.',
            )}
          </span>
        </Notice>
      ) : null}
      {signedBeside(intent.user.wallet) === false ? <NotBeside /> : null}
      <ReviewActs
        confirm={t(isDear && isSure ? SIGN_ANYWAY : SIGN)}
        tone={isDear && isSure ? 'sell' : 'primary'}
        testId="claim-confirm"
        signing={claiming.signing}
        refused={mismatches.length > 0}
        expiresAt={prepared.expiresAt}
        onConfirm={isDear && !isSure ? () => setSure(true) : claiming.sign}
        onAgain={claiming.begin}
        onBack={onClose}
      />
    </div>
  );
}

const SIGN = msg('Sign and claim');
const SIGN_ANYWAY = msg('Sign anyway');

/** What comes in lots, and at which fees, is known only now: other lots may come than were looked at before. */
function useDearPart({ amount, networkFee, restock }: ClaimReview, intent: ClaimIntent): boolean {
  const { pays, network } = intent;
  const worth = worthOf(amount.toString(), pays, useLastPrice(network, pays.assetId));
  return isInLots(paidIn(intent)) && isDearFor(networkFee + restock, worth);
}

/** What is said of tokens. */
function Remark({ intent: { pays, user } }: Pick<ReviewedProps, 'intent'>) {
  if (pays.assetId === 'sats') return null;
  if (!pays.assetId.startsWith('rune:'))
    return (
      <Notice tone="calm">
        {t('The pot pays in whole lots. What they do not make up stays yours, to be claimed later.')}
      </Notice>
    );
  return (
    <Notice tone="calm">
      {t('The coin the tokens come on is paid from your own sats. They stay yours.')}
      <RuneBlind address={user.address} />
    </Notice>
  );
}
