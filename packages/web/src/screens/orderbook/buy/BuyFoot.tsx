/** The end of every form to buy: all it costs, consent to a high fee rate, and the button. */
import { Suspense, lazy } from 'react';
import { useLineLost } from '../../../data/calls/line.ts';
import { useHeld } from '../../../flows/handing/handings.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Buying } from './buy-acts.ts';
import { FormFoot } from '../FormFoot.tsx';
import type { Purchase } from './buying.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { FormAct } from '../form-acts.ts';
import { t } from '../../../words.ts';

// Nothing is chosen at first.
const BuyCosts = lazy(async () => ({ default: (await import('./BuySum.tsx')).BuyCosts }));
const BuyTotal = lazy(async () => ({ default: (await import('./BuySum.tsx')).BuyTotal }));

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
  const isSummed = rows.length > 0 || form.highFee;
  return (
    <>
      {held === 0 ? null : (
        <p className="text-xs text-warn" data-testid="in-your-purchase">
          {t('{held, plural, one {# lot is} other {# lots are}} in your purchase, not submitted yet.', {
            held,
          })}
        </p>
      )}
      {isSummed ? (
        <Suspense fallback={null}>
          <BuyCosts purchase={purchase} tick={tick} />
        </Suspense>
      ) : null}
      <FormFoot>
        {isSummed ? (
          <Suspense fallback={null}>
            <BuyTotal {...{ form, dispatch, purchase, check }} />
          </Suspense>
        ) : null}
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
