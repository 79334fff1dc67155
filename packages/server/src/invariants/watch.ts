/** Checks the invariants every minute while this process leads, says each break aloud, and keeps the last result for `health`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../repeat.ts';
import { brokenInvariants } from './check.ts';
import type { CheckParts } from './check.ts';

interface InvariantState {
  /** When all were last checked, in ms; 0 before the first time. */
  readonly checkedAt: number;
  /** The names of those that did not hold then. */
  readonly broken: readonly string[];
  /** Why the last check did not finish. */
  readonly failed?: string;
}

export interface Invariants {
  /** Undefined in a process that does not watch. */
  state(): InvariantState | undefined;
  /** Starts checking. @param leads true while this process leads and its ledger is at the node's tip */
  watch(leads: () => boolean): void;
  stop(): Promise<void>;
}

type Say = (detail: Readonly<Record<string, unknown>>, message: string) => void;

interface WatchParts extends CheckParts {
  /** `error` is for a broken invariant: the operator has to act at once. */
  readonly log: { readonly error: Say; readonly warn: Say };
}

const EVERY_MS = 60_000;
const WAIT_MS = 500;

export function openInvariants(parts: WatchParts): Invariants {
  const end = new AbortController();
  let state: InvariantState | undefined;
  let done: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      const found = await brokenInvariants(parts);
      for (const { name, rows } of found)
        parts.log.error({ invariant: name, rows }, 'an invariant is broken');
      state = { checkedAt: Date.now(), broken: found.map(({ name }) => name) };
    } catch (error) {
      const failed = messageOf(error);
      state = { checkedAt: 0, broken: [], ...state, failed };
      parts.log.warn({ error: failed }, 'the invariants could not be checked');
    }
  };
  const watch = async (leads: () => boolean): Promise<void> => {
    state = { checkedAt: 0, broken: [] };
    while (!end.signal.aborted) {
      const looking = leads();
      if (looking) await look();
      await sleep(looking ? EVERY_MS : WAIT_MS, undefined, { signal: end.signal }).catch(() => undefined);
    }
  };
  return {
    state: () => state,
    watch: (leads) => {
      done = watch(leads);
    },
    stop: async () => {
      end.abort();
      await done;
    },
  };
}
