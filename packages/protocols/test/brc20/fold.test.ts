/** Ticks in small letters, as OPI's Rust makes them: the letters of Unicode 16 fold, younger ones do not. */
import { createHash } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { decodeBrc20, foldTick } from '../../src/index.ts';
import { utf8 } from '../mrc20/mrc20-build.ts';

test.each([
  ['ORDI', 'ordi'],
  ['\u0130a', 'i\u0307a'],
  ['\u0391\u03a3', '\u03b1\u03c2'],
  ['\u03a3\u0391', '\u03c3\u03b1'],
  // A Garay letter and its small form came with Unicode 16.
  ['\u{10d50}', '\u{10d70}'],
  // These came with Unicode 17.
  ['\ua7cea', '\ua7cea'],
  ['\ua7d2B', '\ua7d2b'],
  ['\u{16ea0}', '\u{16ea0}'],
  // No letter stands before this sigma, for whoever does not know it.
  ['\ua7ce\u03a3', '\ua7ce\u03c3'],
])('%j folds to %j', (display, tick) => {
  expect(foldTick(display)).toBe(tick);
});

it('deploy and mint of letters that fold in younger tables only are two ticks', () => {
  const [deploy, mint] = ['\ua7cea', '\ua7cfa'].map((tick) =>
    decodeBrc20('text/plain', utf8(JSON.stringify({ p: 'brc-20', op: 'mint', tick, amt: '1' }))),
  );
  expect([deploy, mint].map((op) => (op !== undefined && 'tick' in op ? op.tick : undefined))).toEqual([
    '\ua7cea',
    '\ua7cfa',
  ]);
});

/** Of all letters that fold, with what they fold to; written by Rust 1.87. */
const ALL_LETTERS = '325c6666164e769d55848f03cb05b480c891e63d78d4841936307e2a358d2f94';

it('every letter folds as in Rust, on this engine as on any other', () => {
  const pairs: string[] = [];
  for (let point = 0; point < 0x110000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const letter = String.fromCodePoint(point);
    const small = foldTick(letter);
    if (small !== letter) pairs.push(`${point} ${small}`);
  }
  expect(createHash('sha256').update(pairs.join('\n')).digest('hex')).toBe(ALL_LETTERS);
});
