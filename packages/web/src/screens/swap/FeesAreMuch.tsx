/** Fees that are over a tenth of what moves are said before the button, which then is red. */
import { Notice } from '../../show/Lines.tsx';
import { percentWords } from '../../show/percent.ts';
import { t } from '../../words.ts';
import { areFeesMuch } from '../../show/swap/amounts.ts';

/** Nothing where they are not. @param fees of exchange and network, in sat @param sum in sat */
export function FeesAreMuch({ fees, sum }: { fees: bigint; sum: bigint }) {
  if (sum <= 0n || !areFeesMuch(fees, sum)) return null;
  return (
    <Notice tone="warn">
      <span data-testid="fees-much">
        {t('The fees are {share} of the amount. A larger amount, or a lower fee rate, costs less.', {
          share: percentWords(Number((fees * 10_000n) / sum)),
        })}
      </span>
    </Notice>
  );
}
