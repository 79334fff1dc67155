/** What a sale brings, and the button that offers it. */
import { useLineLost } from '../../../data/calls/line.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Check } from '../form-check.ts';
import { FormFoot } from '../FormFoot.tsx';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';
import type { SellFormProps } from './sell-props.ts';

export function SellFoot({
  summary,
  check,
  busy,
  onAct,
}: Pick<SellFormProps, 'summary' | 'check' | 'busy' | 'onAct'>) {
  const { lots } = summary;
  const several = lots.length > 1;
  const offline = useLineLost();
  return (
    <FormFoot>
      <dl className="space-y-2">
        {several ? (
          <Line name={t('Orders')}>{t('{count}, one for each lot', { count: lots.length })}</Line>
        ) : null}
        <Line name={t('Service fee')}>{t('none for you on limit orders')}</Line>
        {summary.total === undefined ? null : (
          <Line name={t('You get when it sells')} strong>
            <Exact value={summary.total} className="text-[0.9375rem]" />
            <Fiat value={summary.total} className="block min-h-4 text-xs font-normal" />
          </Line>
        )}
      </dl>
      <Button
        tone={check.missing === 'connect' ? 'primary' : 'sell'}
        size="lg"
        busy={busy}
        data-testid="place-order"
        data-main
        disabled={offline || check.missing === 'input'}
        onClick={onAct}
        className="w-full"
      >
        {offline ? t('Offline, reconnecting') : placeWords(check, lots.length)}
      </Button>
    </FormFoot>
  );
}

/** On the button. */
function placeWords({ missing, label }: Check, lots: number): string {
  return missing === 'nothing' && lots > 1 ? t('Place {count} Limit Sell Orders', { count: lots }) : t(label);
}

/** Where the exchange offers it: the taker of the order pays no service fee. */
export function Free({ form, dispatch }: Pick<SellFormProps, 'form' | 'dispatch'>) {
  const count = useConfig().data?.freeOrders ?? 0;
  if (count === 0) return null;
  return (
    <label className="flex items-start gap-2.5 text-[0.8125rem] leading-5">
      <input
        type="checkbox"
        data-testid="free-order"
        checked={form.free}
        onChange={(event) => dispatch({ type: 'free', on: event.target.checked })}
        className="mt-1 size-4 accent-amber"
      />
      <span>
        {t('Free order')}
        <span className="block text-xs text-haze">
          {t('The buyer pays no service fee. {count} of these a day.', { count })}
        </span>
      </span>
    </label>
  );
}
