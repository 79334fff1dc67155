/** One price of the book: price, amount, total, with its depth behind; opened, its single orders. Drawn again only when it differs. */
import { memo, useState } from 'react';
import type { MouseEvent } from 'react';
import { basketOf } from '@rialto/market';
import type { OrderSide } from '@rialto/market';
import { Icon } from '../../../ui/Icon.tsx';
import { Money, Price, Tokens } from '../../../show/Money.tsx';
import { COLUMNS } from './columns.ts';
import type { Line } from './lines.ts';
import { t } from '../../../words.ts';

/** The most digits after the point in each column. */
export interface Most {
  readonly price: number;
  readonly amount: number;
}

interface LevelRowProps {
  readonly side: OrderSide;
  readonly line: Line;
  readonly active: boolean;
  /** How many of its orders are chosen. */
  readonly chosen: number;
  /** It was added while the book was on the screen. */
  readonly isNew: boolean;
  readonly most: Most;
  readonly onPick: () => void;
  readonly onOpen: () => void;
}

const LOOK =
  'relative h-10 shrink-0 items-center text-[0.8125rem] [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] lg:h-7 lg:[contain-intrinsic-size:auto_1.75rem]';
const SIDES = {
  ask: { price: 'text-sell', depth: 'fill-sell/10', level: 'level-row', row: 'ask-row' },
  bid: { price: 'text-buy', depth: 'fill-buy/10', level: 'bid-level-row', row: 'bid-row' },
} as const;
const OUTLINE =
  'group-focus-visible/book:outline group-focus-visible/book:-outline-offset-1 group-focus-visible/book:outline-amber';

export const LevelRow = memo(function LevelRow(props: LevelRowProps) {
  const { side, line, active, chosen, isNew, most, onPick } = props;
  const look = SIDES[side];
  const { level, order, rows, opens } = line;
  const isChosen = chosen > 0;
  const pending = rows.every((row) => row.pending);
  const { total, amount } = basketOf(rows);
  const muted = pending ? 'opacity-50' : '';
  return (
    <div
      id={`${side}-${line.id}`}
      role="option"
      aria-selected={isChosen}
      aria-disabled={line.picked === undefined}
      data-testid={order === undefined ? look.level : look.row}
      data-order-id={order?.id}
      data-price={level.price}
      data-mine={rows.some((row) => row.mine)}
      data-pending={pending}
      onClick={onPick}
      className={`group/row ${COLUMNS} ${LOOK} ${isChosen ? 'bg-amber/12' : 'hover:bg-ink-2'} ${active ? OUTLINE : ''}`}
    >
      <Flash mark={opens === 'inside' ? '' : level.mark} isNew={isNew} />
      {opens === 'inside' ? null : (
        <Depth share={level.depth} look={isChosen ? 'fill-amber/15' : look.depth} />
      )}
      {isChosen ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-amber" /> : null}
      {opens === 'inside' ? (
        <span aria-hidden="true" className="relative text-right text-haze">
          ↳
        </span>
      ) : (
        <Price
          value={level.price}
          most={most.price}
          className={`relative text-right ${isChosen ? 'font-medium text-amber' : look.price} ${muted}`}
        />
      )}
      <Marks {...props} pending={pending} />
      <Tokens units={amount} most={most.amount} className={`relative flex justify-end ${muted}`} />
      <Money value={total} bare className={`relative flex justify-end text-mist ${muted}`} />
    </div>
  );
}, isSame);

/** A line is as it was when all that is seen of it is; its acts go by the same orders then. */
function isSame(before: LevelRowProps, after: LevelRowProps): boolean {
  return (
    before.line.id === after.line.id &&
    before.line.opens === after.line.opens &&
    before.line.level.mark === after.line.level.mark &&
    before.line.level.mine === after.line.level.mine &&
    before.line.level.depth === after.line.level.depth &&
    before.active === after.active &&
    before.chosen === after.chosen &&
    before.most.price === after.most.price &&
    before.most.amount === after.most.amount
  );
}

function Marks({ side, line, chosen, pending, onOpen }: LevelRowProps & { pending: boolean }) {
  const { rows, opens, order } = line;
  return (
    <span className="relative flex min-w-0 items-center gap-1 pl-1">
      {opens === 'closed' || opens === 'open' ? <Opener line={line} onOpen={onOpen} /> : null}
      {rows.some((row) => row.mine) ? <Mark text={t('Yours')} /> : null}
      {pending ? <Pending greyed={rows.some((row) => row.greyed === true)} /> : null}
      {order === undefined ? null : <OrderMarks order={order} />}
      {chosen > 0 ? <Icon name="check" className="size-3 text-amber" /> : null}
      {side === 'bid' && chosen === 0 ? <SellHint line={line} /> : null}
    </span>
  );
}

function OrderMarks({ order: { locked, free, mine } }: { order: NonNullable<Line['order']> }) {
  return (
    <>
      {locked === true ? <Protected /> : null}
      {free === true && !mine ? <Mark text={t('No fee')} /> : null}
    </>
  );
}

/** A click on a bid that can be filled sells into it. */
function SellHint({ line }: Pick<LevelRowProps, 'line'>) {
  if (line.picked === undefined) return null;
  return (
    <span className="rounded bg-sell-deep px-1 text-[0.625rem] font-medium leading-4 text-sell opacity-0 group-hover/row:opacity-100 max-lg:opacity-100">
      {t('Sell')}
    </span>
  );
}

/** The keyboard opens it with the arrows of the list; a button must not be nested in an option. */
function Opener({ line: { rows, opens }, onOpen }: Pick<LevelRowProps, 'line' | 'onOpen'>) {
  const opensOn = (event: MouseEvent): void => {
    event.stopPropagation();
    onOpen();
  };
  return (
    <span
      data-testid="open-level"
      onClick={opensOn}
      title={t('{count} orders', { count: rows.length })}
      className="-my-1 flex items-center gap-0.5 rounded bg-ink-3 px-1 py-0.5 text-[0.625rem] font-medium leading-4 text-mist hover:text-fog"
    >
      {rows.length}
      <span className="sr-only">{t('orders')}</span>
      <Icon name="chevron" className={`size-2.5 ${opens === 'open' ? 'rotate-180' : ''}`} />
    </span>
  );
}

/** Lights up once for what is new: another mark is another element, and its animation starts over. Not at first sight. */
function Flash({ mark, isNew }: { mark: string; isNew: boolean }) {
  const [first] = useState(mark);
  if (mark === first && !isNew) return null;
  return <span key={mark} aria-hidden="true" className="absolute inset-0 animate-flash" />;
}

/** An SVG width, not a style: the page allows no inline styles. */
function Depth({ share, look }: { share: number; look: string }) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-y-px right-0 h-[calc(100%-2px)] w-full -scale-x-100"
      preserveAspectRatio="none"
    >
      <rect width={`${share / 10}%`} height="100%" className={look} />
    </svg>
  );
}

/** A clock where the word would be cut off; its row is dimmed as well. */
function Pending({ greyed }: { greyed: boolean }) {
  const words = greyed ? t('Its network fee is too low just now') : t('Pending');
  return (
    <span title={words} className="text-mist">
      <Icon name="clock" className="size-3" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** Beside "Yours" its word would be cut off. */
function Protected() {
  return (
    <span title={t('Protected')} data-testid="protected-mark" className="text-mist">
      <Icon name="lock" className="size-3" />
      <span className="sr-only">{t('Protected')}</span>
    </span>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <span
      title={text}
      className="truncate rounded bg-ink-3 px-1 text-[0.625rem] font-medium leading-4 text-mist"
    >
      {text}
    </span>
  );
}
