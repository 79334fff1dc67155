/** Deposits that could not leave are left alone for a while, longer each time, and come after those that nobody has tried: none holds up another. */
import type { Heights } from '../follow/heights.ts';

/** `waits`: something else has to happen first, which a block may bring. `refused`: this one alone, and nobody knows why it would be otherwise soon. */
export type Failure = 'waits' | 'refused';

const PAUSES = {
  waits: { first: 1_000, longest: 60_000 },
  refused: { first: 5_000, longest: 600_000 },
} as const;

interface Failed {
  readonly failure: Failure;
  readonly times: number;
  readonly until: number;
  /** Of both chains, when it failed. */
  readonly blocks: string;
}

export interface Pauses {
  /** Names that are left alone now. */
  resting(now: number, heights: Heights): string[];
  /** How often it has failed in a row; 0 of what nobody has tried. */
  timesOf(name: string): number;
  failed(name: string, failure: Failure, now: number, heights: Heights): void;
  /** It has left, or need not any more. */
  forget(name: string): void;
}

export function openPauses(): Pauses {
  const all = new Map<string, Failed>();
  const isResting = ({ failure, until, blocks }: Failed, now: number, heights: Heights): boolean =>
    now < until && (failure === 'refused' || blocks === blocksOf(heights));
  return {
    resting: (now, heights) =>
      [...all].flatMap(([name, failed]) => (isResting(failed, now, heights) ? [name] : [])),
    timesOf: (name) => all.get(name)?.times ?? 0,
    failed: (name, failure, now, heights) => {
      const times = (all.get(name)?.times ?? 0) + 1;
      const { first, longest } = PAUSES[failure];
      const pause = Math.min(first * 2 ** (times - 1), longest);
      all.set(name, { failure, times, until: now + pause, blocks: blocksOf(heights) });
    },
    forget: (name) => {
      all.delete(name);
    },
  };
}

const blocksOf = ({ btc, mvc }: Heights): string => `${btc} ${mvc}`;
