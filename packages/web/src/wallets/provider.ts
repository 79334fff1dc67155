/** An injected provider object, called by name: calls are queued and have a timeout, errors are normalised. */
import { inner, isObject } from '../unknown.ts';
import { notInstalled, walletErrorFor, refuseStatus, walletErrorOf } from './wallet-error.ts';

export interface Provider {
  /** A call that opens nothing. A dot leads to an inner object: `btc.getAddress`. */
  read(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** A call that may open a pop-up; waits for the one before. */
  request(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** The same, until a moment: an answer that comes later is lost, and the next call does not wait for it. */
  requestUntil(until: number, method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** A call whose answer may never come: in its turn, and only what comes at once is waited for. */
  start(method: string, ...args: readonly unknown[]): Promise<void>;
  /** Detached from the very object it was attached to. */
  on(event: string, handler: (payload: unknown) => void): () => void;
}

interface Limits {
  readonly read: number;
  /** A pop-up waits for the user. */
  readonly popup: number;
  /** How long a refusal may take that comes without a pop-up answered. */
  readonly start: number;
}

const LIMITS: Limits = { read: 10_000, popup: 300_000, start: 1_500 };

/**
 * @param find asked anew at each call: extensions inject late and may replace their object
 * @param spelled the wallet's name as messages spell it
 */
export function createProvider(find: () => unknown, spelled: string, limits: Limits = LIMITS): Provider {
  const run = async (method: string, args: readonly unknown[], limit: number): Promise<unknown> => {
    try {
      const provider = find();
      if (!isObject(provider)) throw notInstalled(spelled);
      const answer = await within(limit, invoke(provider, method, args));
      refuseStatus(answer);
      return answer;
    } catch (thrown) {
      throw walletErrorOf(thrown);
    }
  };
  const reads = createQueue();
  const popups = createQueue();
  return {
    read: (method, ...args) => reads(() => run(method, args, limits.read)),
    request: (method, ...args) => popups(() => run(method, args, limits.popup)),
    requestUntil: (until, method, ...args) =>
      popups(() => run(method, args, Math.max(0, until - Date.now()))),
    start: (method, ...args) =>
      popups(async () => {
        await run(method, args, limits.start).catch((error: unknown) => {
          if (walletErrorOf(error).kind !== 'timed-out') throw error;
        });
      }),
    on: (event, handler) => listen(find(), event, handler),
  };
}

/** One after the other, whatever becomes of the one before. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function invoke(provider: object, method: string, args: readonly unknown[]): Promise<unknown> {
  const path = method.split('.');
  const name = path.pop() ?? method;
  const owner = path.reduce<unknown>(inner, provider);
  const member = inner(owner, name);
  if (!isObject(owner) || typeof member !== 'function') throw walletErrorFor('unsupported');
  return await Reflect.apply(member, owner, args);
}

async function within(limit: number, answer: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(walletErrorFor('timed-out')), limit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function listen(provider: unknown, event: string, handler: (payload: unknown) => void): () => void {
  const on = inner(provider, 'on');
  if (!isObject(provider) || typeof on !== 'function') return () => undefined;
  Reflect.apply(on, provider, [event, handler]);
  return () => {
    const off = inner(provider, 'removeListener');
    if (typeof off === 'function') Reflect.apply(off, provider, [event, handler]);
  };
}
