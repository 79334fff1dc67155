/** The review of a payment on MVC, before the wallet makes it: what the wallet makes is checked again before it is handed in. */
import { mostCostsOf } from '../../../flows/bridge/redeem.ts';
import type { RedeemToPay } from '../../../flows/bridge/redeem.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace } from '../../../show/mvc/Space.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { t } from '../../../words.ts';
import type { Bridging } from './bridging.ts';
import { Deal, Parties, SaveTerms } from './Deal.tsx';
import { NewAddresses, useNewAddresses } from './NewAddresses.tsx';

interface ReviewedProps {
  readonly redeem: RedeemToPay;
  readonly bridging: Bridging;
  readonly onClose: () => void;
}

export function RedeemReviewed({ redeem, bridging, onClose }: ReviewedProps) {
  const { intent, made, created, mismatches } = redeem;
  const isRefused = mismatches.length > 0;
  const addresses = useNewAddresses(intent);
  return (
    <div className="space-y-4" data-testid="bridge-review">
      <Refused mismatches={mismatches} testId="bridge-problems" />
      <Deal intent={intent} />
      <dl className="space-y-2 px-1">
        <Line name={t('Costs on MVC, at most')}>
          <ExactSpace value={mostCostsOf(created)} />
        </Line>
      </dl>
      <Parties intent={intent} made={made} />
      <NewAddresses {...addresses} />
      <Notice tone="calm">
        {t(
          'Metalet makes the transfer and shows amount and receiver. This page checks what it made and hands it in; Metalet does not send it.',
        )}
      </Notice>
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
