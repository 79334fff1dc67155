/** What has to be ended again, in the opposite order; what comes up after the end was called for is ended at once. */
import type { Progress } from '../chain/child.ts';

export interface Undo {
  /** @throws when everything is being ended already: the start under way goes no further */
  push(step: () => Promise<void>): Promise<void>;
  /** Waits for work that starts nothing that must be ended, but no longer than until the end is called for. */
  unlessEnding<T>(work: Promise<T>): Promise<T>;
  readonly unwind: () => Promise<void>;
  readonly isUnwinding: () => boolean;
}

const STOPPED = 'It was stopped while it was starting.';

export function createUndo(say: Progress): Undo {
  const steps: (() => Promise<void>)[] = [];
  let unwinding: Promise<void> | undefined;
  const ending = new AbortController();
  const end = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const endAll = async (): Promise<void> => {
    for (const step of steps.reverse()) await end(step);
  };
  return {
    push: async (step) => {
      if (unwinding === undefined) {
        steps.push(step);
        return;
      }
      await end(step);
      throw new Error(STOPPED);
    },
    unlessEnding: (work) =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          reject(new Error(STOPPED));
        };
        if (ending.signal.aborted) give();
        ending.signal.addEventListener('abort', give);
        work.then(resolve, reject);
      }),
    unwind: () => {
      ending.abort();
      return (unwinding ??= endAll());
    },
    isUnwinding: () => unwinding !== undefined,
  };
}
