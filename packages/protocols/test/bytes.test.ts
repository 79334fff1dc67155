/** Hex: which texts are, and blocks of any size. */
import { describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes, isHex } from '../src/index.ts';

describe('hex', () => {
  it.each(['', '00', 'ffFF', '0123456789abcdefABCDEF'])('%j is', (text) => {
    expect(isHex(text)).toBe(true);
  });

  it.each(['0', 'abc', '0g', 'zz', ' 00', '00\n', '0x00', '００'])('%j is not', (text) => {
    expect(isHex(text)).toBe(false);
    expect(() => hexToBytes(text)).toThrow('not hex');
  });

  it('of a block of 12 MB is read, and made again', () => {
    const text = 'c0ffee00'.repeat(3_000_000);
    expect(isHex(text)).toBe(true);
    expect(isHex(`${text}0g`)).toBe(false);
    expect(bytesToHex(hexToBytes(text)) === text).toBe(true);
  });
});
