/**
 * Hands in what is done at the page until the exchange has answered: again by itself when the line is back. The exchange does the same
 * act once, however often it arrives. What is signed is in memory only: dropped, or the page closed, it is forgotten.
 */
import { ApiError, isGate, isLoginWanted, isTooMany, isUnanswered } from '../../data/calls/api-error.ts';
import { exchangeAnswers, lineBack, lineIsLost } from '../../data/calls/line.ts';
import { beganHanding, changeHanding, endedHanding } from './handings.ts';
import type { Act, Hand } from './handings.ts';
import { NotHandedIn } from './not-handed-in.ts';

export interface Job<T> {
  readonly id: string;
  readonly act: Act;
  readonly address: string;
  readonly holds: readonly string[];
  /** After that the exchange takes it no more; milliseconds since 1970. */
  readonly endsAt?: number;
  /** The same act each time: the exchange knows it by its key or its bytes. */
  readonly send: (signal: AbortSignal) => Promise<T>;
  /** Of several acts in one: what is done already, once there is any. */
  readonly partly?: () => T | undefined;
  /** It leaves the page. `again`: an earlier attempt may have arrived. */
  readonly onSending?: (again: boolean) => void;
  /** It did not get through at once. */
  readonly onWaiting: (mayHaveArrived: boolean) => void;
}

/** `waits`: it goes on by itself, and its answer comes later. */
export type Tried<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'waits'; readonly later: Promise<T>; readonly mayHaveArrived: boolean };

/** An answer that takes longer is waited for in the tray. */
const SHOWN_AFTER_MS = 3_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
/** An exchange that fails at it this often is not asked for ever. */
const FAILURES = 5;
/** A line that is lost is tried this often even when nobody says that it is back. */
const LOOK_MS = 3_000;

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
  const { id, act, address, holds } = job;
  const hand = { now: new AbortController(), end: new AbortController() };
  beganHanding({ id, act, address, holds, state: 'going', mayHaveArrived: false }, hand);
  try {
    return await untilAnswered(job, hand);
  } catch (error) {
    const done = error instanceof NotHandedIn ? job.partly?.() : undefined;
    if (done === undefined) throw error;
    return done;
  } finally {
    endedHanding(id);
  }
}

async function untilAnswered<T>(job: Job<T>, hand: Hand): Promise<T> {
  const { id, endsAt = Number.POSITIVE_INFINITY, onWaiting } = job;
  const { signal } = hand.end;
  let mayHaveArrived = false;
  let failures = 0;
  let isOpen = !lineIsLost();
  let wasLost = !isOpen;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (signal.aborted) throw new NotHandedIn('dropped', mayHaveArrived);
    // What may have arrived is asked about as long as it takes: only the exchange knows.
    if (!mayHaveArrived && Date.now() > endsAt) throw new NotHandedIn(wasLost ? 'late' : 'expired', false);
    if (isOpen) {
      const tried: Attempt<T> = await attempt(job, signal, mayHaveArrived);
      if ('answer' in tried) return tried.answer;
      mayHaveArrived = tried.mayHaveArrived;
      if (tried.isFailure) failures += 1;
      if (failures === FAILURES) throw new NotHandedIn('unsure', true);
    }
    changeHanding(id, { state: 'waiting', mayHaveArrived });
    onWaiting(mayHaveArrived);
    hand.now = new AbortController();
    await rest(pause, AbortSignal.any([hand.now.signal, signal]));
    changeHanding(id, { state: 'again' });
    // Asked first, so that what has not left the page is known not to have arrived.
    isOpen = await exchangeAnswers();
    wasLost ||= !isOpen;
  }
}

type Attempt<T> = { readonly answer: T } | { readonly mayHaveArrived: boolean; readonly isFailure: boolean };

/** Once more. @param before whether an earlier attempt may have arrived */
async function attempt<T>(job: Job<T>, signal: AbortSignal, before: boolean): Promise<Attempt<T>> {
  // Said before it leaves: a page that closes in between must not say that nothing was sent.
  changeHanding(job.id, { mayHaveArrived: true });
  job.onSending?.(before);
  try {
    return { answer: await job.send(signal) };
  } catch (error) {
    const known = before || job.partly?.() !== undefined;
    if (!signal.aborted) requireNoWord(error, known);
    const isFailure = error instanceof ApiError && error.status === 500;
    return { mayHaveArrived: known || !isTooMany(error), isFailure };
  }
}

/** Throws what the exchange says of the act itself; of one that may have arrived a closed gate says nothing. */
function requireNoWord(error: unknown, mayHaveArrived: boolean): void {
  if (isUnanswered(error)) return;
  if (!mayHaveArrived || !isGate(error)) throw error;
  if (isLoginWanted(error)) throw new NotHandedIn('unsure', true);
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
