/** The review of a claim, read from its bytes by this page: what comes, what it costs, and what the wallet will show. */
import { signedBeside } from '../../../flows/pools/signed-beside.ts';
import { Notice } from '../../../show/Lines.tsx';
import { NotBeside } from '../../../show/NotBeside.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { RuneBlind } from '../../../show/RuneBlind.tsx';
import { msg, t } from '../../../words.ts';
import { ClaimCosts, ClaimGets } from './ClaimFigures.tsx';
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
  const { mismatches } = review;
  const { pays } = intent;
  return (
    <div className="space-y-4" data-testid="claim-review">
      <Refused mismatches={mismatches} testId="claim-problems" />
      <ClaimGets review={review} pays={pays} epochs={prepared.epochs.length} />
      <ClaimCosts review={review} pays={pays} />
      <Remark intent={intent} />
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
