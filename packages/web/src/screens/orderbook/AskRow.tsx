/** One lot for sale: price, amount, total, with its depth behind. */
import { isBuyable } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Icon } from '../../ui/Icon.tsx';
import { Money, Price, Tokens } from '../../show/Money.tsx';
import { t } from '../../words.ts';

export interface AskRowProps {
  readonly row: BookRow;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly flash: boolean;
  /** The most digits after the point in each column. */
  readonly most: { readonly price: number; readonly amount: number };
  readonly onPick: () => void;
}

export function AskRow({ row, active, chosen, flash, most, onPick }: AskRowProps) {
  const buyable = isBuyable(row);
  return (
    <div
      id={`ask-${row.id}`}
      role="option"
      aria-selected={chosen}
      aria-disabled={!buyable}
      data-testid="ask-row"
      data-order-id={row.id}
      data-mine={row.mine}
      data-pending={row.pending}
      onClick={onPick}
      className={`relative grid h-[1.875rem] shrink-0 grid-cols-[4.75rem_minmax(0,1fr)_minmax(4.5rem,1.2fr)_minmax(6rem,1.4fr)] items-center gap-2 px-4 text-[0.8125rem] ${
        chosen ? 'bg-amber/12' : 'hover:bg-ink-2'
      } ${flash ? 'animate-flash' : ''} ${active ? 'group-focus-visible/book:outline group-focus-visible/book:-outline-offset-1 group-focus-visible/book:outline-amber' : ''}`}
    >
      <Depth share={row.depth} chosen={chosen} />
      {chosen ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-amber" /> : null}
      <Price
        value={row.price}
        most={most.price}
        className={`relative text-right ${chosen ? 'font-medium text-amber' : 'text-sell'} ${row.pending ? 'opacity-50' : ''}`}
      />
      <span className="relative flex min-w-0 items-center gap-1.5 pl-1">
        {row.mine ? <Mark text={t('Yours')} /> : null}
        {row.pending ? <Mark text={t('Pending')} /> : null}
        {chosen ? <Icon name="check" className="size-3 text-amber" /> : null}
      </span>
      <Tokens
        units={row.amount}
        most={most.amount}
        className={`relative truncate text-right ${row.pending ? 'opacity-50' : ''}`}
      />
      <Money
        value={row.total}
        bare
        className={`relative text-right text-mist ${row.pending ? 'opacity-50' : ''}`}
      />
    </div>
  );
}

/** An SVG width, not a style: the page allows no inline styles. */
function Depth({ share, chosen }: { share: number; chosen: boolean }) {
  const width = `${share / 10}%`;
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-y-px right-0 h-[calc(100%-2px)] w-full -scale-x-100"
      preserveAspectRatio="none"
    >
      <rect width={width} height="100%" className={chosen ? 'fill-amber/15' : 'fill-sell/10'} />
    </svg>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <span className="rounded bg-ink-3 px-1 text-[0.625rem] font-medium leading-4 text-mist">{text}</span>
  );
}
