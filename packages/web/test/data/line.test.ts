/** Whether the exchange can be reached: the feed says so at once, a small question where no feed comes through. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedState } from '../../src/data/feed/feed.ts';
import { lineBack, lineIsLost, watchLine } from '../../src/data/calls/line.ts';
import { fetchPart } from '../../src/data/calls/parts.ts';

let answers = true;
let stop: () => void;
const asked = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  answers = true;
  asked
    .mockReset()
    .mockImplementation(() =>
      answers ? Promise.resolve(new Response('x')) : Promise.reject(new TypeError('Failed to fetch')),
    );
  vi.stubGlobal('fetch', asked);
  feedState.set('live');
  stop = watchLine();
});
afterEach(() => {
  stop();
  feedState.set('off');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the line', () => {
  it('is lost with the feed, and back with it', async () => {
    expect(lineIsLost()).toBe(false);
    feedState.set('lost');
    expect(lineIsLost()).toBe(true);
    // Opened anew: nothing is known yet.
    feedState.set('connecting');
    expect(lineIsLost()).toBe(true);
    const back = lineBack();
    feedState.set('live');
    await back;
    expect(lineIsLost()).toBe(false);
  });

  it('is there again when the exchange answers, though no feed comes through', async () => {
    feedState.set('lost');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lineIsLost()).toBe(true);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(lineIsLost()).toBe(false);
    answers = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(lineIsLost()).toBe(true);
  });

  it('of a page without a feed is lost when the browser says so, until the exchange answers', async () => {
    feedState.set('off');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    expect(lineIsLost()).toBe(true);
    online.mockRestore();
    await vi.advanceTimersByTimeAsync(2_100);
    expect(lineIsLost()).toBe(false);
  });
});

describe('a part of the page', () => {
  const load = vi.fn(() => Promise.resolve('part'));
  beforeEach(() => {
    load.mockClear();
  });

  it('is imported when all of its files are here, each fetched once', async () => {
    expect(await fetchPart(load, ['assets/a.js', 'assets/b.js', 'assets/a.css'])).toBe('part');
    expect(await fetchPart(load, ['assets/a.js'])).toBe('part');
    expect(asked.mock.calls.map(([path]) => path)).toEqual(['/assets/a.js', '/assets/b.js']);
  });

  it('waits for a line that is lost, and is never imported in vain', async () => {
    answers = false;
    feedState.set('lost');
    const part = fetchPart(load, ['assets/c.js']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).not.toHaveBeenCalled();
    answers = true;
    feedState.set('live');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await part).toBe('part');
  });

  it('that cannot be had on a good line fails as it does, and is tried again the next time', async () => {
    answers = false;
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/d.js'));
    const part = fetchPart(load, ['assets/d.js']).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await part).toBeInstanceOf(TypeError);
    answers = true;
    expect(await fetchPart(load, ['assets/d.js'])).toBe('part');
  });
});
