/** The review of a payment on Bitcoin, read from its bytes by this page. */
import type { MintToSign } from '../../../flows/bridge/mint.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact } from '../../../show/Money.tsx';
import { NetworkFee } from '../../../show/ReviewParts.tsx';
import { t } from '../../../words.ts';
import type { Bridging } from './bridging.ts';
import { Reviewed } from './Reviewed.tsx';

interface ReviewedProps {
  readonly mint: MintToSign;
  readonly bridging: Bridging;
  readonly onClose: () => void;
}

export function MintReviewed({ mint: { intent, made, review }, ...acts }: ReviewedProps) {
  const { networkFee, vsize, feeRateSatVb, leaves, underTokens, mismatches } = review;
  const costs = (
    <>
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
    </>
  );
  return <Reviewed {...{ intent, made, mismatches, costs }} {...acts} />;
}
