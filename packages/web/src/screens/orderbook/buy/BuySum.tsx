/** What a purchase comes to: its costs, its total, and what one has to agree to. It comes once something is chosen. */
import { basketOf, impactLevel } from '@rialto/market';
import type { SweepCost } from '@rialto/market';
import { ImpactNote, OverAsk } from '../../../show/Impact.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { percentWords } from '../../../show/percent.ts';
import { FeeMinimumNote, ServiceFeeName } from '../../../show/ServiceFee.tsx';
import { SumParts, SumTotal } from '../../../show/Sum.tsx';
import type { SumPart } from '../../../show/Sum.tsx';
import { Consent, FeeConsent } from '../Consent.tsx';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import { agreesToPrice } from './buying.ts';
import type { Purchase } from './buying.ts';
import { t } from '../../../words.ts';

interface CostsProps {
  readonly purchase: Purchase;
  readonly tick: string;
}

interface TotalProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly purchase: Purchase;
  readonly check: Check;
}

export function BuyCosts({ purchase, tick }: CostsProps) {
  return (
    <>
      <ImpactNote impact={purchase.impact} />
      <Costs purchase={purchase} tick={tick} />
    </>
  );
}

export function BuyTotal(props: TotalProps) {
  return (
    <>
      <Total purchase={props.purchase} />
      <Consents {...props} />
    </>
  );
}

/** What it costs, part by part. */
function Costs({ purchase: { rows, basket, cost }, tick }: CostsProps) {
  if (rows.length === 0) return null;
  return (
    <div className="space-y-2" data-testid="costs">
      <dl>
        <Line name={t('You get')}>
          <Tokens units={basket.amount} tick={tick} />
        </Line>
      </dl>
      <SumParts parts={partsOf(basket.total, cost)} />
      <FeeMinimumNote price={basketOf(rows.filter((row) => row.free !== true)).total} />
    </div>
  );
}

function Total({ purchase: { rows, basket, cost, each, eachOver } }: Pick<CostsProps, 'purchase'>) {
  if (rows.length === 0) return null;
  return (
    <SumTotal parts={partsOf(basket.total, cost)} name={t('Total, about')} testId="true-cost">
      {cost === undefined ? null : (
        <Line name={t('Per token, fees included')}>
          <span data-testid="true-each">
            <Price value={each} unit="sat" />
          </span>
          <OverAsk over={eachOver} />
        </Line>
      )}
    </SumTotal>
  );
}

/** The parts of what a purchase costs; only its price while nobody knows the fees. */
export function partsOf(price: bigint, cost: SweepCost | undefined): readonly SumPart[] {
  const parts: SumPart[] = [{ id: 'price', name: t('Price'), value: price }];
  if (cost === undefined) return parts;
  return [
    ...parts,
    {
      id: 'service',
      name: <ServiceFeeName fee={cost.serviceFee} />,
      value: cost.serviceFee,
      nothing: t('none'),
    },
    { id: 'network', name: t('Network fee, about'), value: cost.networkFee },
    { id: 'carried', name: t('Sats with the tokens'), value: cost.dust - cost.brings },
  ];
}

/** What one has to agree to beside the sum: a fee rate or a price far above the others. */
function Consents({ form, dispatch, purchase, check }: TotalProps) {
  const over = purchase.impact?.over;
  const isFar = impactLevel(over) === 'far';
  return (
    <>
      <FeeConsent
        check={check}
        agreed={form.highFee}
        onAgree={(agreed) => dispatch({ type: 'high-fee', agreed })}
      />
      {isFar && over !== undefined ? (
        <Consent
          testId="impact-consent"
          checked={agreesToPrice(form, purchase)}
          onChange={(agreed) => dispatch({ type: 'far-over', agreed: agreed ? over : undefined })}
        >
          {t('I want to buy at {share} over the best ask.', { share: percentWords(over) })}
        </Consent>
      ) : null}
    </>
  );
}
