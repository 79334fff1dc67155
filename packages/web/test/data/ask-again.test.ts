/** What is asked again: once in a moment, without ending what is on its way, and never too early to hold what was told. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askAgain } from '../../src/data/ask-again.ts';

const ANSWER_MS = 400;
const key = ['my-orders', 'address', 'brc20'];

describe('asking again', () => {
  let client = new QueryClient();
  let [asked, ended, truth] = [0, 0, 0];
  let leave = (): void => undefined;
  const shown = () => client.getQueryData(key);
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(async () => {
    vi.useFakeTimers();
    client = new QueryClient();
    [asked, ended, truth] = [0, 0, 0];
    // The exchange reads when it is asked, and its answer travels.
    const queryFn = ({ signal }: { signal: AbortSignal }): Promise<number> => {
      asked += 1;
      const read = truth;
      signal.addEventListener('abort', () => (ended += 1));
      return new Promise((resolve) => setTimeout(resolve, ANSWER_MS, read));
    };
    const observer = new QueryObserver(client, { queryKey: key, queryFn, staleTime: 60_000 });
    leave = observer.subscribe(() => undefined);
    await after(ANSWER_MS);
  });
  afterEach(() => {
    leave();
    client.clear();
    vi.useRealTimers();
  });

  it('is once for all that is told in a moment', async () => {
    for (let told = 1; told <= 5; told += 1) {
      truth = told;
      askAgain(client, [['my-orders'], key]);
      await after(40);
    }
    await after(250 + ANSWER_MS);
    expect([asked, ended, shown()]).toEqual([2, 0, 5]);
  });
  it('lets what is on its way come, and asks after it: it was read before', async () => {
    askAgain(client, [key]);
    await after(300);
    expect(asked).toBe(2);
    truth = 1;
    askAgain(client, [key]);
    await after(2 * ANSWER_MS + 300);
    expect([asked, ended, shown()]).toEqual([3, 0, 1]);
  });
  it('does not ask when somebody else has asked since', async () => {
    truth = 1;
    askAgain(client, [key]);
    void client.refetchQueries({ queryKey: key });
    await after(1_000);
    expect([asked, ended, shown()]).toEqual([2, 0, 1]);
  });
  it('asks for what may wait with what may not', async () => {
    askAgain(client, [key], 2_000);
    askAgain(client, [key]);
    await after(300);
    expect(asked).toBe(2);
    await after(3_000);
    expect(asked).toBe(2);
  });
  it('leaves what nobody looks at until somebody does', async () => {
    leave();
    askAgain(client, [key]);
    await after(1_000);
    expect([asked, client.getQueryState(key)?.isInvalidated]).toEqual([1, true]);
  });
  it('keeps what is on its way to nobody in mind as old', async () => {
    void client.refetchQueries({ queryKey: key });
    askAgain(client, [key]);
    leave();
    await after(1_000);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });
});
