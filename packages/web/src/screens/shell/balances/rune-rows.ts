/** Confirmed and coming amounts of each rune, side by side. Pure. */
import type { RuneBalance, RuneBalances } from '@rialto/contract';
import { formatDecimal } from '@rialto/market';

export interface RuneRowData {
  readonly balance: RuneBalance;
  /** Whole runes as decimal text, all of it, and the part that waits for a block. */
  readonly amount: string;
  readonly waiting: string;
}

/** In the order of the answers; what only waits comes last. */
export function runeRows({ confirmed, unconfirmed }: Omit<RuneBalances, 'at'>): readonly RuneRowData[] {
  const ids = [...new Set([...confirmed, ...unconfirmed].map((one) => one.runeid))];
  return ids.flatMap((id) => {
    const there = confirmed.find((one) => one.runeid === id);
    const coming = unconfirmed.find((one) => one.runeid === id);
    const balance = there ?? coming;
    if (balance === undefined) return [];
    const waiting = BigInt(coming?.amount ?? '0');
    const all = BigInt(there?.amount ?? '0') + waiting;
    const text = (units: bigint): string => formatDecimal(units, balance.divisibility);
    return [{ balance, amount: text(all), waiting: waiting === 0n ? '' : text(waiting) }];
  });
}
