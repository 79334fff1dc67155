/** What every way to buy shows: all it costs, consent to a high fee rate, and the button. */
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Fiat, Money, Price, Tokens } from '../../../show/Money.tsx';
import type { Buying } from './buy-acts.ts';
import type { Purchase } from './buying.ts';
import type { Check, Form, FormAct } from '../form.ts';
import { t } from '../../../words.ts';

interface BuyFootProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly purchase: Purchase;
  readonly check: Check;
  readonly tick: string;
  readonly buying: Buying;
}

/** The lower half of a form to buy. */
export function BuyFoot({ form, dispatch, purchase, check, tick, buying }: BuyFootProps) {
  const { rows } = purchase;
  return (
    <>
      <Costs purchase={purchase} tick={tick} />
      <Consent form={form} dispatch={dispatch} needed={check.missing === 'consent' || form.highFee} />
      <Button
        tone={check.missing === 'connect' || check.missing === 'authorize' ? 'primary' : 'buy'}
        size="lg"
        busy={buying.busy}
        data-testid="buy-button"
        disabled={check.missing === 'input' || check.missing === 'consent'}
        onClick={() => buying.buy(purchase, check)}
        className="w-full"
      >
        {check.missing === 'nothing' && rows.length > 1
          ? t('Buy {count} lots', { count: rows.length })
          : t(check.label)}
      </Button>
    </>
  );
}

/** What it costs, part by part; dashes until something is chosen. */
function Costs({ purchase: { rows, basket, cost, each }, tick }: Pick<BuyFootProps, 'purchase' | 'tick'>) {
  const some = rows.length > 0;
  const total = cost?.total ?? basket.total;
  return (
    <div>
      <dl className="space-y-2">
        <Part name={t('You get')}>{some ? <Tokens units={basket.amount} tick={tick} /> : undefined}</Part>
        <Part name={t('Price')}>{some ? <Money value={basket.total} /> : undefined}</Part>
        <Fees cost={cost} />
      </dl>
      <dl className="mt-2 space-y-1 border-t border-line pt-2.5">
        <Part name={t('Each, all included')}>
          {cost === undefined ? undefined : (
            <span data-testid="true-each">
              <Price value={each} unit="sat" />
            </span>
          )}
        </Part>
        <Part name={t('You pay, about')} strong>
          {some ? (
            <span data-testid="true-cost">
              <Money value={total} className="text-[0.9375rem]" />
            </span>
          ) : undefined}
        </Part>
      </dl>
      <p className="min-h-4 text-right text-xs">{some ? <Fiat value={total} /> : null}</p>
    </div>
  );
}

function Fees({ cost }: Pick<Purchase, 'cost'>) {
  if (cost === undefined)
    return (
      <>
        <Part name={t('Service fee')} />
        <Part name={t('Network fee, about')} />
        <Part name={t('Stays on the token coin')} />
      </>
    );
  const stays = cost.dust - cost.brings;
  return (
    <>
      <Part name={t('Service fee')}>
        {cost.serviceFee === 0n ? t('none') : <Money value={cost.serviceFee} />}
      </Part>
      <Part name={t('Network fee, about')}>
        <Money value={cost.networkFee} />
      </Part>
      <Part name={stays < 0n ? t('Comes with the lots') : t('Stays on the token coin')}>
        <Money value={stays < 0n ? -stays : stays} />
      </Part>
    </>
  );
}

/** A line of a sum; a dash while there is nothing to say. */
function Part({ children, ...line }: { name: string; strong?: boolean; children?: ReactNode }) {
  return <Line {...line}>{children ?? <span className="text-haze">—</span>}</Line>;
}

function Consent({
  form,
  dispatch,
  needed,
}: {
  form: Form;
  dispatch: (act: FormAct) => void;
  needed: boolean;
}) {
  if (!needed) return null;
  return (
    <label className="flex items-start gap-2.5 rounded-[10px] bg-warn-deep px-3 py-2.5 text-[0.8125rem] leading-5 text-warn">
      <input
        type="checkbox"
        checked={form.highFee}
        onChange={(event) => dispatch({ type: 'high-fee', agreed: event.target.checked })}
        className="mt-1 accent-amber"
      />
      {t('This fee rate is over four times Fast. I want to pay it.')}
    </label>
  );
}
