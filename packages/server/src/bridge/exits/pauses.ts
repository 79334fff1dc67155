/** Deposits that could not leave are left alone for a while, longer each time, and come after those that nobody has tried: none holds up another. */
import type { Heights } from '../follow/heights.ts';

/**
 * `waits`: something else has to happen first, which a block may bring; `cap`: the same, and smaller ones may take what becomes free. `refused`:
 * this one alone, and nobody knows why it would be otherwise soon.
 */
export type Failure = 'waits' | 'cap' | 'refused';

const PAUSES = {
  waits: { first: 1_000, longest: 60_000 },
  cap: { first: 1_000, longest: 60_000 },
  refused: { first: 5_000, longest: 600_000 },
} as const;

const HOUR = 3_600_000;
/** From so long on nothing of its way overtakes what a cap holds; in the time of both caps it leaves, else it is no cap that holds it. */
const [OVERTAKEN, GIVEN_UP] = [HOUR, 26 * HOUR];

interface Failed {
  readonly failure: Failure;
  readonly times: number;
  /** When it began to fail that way. */
  readonly since: number;
  readonly until: number;
  /** Of both chains, when it failed. */
  readonly blocks: string;
}

export interface Pauses {
  /** Names that are left alone now. */
  resting(now: number, heights: Heights): string[];
  /** Names that a cap has held so long that others wait for them. */
  overtaken(now: number): string[];
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
    overtaken: (now) =>
      [...all].flatMap(([name, { failure, since }]) =>
        failure === 'cap' && now - since >= OVERTAKEN && now - since < GIVEN_UP ? [name] : [],
      ),
    timesOf: (name) => all.get(name)?.times ?? 0,
    failed: (name, failure, now, heights) => {
      const last = all.get(name);
      const times = (last?.times ?? 0) + 1;
      const since = last?.failure === failure ? last.since : now;
      const { first, longest } = PAUSES[failure];
      const pause = Math.min(first * 2 ** (times - 1), longest);
      all.set(name, { failure, times, since, until: now + pause, blocks: blocksOf(heights) });
    },
    forget: (name) => {
      all.delete(name);
    },
  };
}

const blocksOf = ({ btc, mvc }: Heights): string => `${btc} ${mvc}`;
