/** Reads that are kept for a moment: many askers cost one, and nobody is told what was true much before he asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readKept } from '../../../src/read-kept.ts';

const READ_MS = 5;

function world() {
  const seen = { truth: 0, reads: 0, now: 1_000, broken: false };
  const read = readKept(
    async (key) => {
      seen.reads += 1;
      const { truth } = seen;
      await sleep(READ_MS);
      if (key === 'bad' || seen.broken) throw new Error(`bad ${truth}`);
      return truth;
    },
    () => seen.now,
  );
  return { seen, read };
}

test('a hundred who ask within a moment are one read', async () => {
  const { seen, read } = world();
  await Promise.all(Array.from({ length: 50 }, () => read('a')));
  await Promise.all(Array.from({ length: 50 }, () => read('a')));
  expect(seen.reads).toBe(1);
});

test('who asks a moment later is told what is true then, even while the first read runs', async () => {
  const { seen, read } = world();
  const before = read('a');
  Object.assign(seen, { truth: 1, now: 1_200 });
  const after = read('a');
  expect([await before, await after]).toEqual([0, 1]);
});

test('where many ask the next answer is read before the last one is too old: nobody waits', async () => {
  const { seen, read } = world();
  await read('a');
  Object.assign(seen, { truth: 1, now: 1_100 });
  expect(await Promise.all([read('a'), read('a')])).toEqual([0, 0]);
  await sleep(2 * READ_MS);
  expect(seen.reads).toBe(2);
  seen.now = 1_199;
  expect(await read('a')).toBe(1);
  expect(seen.reads).toBe(2);
});

test('an answer that cannot be renewed serves to its end, and then it is told why', async () => {
  const { seen, read } = world();
  await read('a');
  Object.assign(seen, { broken: true, now: 1_100 });
  expect(await read('a')).toBe(0);
  await sleep(2 * READ_MS);
  expect(await read('a')).toBe(0);
  seen.now = 1_200;
  await expect(read('a')).rejects.toThrow('bad');
});

test('two keys are two reads', async () => {
  const { seen, read } = world();
  await Promise.all([read('a'), read('b'), read('a')]);
  expect(seen.reads).toBe(2);
});

test('what a read throws is told to those who wait for it, and is not kept', async () => {
  const { seen, read } = world();
  const both = await Promise.allSettled([read('bad'), read('bad')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  seen.truth = 1;
  await expect(read('bad')).rejects.toThrow('bad 1');
  expect(seen.reads).toBe(2);
});
