/** One answer for all who ask: not made twice at once, not kept too long, and no failure kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { remembered } from '../../src/http/book/remembered.ts';

it('is made by nobody else while it is made, and again when it is too old', async () => {
  let made = 0;
  const ask = remembered(30, async () => {
    made += 1;
    await sleep(80);
    return made;
  });
  const first = ask();
  await sleep(60);
  expect(await Promise.all([first, ask()])).toEqual([1, 1]);
  expect(await ask(), 'young from when it was there').toBe(1);
  await sleep(40);
  expect(await ask()).toBe(2);
});

it('is asked for again after a failure', async () => {
  let asked = 0;
  const ask = remembered(1_000, () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('down')) : Promise.resolve('up');
  });
  await expect(ask()).rejects.toThrow('down');
  expect(await ask()).toBe('up');
});
