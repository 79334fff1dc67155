/** Rescue files stay until somebody drops them, however many there are. */
import { beforeEach, expect, it } from 'vitest';
import { dropRescue, keepRescue, rescueFiles } from '../../src/flows/bids/rescue-store.ts';

beforeEach(() => {
  localStorage.clear();
});

it('keeps every file, the same one once', () => {
  const files = Array.from({ length: 300 }, (_, at) => `file ${at}`);
  for (const text of [...files, 'file 299']) keepRescue(text);
  expect(rescueFiles()).toEqual(files);
});

it('drops what was never locked, and nothing else', () => {
  for (const text of ['a', 'b', 'c']) keepRescue(text);
  dropRescue('b');
  expect(rescueFiles()).toEqual(['a', 'c']);
});
