/**
 * Hands in what is done at the page until the exchange has answered: again by itself when the line is back. The exchange does the same
 * act once, however often it arrives. What is signed is in memory only: dropped, or the page closed, it is forgotten.
 */
import { isTooMany, isUnanswered } from '../../data/calls/api-error.ts';
import { exchangeAnswers, lineBack, lineIsLost } from '../../data/calls/line.ts';
import { beganHanding, changeHanding, endedHanding } from './handings.ts';
import type { Act } from './handings.ts';

export interface Job<T> {
  readonly id: string;
  readonly act: Act;
  readonly holds: readonly string[];
  /** After that the exchange takes it no more; milliseconds since 1970. */
  readonly endsAt?: number;
  /** The same act each time: the exchange knows it by its key or its bytes. */
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** It did not get through at once. */
  readonly onWaiting: (mayHaveArrived: boolean) => void;
}

/** `waits`: it goes on by itself, and its answer comes later. */
export type Tried<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'waits'; readonly later: Promise<T>; readonly mayHaveArrived: boolean };

/** Its owner dropped it, or its time ended before it could be handed in. */
export class NotHandedIn extends Error {
  readonly why: 'dropped' | 'late';
  readonly mayHaveArrived: boolean;
  constructor(why: 'dropped' | 'late', mayHaveArrived: boolean) {
    super(why);
    this.name = 'NotHandedIn';
    this.why = why;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** An answer that takes longer is waited for in the tray. */
const SHOWN_AFTER_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
/** A line that is lost is tried this often even when nobody says that it is back. */
const LOOK_MS = 3_000;

/** Of each: wakes it from its pause, or ends it. */
const hands = new Map<string, { now: AbortController; readonly end: AbortController }>();

export function tryNow(id: string): void {
  hands.get(id)?.now.abort();
}

/** Forgets what was signed; whatever it held is free again. */
export function dropHanding(id: string): void {
  hands.get(id)?.end.abort();
}

export async function handIn<T>(job: Job<T>): Promise<Tried<T>> {
  let park: (mayHaveArrived: boolean) => void = () => undefined;
  const parked = new Promise<boolean>((resolve) => {
    park = resolve;
  });
  const timer = setTimeout(() => {
    changeHanding(job.id, { mayHaveArrived: true, state: 'again' });
    job.onWaiting(true);
    park(true);
  }, SHOWN_AFTER_MS);
  const answer = carry({
    ...job,
    onWaiting: (mayHaveArrived) => {
      clearTimeout(timer);
      job.onWaiting(mayHaveArrived);
      park(mayHaveArrived);
    },
  }).finally(() => clearTimeout(timer));
  // Whoever goes on without it is told by `later`.
  answer.catch(() => undefined);
  const first = await Promise.race([answer.then((given) => ({ answer: given })), parked]);
  return typeof first === 'boolean'
    ? { kind: 'waits', later: answer, mayHaveArrived: first }
    : { kind: 'answered', answer: first.answer };
}

async function carry<T>(job: Job<T>): Promise<T> {
  const { id, act, holds } = job;
  const hand = { now: new AbortController(), end: new AbortController() };
  hands.set(id, hand);
  beganHanding({ id, act, holds, state: 'going', mayHaveArrived: false });
  try {
    return await untilAnswered(job, hand);
  } finally {
    hands.delete(id);
    endedHanding(id);
  }
}

async function untilAnswered<T>(
  { id, endsAt = Number.POSITIVE_INFINITY, send, onWaiting }: Job<T>,
  hand: { now: AbortController; readonly end: AbortController },
): Promise<T> {
  const { signal } = hand.end;
  const isDropped = (): boolean => signal.aborted;
  let mayHaveArrived = false;
  let isOpen = !lineIsLost();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (isDropped()) throw new NotHandedIn('dropped', mayHaveArrived);
    // What may have arrived is asked about as long as it takes: only the exchange knows.
    if (!mayHaveArrived && Date.now() > endsAt) throw new NotHandedIn('late', false);
    if (isOpen) {
      try {
        return await send(signal);
      } catch (error) {
        if (!isDropped() && !isUnanswered(error)) throw error;
        mayHaveArrived ||= !isTooMany(error);
      }
    }
    changeHanding(id, { state: 'waiting', mayHaveArrived });
    onWaiting(mayHaveArrived);
    hand.now = new AbortController();
    await rest(pause, AbortSignal.any([hand.now.signal, signal]));
    changeHanding(id, { state: 'again' });
    // Asked first, so that what has not left the page is known not to have arrived.
    isOpen = await exchangeAnswers();
  }
}

async function rest(ms: number, wake: AbortSignal): Promise<void> {
  if (lineIsLost()) {
    await lineBack(AbortSignal.any([wake, AbortSignal.timeout(LOOK_MS)]));
    return;
  }
  await new Promise<void>((resolve) => {
    if (wake.aborted) resolve();
    const timer = setTimeout(resolve, ms);
    wake.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
