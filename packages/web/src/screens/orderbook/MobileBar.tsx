/** Small screens: book, trade, orders within reach of the thumb, and the basket above them. */
import { basketOf } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { isPickingLots } from './form.ts';
import type { Form } from './form.ts';
import { pressMainOfPage } from '../../ui/press-main.ts';
import { Exact } from '../../show/Money.tsx';
import { msg, t } from '../../words.ts';

export type MobileView = 'book' | 'chart' | 'trade' | 'orders';

interface MobileBarProps {
  readonly view: MobileView;
  readonly onView: (view: MobileView) => void;
  readonly form: Form;
  readonly rows: readonly BookRow[];
  readonly openOrders: number;
}

const VIEWS: readonly { id: MobileView; label: string; icon: IconName }[] = [
  { id: 'book', label: msg('Book'), icon: 'book' },
  { id: 'chart', label: msg('Chart'), icon: 'chart' },
  { id: 'trade', label: msg('Trade'), icon: 'swap' },
  { id: 'orders', label: msg('Orders'), icon: 'list' },
];

export function MobileBar({ view, onView, form, rows, openOrders }: MobileBarProps) {
  const chosen = rows.filter((row) => form.chosen.includes(row.id));
  // The form has all that is needed, or says what is not.
  const buy = (): void => {
    if (!isPickingLots(form) || !pressMainOfPage()) onView('trade');
  };
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ink-1 pb-[env(safe-area-inset-bottom)] lg:hidden">
      {view === 'book' && chosen.length > 0 ? (
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <p className="text-[0.8125rem]">
            <span className="font-medium">
              {t('{count, plural, one {# lot} other {# lots}}', { count: chosen.length })}
            </span>{' '}
            <Exact value={basketOf(chosen).total} className="text-mist" />
          </p>
          <Button tone="buy" className="h-11" data-testid="bar-buy" onClick={buy}>
            {t('Buy')}
          </Button>
        </div>
      ) : null}
      <nav aria-label={t('Parts of this screen')} className="grid grid-cols-4">
        {VIEWS.map(({ id, label, icon }) => (
          <button
            key={id}
            type="button"
            aria-current={view === id ? 'page' : undefined}
            onClick={() => onView(id)}
            data-testid={`view-${id}`}
            className="flex h-14 flex-col items-center justify-center gap-1 text-2xs text-haze aria-[current=page]:text-fog"
          >
            <Icon name={icon} className="size-[1.125rem]" />
            {id === 'orders' && openOrders > 0 ? `${t(label)} (${openOrders})` : t(label)}
          </button>
        ))}
      </nav>
    </div>
  );
}
