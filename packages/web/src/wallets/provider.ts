/** An injected provider object, called by name: every call with a time-out, pop-ups one at a time, errors normalised. */
import { problemOf, refuseStatus, walletProblem } from './wallet-problem.ts';

const READ_MS = 10_000;
/** A pop-up waits for a person. */
const POPUP_MS = 300_000;

export interface Provider {
  /** A call that opens nothing. */
  read(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** A call that may open a pop-up; waits for the one before. */
  ask(method: string, ...args: readonly unknown[]): Promise<unknown>;
  on(event: string, handler: (payload: unknown) => void): () => void;
}

/** `find` is asked anew at each call: extensions inject late and may replace their object. */
export function createProvider(find: () => unknown, limits = { read: READ_MS, popup: POPUP_MS }): Provider {
  let queue: Promise<unknown> = Promise.resolve();
  const run = async (method: string, args: readonly unknown[], limit: number): Promise<unknown> => {
    try {
      const answer = await within(limit, invoke(find(), method, args));
      refuseStatus(answer);
      return answer;
    } catch (thrown) {
      throw walletProblem(thrown);
    }
  };
  return {
    read: (method, ...args) => run(method, args, limits.read),
    ask: (method, ...args) => {
      const turn = queue.then(() => run(method, args, limits.popup));
      queue = turn.catch(() => undefined);
      return turn;
    },
    on: (event, handler) => listen(find(), event, handler),
  };
}

async function invoke(provider: unknown, method: string, args: readonly unknown[]): Promise<unknown> {
  if (typeof provider !== 'object' || provider === null) throw problemOf('not-installed');
  const member: unknown = Reflect.get(provider, method);
  if (typeof member !== 'function') throw problemOf('unsupported');
  return await Reflect.apply(member, provider, args);
}

async function within(limit: number, answer: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(problemOf('timed-out')), limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function listen(provider: unknown, event: string, handler: (payload: unknown) => void): () => void {
  if (typeof provider !== 'object' || provider === null) return () => undefined;
  const on: unknown = Reflect.get(provider, 'on');
  const off: unknown = Reflect.get(provider, 'removeListener');
  if (typeof on !== 'function') return () => undefined;
  Reflect.apply(on, provider, [event, handler]);
  return () => {
    if (typeof off === 'function') Reflect.apply(off, provider, [event, handler]);
  };
}
