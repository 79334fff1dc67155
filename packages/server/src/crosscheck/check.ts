/** One assertion compared with one source, which agrees, differs or gives no answer. It differs only about our own block. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import type { Assertion, Source, Verdict } from './assertion.ts';

const PAUSE_MS = 200;

/** Waits for a source that is still reading our block until `signal` ends the wait. Never throws for what a source does. */
export async function check(
  source: Source,
  assertion: Assertion,
  tip: Tip,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    while (!(await source.isAt(tip, signal))) {
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return elsewhere;
    }
    const difference = await source.compare(assertion, signal);
    if (difference === undefined) return { says: 'agrees' };
    // A block may have come to it while it answered.
    if (!(await source.isAt(tip, signal))) return elsewhere;
    return { says: 'differs', why: difference.why, mixed: difference.mixed === true };
  } catch (error) {
    if (error instanceof NoAnswer) return { says: 'silent', why: error.message };
    throw error;
  }
}

const elsewhere: Verdict = { says: 'silent', why: 'does not stand at our block' };

export type Slots = <T>(signal: AbortSignal, act: () => Promise<T>) => Promise<T>;

/** At most so many acts at once; whoever waits past their deadline gets NoAnswer. */
export function openSlots(most: number): Slots {
  const waiting = new Set<() => void>();
  let free = most;
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((done, fail) => {
      const go = (): void => {
        waiting.delete(go);
        signal.removeEventListener('abort', giveUp);
        done();
      };
      const giveUp = (): void => {
        waiting.delete(go);
        fail(new NoAnswer('is asked too much at once'));
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(go);
    });
  return async (signal, act) => {
    // While another call waits, the turn is passed on, not released.
    if (free > 0) free -= 1;
    else await turn(signal);
    try {
      return await act();
    } finally {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else next();
    }
  };
}
