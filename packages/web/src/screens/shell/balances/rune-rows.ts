/** Confirmed and coming amounts of each rune, side by side. Pure. */
import type { RuneBalance, RuneBalances } from '@rialto/contract';
import { formatDecimal } from '@rialto/market';
import { holdingsOf } from '../../../data/portfolio/holdings.ts';
import type { Held } from '../../../data/portfolio/holdings.ts';

export interface RuneRowData {
  readonly balance: RuneBalance;
  /** Whole runes as decimal text, all of it, and the part that waits for a block. */
  readonly amount: string;
  readonly waiting: string;
  /** As its market counts it; undefined where it cannot have one. */
  readonly held: Held | undefined;
}

/** In the order of the answers; what only waits comes last. */
export function runeRows(balances: Omit<RuneBalances, 'at'>): readonly RuneRowData[] {
  const { confirmed, unconfirmed } = balances;
  const traded = holdingsOf(undefined, undefined, balances);
  const ids = [...new Set([...confirmed, ...unconfirmed].map((one) => one.runeid))];
  return ids.flatMap((id) => {
    const there = confirmed.find((one) => one.runeid === id);
    const coming = unconfirmed.find((one) => one.runeid === id);
    const balance = there ?? coming;
    if (balance === undefined) return [];
    const waiting = BigInt(coming?.amount ?? '0');
    const all = BigInt(there?.amount ?? '0') + waiting;
    const text = (units: bigint): string => formatDecimal(units, balance.divisibility);
    const held = traded.find(({ deployId }) => deployId === id);
    return [{ balance, amount: text(all), waiting: waiting === 0n ? '' : text(waiting), held }];
  });
}
