/** Buy: the lots chosen in the book, what they cost all told, and the one act. */
import { bestAsks } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useSettings } from '../../data/settings.ts';
import { MOST_LOTS } from './form.ts';
import type { BuySummary, Check, Form, FormAct } from './form.ts';
import { Line } from '../../show/Lines.tsx';
import { Fiat, Money, Price, Tokens, moneyText } from '../../show/Money.tsx';
import { t } from '../../words.ts';

export interface BuyFormProps {
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly book: readonly BookRow[];
  readonly summary: BuySummary;
  readonly check: Check;
  readonly tick: string;
  readonly busy: boolean;
  readonly onAct: () => void;
}

const QUICK = [1, 3, 5, 10] as const;

export function BuyForm({ form, dispatch, book, summary, check, tick, busy, onAct }: BuyFormProps) {
  const { rows } = summary;
  const able = bestAsks(book, MOST_LOTS).length;
  const choose = (count: number): void =>
    dispatch({ type: 'choose', ids: bestAsks(book, count).map((row) => row.id) });
  return (
    <div className="flex flex-1 flex-col gap-3.5">
      <div className="flex items-center justify-between gap-4">
        <p className="whitespace-nowrap text-[0.8125rem] text-mist" id="best-label">
          {t('Take the best')}
        </p>
        <div role="group" aria-labelledby="best-label" className="grid grid-cols-4 gap-1.5">
          {QUICK.map((count) => (
            <Button
              key={count}
              size="sm"
              data-testid={`best-${count}`}
              disabled={able < count}
              aria-label={t('Take the best {count}', { count })}
              aria-pressed={rows.length === count && sameRows(rows, bestAsks(book, count))}
              onClick={() => choose(count)}
              className="num w-10 !px-0 xl:w-12 aria-pressed:border-amber aria-pressed:text-amber"
            >
              {count}
            </Button>
          ))}
        </div>
      </div>
      <Chosen rows={rows} tick={tick} dispatch={dispatch} />
      <Costs summary={summary} tick={tick} />
      <Consent form={form} dispatch={dispatch} needed={check.missing === 'consent' || form.highFee} />
      <Button
        tone={check.missing === 'connect' || check.missing === 'authorize' ? 'primary' : 'buy'}
        size="lg"
        busy={busy}
        data-testid="buy-button"
        disabled={check.missing === 'input' || check.missing === 'consent'}
        onClick={onAct}
        className="w-full"
      >
        {check.missing === 'nothing' && rows.length > 1
          ? t('Buy {count} lots', { count: rows.length })
          : t(check.label)}
      </Button>
    </div>
  );
}

/** What it costs, part by part; dashes until something is chosen. */
function Costs({ summary, tick }: Pick<BuyFormProps, 'summary' | 'tick'>) {
  const { rows, basket } = summary;
  const none = rows.length === 0;
  return (
    <div>
      <dl className="space-y-2">
        <Line name={t('You get')}>{none ? <Dash /> : <Tokens units={basket.amount} tick={tick} />}</Line>
        <Line name={t('Average price')}>{none ? <Dash /> : <Price value={basket.price} unit="sat" />}</Line>
        <Line name={t('Price')}>{none ? <Dash /> : <Money value={basket.total} />}</Line>
        <Line name={t('Service fee')}>{none ? <Dash /> : <Money value={summary.serviceFee} />}</Line>
        <Line name={t('Network fee, about')}>
          {none || summary.networkFee === undefined ? <Dash /> : <Money value={summary.networkFee} />}
        </Line>
      </dl>
      <dl className="mt-2 border-t border-line pt-2.5">
        <Line name={t('You pay, about')} strong>
          {none ? <Dash /> : <Money value={summary.total} className="text-[0.9375rem]" />}
        </Line>
      </dl>
      <p className="min-h-4 text-right text-xs">{none ? null : <Fiat value={summary.total} />}</p>
    </div>
  );
}

function sameRows(a: readonly BookRow[], b: readonly BookRow[]): boolean {
  return a.length === b.length && a.every((row, index) => row.id === b[index]?.id);
}

function Dash() {
  return <span className="text-haze">—</span>;
}

const SHOWN = 4;

function Chosen({
  rows,
  tick,
  dispatch,
}: {
  rows: readonly BookRow[];
  tick: string;
  dispatch: (act: FormAct) => void;
}) {
  const { btcUnit } = useSettings();
  if (rows.length === 0) {
    return (
      <p className="grid h-[4.75rem] place-content-center rounded-[10px] border border-dashed border-line-strong px-6 text-center text-[0.8125rem] text-haze">
        {t('Or pick lots in the book, up to {count} in one transaction', { count: MOST_LOTS })}
      </p>
    );
  }
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between text-[0.8125rem]">
        <p className="text-mist">
          {t('{count, plural, one {# lot} other {# lots}}', { count: rows.length })}
        </p>
        <button
          type="button"
          onClick={() => dispatch({ type: 'choose', ids: [] })}
          className="-my-1 min-h-6 min-w-6 text-xs text-haze underline-offset-4 hover:text-fog hover:underline"
        >
          {t('Clear')}
        </button>
      </div>
      <ul className="divide-y divide-line rounded-[10px] border border-line bg-ink-0/60">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id} className="flex h-9 items-center gap-2 pl-3 pr-1 text-[0.8125rem]">
            <Tokens units={row.amount} tick={tick} className="flex-1" />
            <Money value={row.total} className="text-mist" />
            <button
              type="button"
              aria-label={t('Leave out the lot for {amount}', { amount: moneyText(row.total, btcUnit) })}
              onClick={() => dispatch({ type: 'toggle', id: row.id })}
              className="rounded-md p-2 text-haze hover:text-fog"
            >
              <Icon name="close" className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN ? (
        <p className="mt-1.5 text-xs text-haze">{t('and {count} more', { count: rows.length - SHOWN })}</p>
      ) : null}
    </div>
  );
}

export function Consent({
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
