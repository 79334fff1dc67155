/** The check of an act that was built before and lapsed: told apart by what its coin holds, and given up after a few times. */
import { Refusal } from '@rialto/refusals';
import { expect, it } from 'vitest';
import { withFreshCheck } from '../../src/mvc/swaps/fresh-check.ts';

const pick = (of: number): number => of - 1;
const expired = new Refusal('take-expired');

it('is the usual one first, then another', async () => {
  const asked: bigint[] = [];
  const made = await withFreshCheck({ pick }, (sats) => {
    asked.push(sats);
    return asked.length < 3 ? Promise.reject(expired) : Promise.resolve(sats);
  });
  expect(asked).toEqual([1_000n, 1_999n, 1_999n]);
  expect(made).toBe(1_999n);
});

it('is given up after five, and any other refusal is one at once', async () => {
  let asked = 0;
  const refused = (refusal: Refusal) =>
    withFreshCheck({ pick }, () => {
      asked += 1;
      return Promise.reject(refusal);
    });
  expect(await refused(expired).catch((error: unknown) => error)).toBe(expired);
  expect(asked).toBe(5);
  await expect(refused(new Refusal('price-changed'))).rejects.toThrow('price-changed');
  expect(asked).toBe(6);
});
