import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesToHex,
  hexToBytes,
  isFlaw,
  readBlock,
  readSpentOutputs,
  readTransaction,
  writeTransaction,
} from '../src/index.ts';
import { hasVectors, vectorText } from './vectors.ts';

const FILE = 'ord-inscriptions-index.json';

function rawTransactions(): string[] {
  return [...vectorText(FILE).matchAll(/"(0[12]000000[0-9a-f]{110,})"/g)].flatMap((match) =>
    match[1] === undefined ? [] : [match[1]],
  );
}

describe.skipIf(!hasVectors(FILE))('raw transactions of the vectors', () => {
  test('are read and written back byte for byte', () => {
    let read = 0;
    for (const raw of rawTransactions()) {
      const tx = readTransaction(hexToBytes(raw));
      if (isFlaw(tx)) continue;
      read += 1;
      expect(bytesToHex(writeTransaction(tx))).toBe(raw);
    }
    expect(read).toBeGreaterThan(800);
  });

  test('a changed byte never makes a reader throw', () => {
    const raws = rawTransactions()
      .slice(0, 300)
      .map((raw) => hexToBytes(raw));
    fc.assert(
      fc.property(fc.nat(raws.length - 1), fc.nat(), fc.nat(255), fc.nat(), (which, at, byte, cut) => {
        const bytes = (raws[which] ?? new Uint8Array(0)).slice();
        bytes[at % bytes.length] = byte;
        const mutated = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
        readTransaction(mutated);
        readBlock(mutated);
        readSpentOutputs(mutated);
      }),
      { numRuns: 20_000 },
    );
  });
});

test('what fills the bytes only in part is a flaw', () => {
  expect(readTransaction(new Uint8Array(3))).toMatchObject({ flaw: 'ends-early' });
  expect(readTransaction(hexToBytes('0200000001'))).toMatchObject({ flaw: 'ends-early' });
  expect(readSpentOutputs(hexToBytes('fdfc00'))).toMatchObject({ flaw: 'size-not-shortest' });
});
