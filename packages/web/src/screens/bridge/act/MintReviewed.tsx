/** The review of a payment on Bitcoin, read from its bytes by this page. */
import type { MintToSign } from '../../../flows/bridge/mint.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { NetworkFee, Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { t } from '../../../words.ts';
import type { Bridging } from './bridging.ts';
import { Deal, Parties, SaveTerms } from './Deal.tsx';
import { NewAddresses, useNewAddresses } from './NewAddresses.tsx';

interface ReviewedProps {
  readonly mint: MintToSign;
  readonly bridging: Bridging;
  readonly onClose: () => void;
}

export function MintReviewed({ mint, bridging, onClose }: ReviewedProps) {
  const { intent, made, review } = mint;
  const { networkFee, vsize, feeRateSatVb, leaves, underTokens, mismatches } = review;
  const isRefused = mismatches.length > 0;
  const addresses = useNewAddresses(intent);
  return (
    <div className="space-y-4" data-testid="bridge-review">
      <Refused mismatches={mismatches} testId="bridge-problems" />
      <Deal intent={intent} />
      <dl className="space-y-2 px-1" data-testid="bridge-review-sum">
        <NetworkFee fee={networkFee} vsize={vsize} rate={feeRateSatVb} />
        {underTokens === 0n ? null : (
          <Line name={t('Sats under the tokens you send')}>
            <Exact value={underTokens} />
          </Line>
        )}
        <Line name={underTokens === 0n ? t('You pay in total') : t('Sats you pay in total')} strong>
          <span data-testid="bridge-leaves" data-sats={leaves.toString()}>
            <Exact value={leaves} />
          </span>
        </Line>
      </dl>
      <Parties intent={intent} made={made} />
      <NewAddresses {...addresses} />
      {isRefused ? null : <SaveTerms made={made} />}
      <ReviewActs
        confirm={t('Sign and pay')}
        tone="primary"
        testId="bridge-confirm"
        signing={bridging.signing}
        refused={isRefused || addresses.areNew}
        expiresAt={undefined}
        onConfirm={bridging.sign}
        onAgain={bridging.begin}
        onBack={onClose}
      />
    </div>
  );
}
