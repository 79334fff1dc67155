/** The lines of the book as they are drawn: a price, and under it its single orders when it is opened. Pure. */
import { formatDecimal, isBuyable, TOKEN_DECIMALS } from '@rialto/market';
import type { BookLevel, BookRow } from '@rialto/market';
import type { Picked } from '../form-acts.ts';

export interface Line {
  /** Stays the same while the line does: the price, or the order. */
  readonly id: string;
  readonly level: BookLevel;
  /** The order of a line below its price, or the only one of it. */
  readonly order: BookRow | undefined;
  readonly rows: readonly BookRow[];
  /** `inside` is a single order of an opened price. */
  readonly opens: 'no' | 'closed' | 'open' | 'inside';
  /** What a click on it fills in; undefined when there is nothing to buy. */
  readonly picked: Picked | undefined;
}

/** @param opened prices whose orders are shown */
export function linesOf(levels: readonly BookLevel[], opened: readonly string[]): readonly Line[] {
  return levels.flatMap((level) => {
    const { rows, price } = level;
    const [only, more] = rows;
    if (more === undefined)
      return [{ id: price, level, order: only, rows, opens: 'no', picked: pickedOf(level, rows) } as const];
    const isOpen = opened.includes(price);
    const opens = isOpen ? 'open' : 'closed';
    const head = { id: price, level, order: undefined, rows, opens, picked: pickedOf(level, rows) } as const;
    return isOpen ? [head, ...rows.map((row) => insideLine(level, row))] : [head];
  });
}

function insideLine(level: BookLevel, row: BookRow): Line {
  const rows = [row];
  return { id: row.id, level, order: row, rows, opens: 'inside', picked: pickedOf(level, rows) };
}

/** The exact price of the dearest of them: a limit at it meets them all. */
function pickedOf(level: BookLevel, rows: readonly BookRow[]): Picked | undefined {
  const buyable = rows.filter((row) => isBuyable(row));
  const amount = buyable.reduce((sum, row) => sum + row.amount, 0n);
  if (buyable.length === 0) return undefined;
  return {
    ids: buyable.map((row) => row.id),
    price: buyable.at(-1)?.price ?? level.worst,
    amount: formatDecimal(amount, TOKEN_DECIMALS),
  };
}
