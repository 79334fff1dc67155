/** Several ways home in one file are read back one by one. */
import { expect, it } from 'vitest';
import { joinExits, splitExits } from '../../src/pool/exit/exit-list.ts';
import { readExit, writeExit } from '../../src/pool/exit/exit-text.ts';
import { holders, planOf, signed } from './dissolutions.ts';

const texts = [100_000_000n, 50_000_000n].map((value) => {
  const plan = planOf(holders([6_000n, 4_000n]), { value });
  return writeExit('regtest', plan, signed(plan));
});

it('of one alone the file is its text', () => {
  expect(joinExits(texts.slice(0, 1))).toBe(texts[0]);
  expect(splitExits(texts[0] ?? '')).toEqual(texts.slice(0, 1));
});

it('of several each is what it was', () => {
  expect(splitExits(joinExits(texts)).map((text) => readExit(text))).toEqual(
    texts.map((text) => readExit(text)),
  );
});

it('what is no JSON is for its reader to refuse', () => {
  expect(splitExits('a picture')).toEqual(['a picture']);
  expect(splitExits('[]')).toEqual([]);
});
