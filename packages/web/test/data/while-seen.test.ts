/** A stream lives while its page is seen, and is opened anew after silence, sleep and a lost network. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whileSeen } from '../../src/data/feed/while-seen.ts';

let opened = 0;
let closed = 0;
let hear: () => void = () => undefined;
let stop: () => void = () => undefined;
let visible: DocumentVisibilityState = 'visible';

function turn(to: DocumentVisibilityState): void {
  visible = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  visible = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  [opened, closed] = [0, 0];
  stop = whileSeen((alive) => {
    opened += 1;
    hear = alive;
    return () => {
      closed += 1;
    };
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('stays open while something comes', () => {
  for (let beat = 0; beat < 20; beat += 1) {
    vi.advanceTimersByTime(15_000);
    hear();
  }
  expect([opened, closed]).toEqual([1, 0]);
});
it('is opened anew after silence', () => {
  vi.advanceTimersByTime(39_000);
  expect(opened).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect([opened, closed]).toEqual([2, 1]);
});
it('is opened anew when the machine wakes: no timer ran meanwhile, the clock went on', () => {
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(opened).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect([opened, closed]).toEqual([2, 1]);
});
it('is opened anew when a frozen page is thawed, without waiting for a timer', () => {
  vi.setSystemTime(Date.now() + 60_000);
  document.dispatchEvent(new Event('resume'));
  expect(opened).toBe(2);
});
it('is opened anew when the network comes back', () => {
  window.dispatchEvent(new Event('online'));
  expect([opened, closed]).toEqual([2, 1]);
});
it('is closed a little after the page is hidden, and opened when it is seen again', () => {
  turn('hidden');
  vi.advanceTimersByTime(1_000);
  turn('visible');
  expect([opened, closed]).toEqual([1, 0]);
  turn('hidden');
  vi.advanceTimersByTime(60_000);
  expect([opened, closed]).toEqual([1, 1]);
  window.dispatchEvent(new Event('online'));
  expect(opened).toBe(1);
  turn('visible');
  expect(opened).toBe(2);
});
it('is closed for good when it is not wanted any more', () => {
  stop();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect([opened, closed]).toEqual([1, 1]);
});
it('stays open in a hidden page that has to hear', () => {
  stop();
  [opened, closed] = [0, 0];
  stop = whileSeen(() => {
    opened += 1;
    return () => {
      closed += 1;
    };
  }, true);
  turn('hidden');
  vi.advanceTimersByTime(30_000);
  expect([opened, closed]).toEqual([1, 0]);
});
it('is closed at once when the page is left, whatever comes behind, and opened when one comes back to it', () => {
  window.dispatchEvent(new Event('pagehide'));
  expect([opened, closed]).toEqual([1, 1]);
  turn('hidden');
  turn('visible');
  vi.advanceTimersByTime(20_000);
  expect(opened).toBe(1);
  window.dispatchEvent(new Event('pageshow'));
  expect([opened, closed]).toEqual([2, 1]);
});
