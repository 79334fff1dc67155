/** The lots that were picked in the book, each with a way to leave it out. */
import type { BookRow } from '@rialto/market';
import { Icon } from '../../../ui/Icon.tsx';
import { useSettings } from '../../../data/settings.ts';
import { Exact, Tokens, moneyText } from '../../../show/Money.tsx';
import type { TradeProps } from './buy-acts.ts';
import { t } from '../../../words.ts';

const SHOWN = 4;

interface ChosenLotsProps extends Pick<TradeProps, 'dispatch'> {
  readonly rows: readonly BookRow[];
  readonly tick: string;
}

export function ChosenLots({ rows, tick, dispatch }: ChosenLotsProps) {
  const { btcUnit } = useSettings();
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
          <li key={row.id} className="flex min-h-9 flex-wrap items-center gap-x-2 pl-3 pr-1 text-[0.8125rem]">
            <Tokens units={row.amount} tick={tick} className="flex-1" />
            <Exact value={row.total} className="text-mist" />
            <button
              type="button"
              aria-label={t('Remove the lot for {amount}', { amount: moneyText(row.total, btcUnit) })}
              onClick={() => dispatch({ type: 'leave-out', id: row.id })}
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
