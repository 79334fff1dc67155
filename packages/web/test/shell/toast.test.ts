/** Toasts: at most one, added, updated, dismissed, removed after the delay. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  REMOVAL_DELAY_MS,
  TOAST_LIMIT,
  dismissToast,
  keptToasts,
  removeToast,
  toast,
} from '../../src/ui/toast/toast.ts';
import type { ToastVariant } from '../../src/ui/toast/toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const one of keptToasts()) removeToast(one.id);
  vi.useRealTimers();
});

it('keeps one: the next takes the place of the one before', () => {
  expect([TOAST_LIMIT, REMOVAL_DELAY_MS]).toEqual([1, 1_000_000]);
  toast({ title: 'first' });
  toast({ title: 'second', variant: 'warn' });
  expect(keptToasts().map((one) => [one.title, one.variant, one.open])).toEqual([['second', 'warn', true]]);
});

it('is updated in place, and stays as long as its new words deserve', () => {
  const shown = toast({ title: 'sending' });
  vi.advanceTimersByTime(3_000);
  shown.update({ title: 'failed', description: 'why', variant: 'destructive' });
  vi.advanceTimersByTime(7_000);
  expect(keptToasts()).toMatchObject([{ id: shown.id, title: 'failed', description: 'why', open: true }]);
  vi.advanceTimersByTime(1_000);
  expect(keptToasts()).toMatchObject([{ id: shown.id, open: false }]);
});

it('goes by itself after four seconds, bad news after eight', () => {
  const stays = (variant: ToastVariant): number => {
    toast({ title: 'said', variant });
    for (let seconds = 1; ; seconds += 1) {
      vi.advanceTimersByTime(1_000);
      if (keptToasts().every(({ open }) => !open)) return seconds;
    }
  };
  expect((['default', 'success', 'warn', 'destructive'] as const).map(stays)).toEqual([4, 4, 8, 8]);
});

it('is out of sight when dismissed and forgotten after the delay', () => {
  const shown = toast({ title: 'done', variant: 'success' });
  shown.dismiss();
  expect(keptToasts()).toMatchObject([{ id: shown.id, open: false }]);
  vi.advanceTimersByTime(REMOVAL_DELAY_MS - 1);
  expect(keptToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(keptToasts()).toEqual([]);
});

it('does nothing to one that is gone', () => {
  const old = toast({ title: 'old' });
  toast({ title: 'new' });
  old.update({ title: 'back again' });
  old.dismiss();
  dismissToast(-1);
  expect(keptToasts()).toMatchObject([{ title: 'new', open: true }]);
});
