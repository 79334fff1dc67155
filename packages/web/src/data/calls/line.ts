/** Whether the exchange can be reached, as far as this page knows: the feed tells at once, and while it is away a small question does. */
import { API_ROOT, FIRST_CALLS } from '@rialto/contract';
import { createStore, useStore } from '../../store.ts';
import { feedState } from '../feed/feed.ts';

const ASK_EVERY_MS = 2_000;
const ASK_PAUSE_MS = 500;
const ASK_TIMEOUT_MS = 5_000;
/** The feed comes back by itself within this time; where a proxy lets no feed through, trading goes on without one. */
const FEED_MAY_TAKE_MS = 8_000;

const lost = createStore(false);

export const lineIsLost = (): boolean => lost.get();
export const useLineLost = (): boolean => useStore(lost);

/** Does the exchange answer? Nothing is handed in by asking. */
export async function exchangeAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    return (await fetch(`${API_ROOT}${FIRST_CALLS.health.path}`, { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/** Resolves once the line is there, or when the signal says to look all the same. */
export function lineBack(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!lost.get() || signal?.aborted === true) {
      resolve();
      return;
    }
    const end = (): void => {
      if (lost.get() && signal?.aborted !== true) return;
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = lost.subscribe(end);
    signal?.addEventListener('abort', end);
  });
}

/** Resolves when the exchange answers. */
export async function untilAnswered(): Promise<void> {
  do {
    await lineBack(AbortSignal.timeout(ASK_EVERY_MS));
    await new Promise((resolve) => setTimeout(resolve, ASK_PAUSE_MS));
  } while (!(await exchangeAnswers()));
}

/** Watches the line for as long as the page lives; gives back the way to stop. */
export function watchLine(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lostAt = 0;
  /** Of the questions: those of an earlier loss are not listened to. */
  let turn = 0;
  const isLive = (): boolean => navigator.onLine && feedState.get() === 'live';
  const askLater = (): void => {
    timer = setTimeout(() => void ask(turn), ASK_EVERY_MS);
  };
  const ask = async (mine: number): Promise<void> => {
    const answers = await exchangeAnswers();
    if (mine !== turn) return;
    // A page without a feed has no other news of it than this answer.
    const isEnough = feedState.get() !== 'lost' || Date.now() - lostAt > FEED_MAY_TAKE_MS;
    lost.set(!(answers && isEnough));
    askLater();
  };
  const look = (): void => {
    // While a feed is being opened nothing is known that was not known before.
    const isLost = !navigator.onLine || feedState.get() === 'lost';
    if (!isLive() && !isLost) return;
    turn += 1;
    clearTimeout(timer);
    if (isLost && !lost.get()) lostAt = Date.now();
    lost.set(isLost);
    if (isLost) askLater();
  };
  const events = ['online', 'offline'] as const;
  for (const name of events) window.addEventListener(name, look);
  const stop = feedState.subscribe(look);
  look();
  return () => {
    turn += 1;
    clearTimeout(timer);
    stop();
    for (const name of events) window.removeEventListener(name, look);
    lost.set(false);
  };
}
