/**
 * The signed ways home of pools that this browser keeps: what pays the providers when no exchange answers (pools §9). The pages of a pool
 * write them, the rescue page reads them. Each is an entry of its own: two windows that write at once never overwrite one another.
 */
import { forget, recallText, rememberText } from './memory.ts';

/** Before the rune, when it came, and its lane. */
const PREFIX = 'pool-exit:';
/** Of a pool: four lanes, each with what may wait on it and the one that blocks have. */
const MOST = 100;

export interface LaneExit {
  readonly lane: string;
  readonly text: string;
}

/** Those of a pool, or of all, pool by pool; the oldest first. */
export const keptExits = (rune?: string): readonly string[] =>
  keys(rune).flatMap((key) => recallText(key) ?? []);

/**
 * Keeps them as the newest of their pool. Those that only wait are not told from those that count: an act that is taken back leaves the
 * lane before it, so what came earlier stays until enough came after it.
 * @returns whether this browser has them now: its storage may be full, or closed to this page
 */
export function keepExits(rune: string, exits: readonly LaneExit[]): boolean {
  for (const { lane, text } of exits) {
    const key = `${PREFIX}${rune} ${new Date().toISOString()} ${lane}`;
    const before = keys(rune).filter((one) => one.endsWith(` ${lane}`) && one !== key);
    rememberText(key, text);
    if (recallText(key) === text) for (const one of before) forget(one);
  }
  for (const key of keys(rune).slice(0, -MOST)) forget(key);
  const kept = new Set(keptExits(rune));
  return exits.every(({ text }) => kept.has(text));
}

function keys(rune?: string): readonly string[] {
  const start = rune === undefined ? PREFIX : `${PREFIX}${rune} `;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .toSorted();
  } catch {
    return [];
  }
}
