/** Which lot is split when somebody wants one of another size. Pure. */
import type { TransferEntry } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import { lotState } from './rows.ts';

/** The smallest lot that is free and larger than the amount; undefined when there is none. */
export function lotToSplit(
  entries: readonly TransferEntry[],
  typed: string,
  decimals: number,
): TransferEntry | undefined {
  const wanted = parseDecimal(typed, decimals) ?? 0n;
  if (wanted === 0n) return undefined;
  const unitsOf = ({ amount }: TransferEntry): bigint => parseDecimal(amount, decimals) ?? 0n;
  const able = entries.filter((entry) => lotState(entry) === 'ready' && unitsOf(entry) > wanted);
  return able.toSorted((a, b) => (unitsOf(a) < unitsOf(b) ? -1 : 1))[0];
}
