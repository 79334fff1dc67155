/** Whether a rune can be minted in a block, and how much (runes §5; ord `entry.rs`). */
import type { Amount } from '../units.ts';
import type { RuneRow } from './rows.ts';

/** What one mint in the block at this height gives; undefined when the mint is not open. */
export function mintable(
  rune: Pick<RuneRow, 'height' | 'terms' | 'mints'>,
  height: number,
): Amount | undefined {
  const { terms } = rune;
  if (terms === undefined) return undefined;
  const here = BigInt(height);
  const { start, end } = mintWindow(rune);
  if (here < start || (end !== undefined && here >= end)) return undefined;
  return rune.mints < (terms.cap ?? 0n) ? (terms.amount ?? (0n as Amount)) : undefined;
}

/** First height with an open mint, and the first after it; undefined: no end. The later start and the earlier end count. */
function mintWindow(rune: Pick<RuneRow, 'height' | 'terms'>): {
  start: bigint;
  end: bigint | undefined;
} {
  const { terms } = rune;
  const from = (offset: bigint | undefined) =>
    offset === undefined ? undefined : BigInt(rune.height) + offset;
  const starts = [terms?.heightStart, from(terms?.offsetStart)];
  const ends = [terms?.heightEnd, from(terms?.offsetEnd)].filter((end) => end !== undefined);
  return {
    start: starts.reduce<bigint>((late, at) => (at !== undefined && at > late ? at : late), 0n),
    end: ends.reduce<bigint | undefined>(
      (soon, at) => (soon === undefined || at < soon ? at : soon),
      undefined,
    ),
  };
}
