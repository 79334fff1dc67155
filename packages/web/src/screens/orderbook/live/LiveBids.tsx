/** Live bids under the standing ones: they make no spread and no depth, and whoever sells into one asks its bidder to sign. */
import type { BookRow } from '@rialto/market';
import { Exact, Price, Tokens } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';

interface LiveBidsProps {
  readonly rows: readonly BookRow[];
  readonly tick: string;
  readonly onAnswer: (orderId: string) => void;
}

export function LiveBids({ rows, tick, onAnswer }: LiveBidsProps) {
  return (
    <ul
      aria-label={t('Live bids for {tick}', { tick })}
      data-testid="live-bids"
      className="max-h-32 shrink-0 overflow-y-auto border-t border-line"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          data-testid="live-bid-row"
          data-order-id={row.id}
          className="flex h-9 items-center gap-2 px-4 text-[0.8125rem]"
        >
          <Price value={row.price} unit="sat" className="text-buy" />
          <span
            title={t('Its bidder signs when you answer. Nothing is locked.')}
            className="rounded bg-ink-3 px-1 text-[0.625rem] font-medium leading-4 text-mist"
          >
            {row.mine ? t('Yours, live') : t('Live')}
          </span>
          <Tokens units={row.amount} tick={tick} className="flex-1 text-right" />
          <Exact value={row.total} className="text-mist" />
          {row.mine ? null : (
            <button
              type="button"
              data-testid="live-answer"
              disabled={row.pending}
              onClick={() => onAnswer(row.id)}
              className="rounded bg-sell-deep px-2 py-0.5 text-xs font-medium text-sell disabled:opacity-50"
            >
              {t('Sell')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
