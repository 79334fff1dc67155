import { expect, it } from 'vitest';
import { openSharedReads } from '../../src/shared-reads.ts';

/** Reads that end when they are told to. */
function readsOf() {
  const ends: ((value: number) => void)[] = [];
  const fails: ((reason: Error) => void)[] = [];
  const read = (): Promise<number> =>
    new Promise((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return { ends, fails, read };
}
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

it('who asks while one is read shares the next one, which begins when that is over', async () => {
  const shared = openSharedReads<number>();
  const { ends, read } = readsOf();
  const first = shared('a', read);
  await settle();
  const [second, third] = [shared('a', read), shared('a', read)];
  await settle();
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await first).toBe(1);
  await settle();
  expect(ends).toHaveLength(2);
  const fourth = shared('a', read);
  ends[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await settle();
  ends[2]?.(3);
  expect(await fourth).toBe(3);
  expect(ends).toHaveLength(3);
});

it('reads of other things wait for nobody, and what is over is read again', async () => {
  const shared = openSharedReads<number>();
  const { ends, read } = readsOf();
  const both = [shared('a', read), shared('b', read)];
  await settle();
  ends.forEach((end, at) => {
    end(at);
  });
  expect(await Promise.all(both)).toEqual([0, 1]);
  const again = shared('a', read);
  await settle();
  ends[2]?.(7);
  expect(await again).toBe(7);
});

it('a read that fails is told to those who share it, and to nobody after them', async () => {
  const shared = openSharedReads<number>();
  const { ends, fails, read } = readsOf();
  const first = shared('a', read);
  await settle();
  const second = shared('a', read);
  fails[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settle();
  ends[1]?.(5);
  expect(await second).toBe(5);
});
