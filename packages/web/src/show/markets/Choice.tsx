/** Which markets a list shows and in which order: chips of the books, and the columns as buttons or, where there is no room, a choice. */
import type { MarketSort } from '@rialto/contract';
import type { MarketChoice, MarketOrder } from '../../data/markets/markets.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';
import { BOOKS, BOOK_NAMES } from './book-names.ts';
import { COLUMNS } from './columns.ts';

interface ChoiceProps {
  readonly choice: MarketChoice;
  readonly onChoose: (next: MarketChoice) => void;
}

export function BookChips({ choice, onChoose }: ChoiceProps) {
  return (
    <div role="group" aria-label={t('Protocol')} className="flex flex-wrap gap-1.5">
      {[undefined, ...BOOKS].map((book) => (
        <button
          key={book ?? 'all'}
          type="button"
          aria-pressed={choice.book === book}
          data-testid={`markets-${book ?? 'all'}`}
          onClick={() => onChoose({ ...choice, book })}
          className="h-8 rounded-full border border-line-strong px-3 text-[0.8125rem] text-mist hover:text-fog aria-pressed:border-amber aria-pressed:text-fog max-sm:h-11 max-sm:px-3.5"
        >
          {book === undefined ? t('All') : t(BOOK_NAMES[book])}
        </button>
      ))}
    </div>
  );
}

/** The same column again turns it round; another one begins with the largest. */
function ordered({ key, rising }: MarketOrder, by: MarketSort): MarketOrder {
  return { key: by, rising: key === by && !rising };
}

interface SortByProps extends ChoiceProps {
  readonly by: MarketSort;
  readonly className?: string;
}

export function SortBy({ by, choice, onChoose, className = '' }: SortByProps) {
  const column = COLUMNS.find(({ key }) => key === by);
  const { order } = choice;
  const is = order.key === by;
  return (
    <button
      type="button"
      data-testid={`sort-${by}`}
      onClick={() => onChoose({ ...choice, order: ordered(order, by) })}
      className={`inline-flex h-7 items-center gap-1 rounded-md text-2xs hover:text-fog ${is ? 'text-fog' : 'text-haze'} ${className}`}
    >
      <Icon
        name="chevron"
        className={`size-3 ${is ? '' : 'invisible'} ${order.rising ? 'rotate-180' : ''}`}
      />
      {t(column?.label ?? '')}
    </button>
  );
}

/** For small screens. */
export function SortChoice({ choice, onChoose }: ChoiceProps) {
  const { order } = choice;
  return (
    <label className="flex items-center gap-2 text-xs text-haze sm:hidden">
      {t('Sort by')}
      <select
        value={order.key}
        data-testid="sort-choice"
        onChange={(event) => {
          const column = COLUMNS.find(({ key }) => key === event.target.value);
          if (column !== undefined) onChoose({ ...choice, order: { key: column.key, rising: false } });
        }}
        className="h-11 rounded-[10px] border border-edge bg-ink-0 px-2.5 text-sm text-fog"
      >
        {COLUMNS.map(({ key, label }) => (
          <option key={key} value={key}>
            {t(label)}
          </option>
        ))}
      </select>
    </label>
  );
}
