/** What is signed is handed in until the exchange answers: over a line that breaks, once, or not at all when it is dropped. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/data/calls/api-error.ts';
import { feedState } from '../../../src/data/feed/feed.ts';
import { watchLine } from '../../../src/data/calls/line.ts';
import { NotHandedIn } from '../../../src/flows/handing/not-handed-in.ts';
import { handIn } from '../../../src/flows/handing/hand-in.ts';
import { anyHandedIn, dropHanding, isHandedIn, tryNow } from '../../../src/flows/handing/handings.ts';
import type { Job } from '../../../src/flows/handing/hand-in.ts';

const lost = () => new ApiError('Can’t reach the exchange.', 0);
let answers = true;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  answers = true;
  vi.stubGlobal('fetch', () =>
    answers ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('Failed to fetch')),
  );
  feedState.set('live');
  stop = watchLine();
});
afterEach(() => {
  stop();
  feedState.set('off');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function cut(): void {
  answers = false;
  feedState.set('lost');
}
function mend(): void {
  answers = true;
  feedState.set('live');
}

const send = vi.fn<(signal: AbortSignal) => Promise<string>>();
const onWaiting = vi.fn<(mayHaveArrived: boolean) => void>();
const job = (more: Partial<Job<string>> = {}): Job<string> => ({
  ...{ id: 'take', act: 'take', address: 'bcrt1q', holds: ['lot'], send, onWaiting },
  ...more,
});
beforeEach(() => {
  send.mockReset().mockResolvedValue('trade');
  onWaiting.mockReset();
});

/** In an object: a promise in a promise would be waited for. */
async function waiting(more: Partial<Job<string>> = {}): Promise<{ later: Promise<string> }> {
  const handed = await handIn(job(more));
  if (handed.kind !== 'waits') throw new Error('it was answered at once');
  return { later: handed.later };
}
const endOf = (later: Promise<string>): Promise<unknown> => later.catch((error: unknown) => error);

describe('a signed act', () => {
  it('is handed in once where the line is there, and held no longer', async () => {
    expect(await handIn(job())).toEqual({ kind: 'answered', answer: 'trade' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(onWaiting).not.toHaveBeenCalled();
    expect(anyHandedIn()).toBe(false);
  });

  it('stays on the page while the line is lost, and goes by itself when it is back', async () => {
    cut();
    const { later } = await waiting();
    expect(onWaiting).toHaveBeenLastCalledWith(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(send).not.toHaveBeenCalled();
    expect(isHandedIn('take')).toBe(true);
    mend();
    await vi.advanceTimersByTimeAsync(100);
    expect(await later).toBe('trade');
    expect(send).toHaveBeenCalledTimes(1);
    expect(isHandedIn('take')).toBe(false);
  });

  it('whose answer is lost is said to be with the exchange perhaps, and sent once more', async () => {
    send.mockImplementationOnce(() => {
      cut();
      return Promise.reject(lost());
    });
    const { later } = await waiting();
    expect(onWaiting).toHaveBeenLastCalledWith(true);
    mend();
    await vi.advanceTimersByTimeAsync(100);
    expect(await later).toBe('trade');
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is tried at once when its owner says so', async () => {
    send.mockRejectedValueOnce(new ApiError('bad gateway', 502));
    const { later } = await waiting();
    await vi.advanceTimersByTimeAsync(10);
    expect(send).toHaveBeenCalledTimes(1);
    tryNow('take');
    await vi.advanceTimersByTimeAsync(0);
    expect(await later).toBe('trade');
  });

  it('that the exchange refuses is not sent again', async () => {
    send.mockRejectedValue(new ApiError('The order was taken. Try another one.', 422, 'order-taken'));
    await expect(handIn(job())).rejects.toThrow('taken');
    expect(send).toHaveBeenCalledTimes(1);
    expect(anyHandedIn()).toBe(false);
  });

  it('that is dropped before it left is forgotten, and never sent', async () => {
    cut();
    const { later } = await waiting();
    dropHanding('take');
    const end = await endOf(later);
    expect(end).toMatchObject({ why: 'dropped', mayHaveArrived: false });
    expect(anyHandedIn()).toBe(false);
    mend();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).not.toHaveBeenCalled();
  });

  it('that is dropped on its way may have arrived', async () => {
    send.mockImplementation(
      (signal) =>
        new Promise((_, refuse) => {
          signal.addEventListener('abort', () => refuse(new DOMException('', 'AbortError')));
        }),
    );
    const begun = waiting();
    await vi.advanceTimersByTimeAsync(3_000);
    const { later } = await begun;
    dropHanding('take');
    const end = await endOf(later);
    expect(end).toBeInstanceOf(NotHandedIn);
    expect(end).toMatchObject({ why: 'dropped', mayHaveArrived: true });
  });

  it('whose quote ends before the line is back comes to nothing', async () => {
    cut();
    const { later } = await waiting({ endsAt: Date.now() + 30_000 });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await endOf(later)).toMatchObject({ why: 'late', mayHaveArrived: false });
    expect(send).not.toHaveBeenCalled();
  });

  it('that may have arrived is asked about after its quote, too: only the exchange knows', async () => {
    send.mockImplementationOnce(() => {
      cut();
      return Promise.reject(lost());
    });
    const { later } = await waiting({ endsAt: Date.now() + 30_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isHandedIn('take')).toBe(true);
    send.mockResolvedValueOnce('it was done');
    mend();
    await vi.advanceTimersByTimeAsync(100);
    expect(await later).toBe('it was done');
  });
});
