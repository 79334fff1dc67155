/** The review of a payment on MVC, before the wallet makes it: what the wallet makes is checked again before it is handed in. */
import { mostCostsOf } from '../../../flows/bridge/redeem.ts';
import type { RedeemToPay } from '../../../flows/bridge/redeem.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { ExactSpace } from '../../../show/mvc/Space.tsx';
import { t } from '../../../words.ts';
import type { Bridging } from './bridging.ts';
import { Reviewed } from './Reviewed.tsx';

interface ReviewedProps {
  readonly redeem: RedeemToPay;
  readonly bridging: Bridging;
  readonly onClose: () => void;
}

export function RedeemReviewed({ redeem: { intent, made, created, mismatches }, ...acts }: ReviewedProps) {
  const costs = (
    <Line name={t('Costs on MVC, at most')}>
      <ExactSpace value={mostCostsOf(created)} />
    </Line>
  );
  const remark = (
    <Notice tone="calm">
      {t(
        'Metalet makes the transfer and shows amount and receiver. This page checks what it made and hands it in; Metalet does not send it.',
      )}
    </Notice>
  );
  return <Reviewed {...{ intent, made, mismatches, costs, remark }} {...acts} />;
}
