/** One side of the book as a list: a line a price, the best next to the middle; opened, its single orders. */
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { levelsOf } from '@rialto/market';
import type { BookLevel, BookRow, OrderSide } from '@rialto/market';
import { useSettings } from '../../../data/settings.ts';
import type { Picked } from '../form-acts.ts';
import { LevelRow } from './LevelRow.tsx';
import type { Most } from './LevelRow.tsx';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';
import { PRICE_DIGITS, maxOf, maxOfAmounts } from '../../../show/Money.tsx';

interface LevelsProps {
  readonly side: OrderSide;
  /** What a screen reader calls the list. */
  readonly name: string;
  readonly rows: readonly BookRow[];
  readonly chosen: readonly string[];
  readonly onPick: (picked: Picked) => void;
}

/** As many prices as a screen has room for. */
const NEAR = 24;

/** Asks grow upwards from the middle, bids downwards: the far end of either scrolls away. */
const WAYS = {
  ask: {
    frame: 'justify-end',
    list: 'flex-col-reverse pb-1',
    steps: { ArrowUp: 1, ArrowDown: -1, Home: Number.POSITIVE_INFINITY, End: Number.NEGATIVE_INFINITY },
  },
  bid: {
    frame: '',
    list: 'flex-col pt-1',
    steps: { ArrowUp: -1, ArrowDown: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
  },
} as const;

/** Listed best first. */
export function Levels({ side, name, rows, chosen, onPick }: LevelsProps) {
  const [active, setActive] = useState<string>();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { simplifyPrice } = useSettings();
  const levels = useMemo(() => levelsOf(rows, PRICE_DIGITS), [rows]);
  const [known] = useState(() => new Set(levels.map((level) => level.price)));
  const most = useMemo(() => mostsOf(levels, simplifyPrice), [levels, simplifyPrice]);
  // At first what is far from the middle is drawn when nothing else waits; later changes are not put off.
  const toTheEnd = useDeferredValue(true, false);
  const lines = linesOf(toTheEnd ? levels : levels.slice(0, NEAR), opened);
  // The line itself, not its place: in a lively book lines come and go above it.
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === active),
  );
  const current = lines[at];
  const list = useRef<HTMLDivElement>(null);
  const way = WAYS[side];
  const open = (price: string, on: boolean): void =>
    setOpened((now) => (on ? [...now, price] : now.filter((one) => one !== price)));
  const pick = (line: Line): void => {
    if (line.picked !== undefined) onPick(line.picked);
  };
  const walk = (event: KeyboardEvent): void => {
    const step: number | undefined = new Map(Object.entries<number>(way.steps)).get(event.key);
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(lines.length - 1, at + step));
      setActive(lines[next]?.id);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (current === undefined) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(current);
    } else if (event.key === 'ArrowRight' && current.opens === 'closed') open(current.level.price, true);
    else if (event.key === 'ArrowLeft') open(current.level.price, false);
  };
  return (
    <div className={`flex min-h-0 flex-1 flex-col [container-type:size] ${way.frame}`}>
      <div
        ref={list}
        role="listbox"
        aria-label={name}
        aria-multiselectable="true"
        tabIndex={0}
        aria-activedescendant={current === undefined ? undefined : `${side}-${current.id}`}
        onKeyDown={walk}
        className={`group/book flex max-h-full overflow-y-auto [--row:2.5rem] lg:[--row:1.75rem] supports-[height:round(down,1px,1px)]:max-h-[calc(round(down,100cqh-0.25rem,var(--row))+0.25rem)] overscroll-contain [scrollbar-gutter:stable] focus-visible:outline-offset-[-2px] ${way.list}`}
      >
        {lines.map((line, index) => (
          <LevelRow
            key={line.id}
            side={side}
            line={line}
            active={index === at}
            chosen={chosenOf(line, chosen)}
            isNew={!known.has(line.level.price)}
            most={most}
            onPick={() => {
              setActive(line.id);
              pick(line);
            }}
            onOpen={() => open(line.level.price, line.opens === 'closed')}
          />
        ))}
      </div>
    </div>
  );
}

/** How many of a line's orders are chosen. */
function chosenOf(line: Line, chosen: readonly string[]): number {
  return line.rows.filter((row) => chosen.includes(row.id)).length;
}

function mostsOf(levels: readonly BookLevel[], simplify: boolean): Most {
  return {
    price: maxOf(
      levels.map((level) => level.price),
      simplify,
    ),
    amount: maxOfAmounts(levels.flatMap(({ amount, rows }) => [amount, ...rows.map((row) => row.amount)])),
  };
}
