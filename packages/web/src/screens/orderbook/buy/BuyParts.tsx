/** What every way to buy shows: all it costs, consent to a high fee rate, and the button. */
import { basketOf, impactLevel } from '@rialto/market';
import type { SweepCost } from '@rialto/market';
import { useLineLost } from '../../../data/calls/line.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { Button } from '../../../ui/Button.tsx';
import { ImpactNote, OverAsk } from '../../../show/Impact.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Price, Tokens } from '../../../show/Money.tsx';
import { percentWords } from '../../../show/percent.ts';
import { FeeMinimumNote, ServiceFeeName } from '../../../show/ServiceFee.tsx';
import { SumParts, SumTotal } from '../../../show/Sum.tsx';
import type { SumPart } from '../../../show/Sum.tsx';
import type { Buying } from './buy-acts.ts';
import { FormFoot } from '../FormFoot.tsx';
import { agreesToPrice, HIGH_FEE } from './buying.ts';
import type { Purchase } from './buying.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import { t } from '../../../words.ts';

interface BuyFootProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly purchase: Purchase;
  readonly check: Check;
  readonly tick: string;
  readonly buying: Buying;
}

/** The lower half of a form to buy: the parts of the sum in the flow, its total and the button always in view. */
export function BuyFoot({ form, dispatch, purchase, check, tick, buying }: BuyFootProps) {
  const { rows } = purchase;
  const isActor = check.missing === 'connect';
  const offline = useLineLost();
  const held = useHeld('take').length;
  return (
    <>
      {held === 0 ? null : (
        <p className="text-xs text-warn" data-testid="in-your-purchase">
          {t('{held, plural, one {# lot is} other {# lots are}} in your purchase, not submitted yet.', {
            held,
          })}
        </p>
      )}
      <ImpactNote impact={purchase.impact} />
      <Costs purchase={purchase} tick={tick} />
      <FormFoot>
        <Total purchase={purchase} />
        <Consents {...{ form, dispatch, purchase, check }} />
        <Button
          tone={isActor ? 'primary' : 'buy'}
          size="lg"
          busy={buying.busy}
          data-testid="buy-button"
          data-main
          disabled={offline || check.missing === 'input' || check.missing === 'consent'}
          onClick={() => buying.buy(purchase, check)}
          className="w-full"
        >
          {offline ? t('Offline, reconnecting') : actWords(check, rows.length)}
        </Button>
      </FormFoot>
    </>
  );
}

/** On the button. */
function actWords({ missing, label }: Check, lots: number): string {
  return missing === 'nothing' && lots > 1 ? t('Buy {count} lots', { count: lots }) : t(label);
}

/** What it costs, part by part; nothing until something is chosen. */
function Costs({ purchase: { rows, basket, cost }, tick }: Pick<BuyFootProps, 'purchase' | 'tick'>) {
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

function Total({ purchase: { rows, basket, cost, each, eachOver } }: Pick<BuyFootProps, 'purchase'>) {
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
function Consents({ form, dispatch, purchase, check }: Omit<BuyFootProps, 'tick' | 'buying'>) {
  const over = purchase.impact?.over;
  const isFar = impactLevel(over) === 'far';
  return (
    <>
      {form.highFee || check.label === HIGH_FEE ? (
        <Consent
          testId="fee-consent"
          checked={form.highFee}
          onChange={(agreed) => dispatch({ type: 'high-fee', agreed })}
        >
          {t('This fee rate is over four times Fast. Pay it anyway.')}
        </Consent>
      ) : null}
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

interface ConsentProps {
  readonly testId: string;
  readonly checked: boolean;
  readonly onChange: (agreed: boolean) => void;
  readonly children: string;
}

export function Consent({ testId, checked, onChange, children }: ConsentProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-[10px] bg-warn-deep px-3 py-2.5 text-[0.8125rem] leading-5 text-warn">
      <input
        type="checkbox"
        data-testid={testId}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 accent-amber"
      />
      {children}
    </label>
  );
}
