/** Display rules of money: exact, reversible, and as product §9 says. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  busyLevel,
  formatAmount,
  formatBtc,
  formatDecimal,
  formatFiat,
  formatSats,
  inscriptionFeeBound,
  parseDecimal,
  priceParts,
  shortened,
} from '../src/index.ts';

describe('decimals', () => {
  it('reads what it wrote, for every amount and scale', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 36n), fc.integer({ min: 0, max: 18 }), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
      }),
    );
  });
  it.each([
    '',
    '.',
    '1.2.3',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '1.123456789',
    'abc',
    '١',
    '0,5',
    '1,50',
    '1,0000',
    '1234,567',
    ',5',
    '1,000,5',
    '0,002',
    '0,250',
    '012,345',
  ])('refuses %s', (text) => {
    expect(parseDecimal(text, 8)).toBeUndefined();
  });
  it.each([
    ['1,000.5', 100_050_000_000n],
    ['1,000.55', 100_055_000_000n],
    ['21,000,000', 2_100_000_000_000_000n],
    [' .5 ', 50_000_000n],
    ['7.', 700_000_000n],
  ])('forgives %s', (text, value) => {
    expect(parseDecimal(text, 8)).toBe(value);
  });
  it('groups thousands before the point only', () => {
    expect(formatSats(1_234_567n)).toBe('1,234,567');
    expect(formatBtc(1n)).toBe('0.00000001');
    expect(formatBtc(123_456_789_012n)).toBe('1,234.56789012');
    expect(formatAmount(1_000_123_400_000_000_000_000n)).toBe('1,000.1234');
  });
});

describe('prices', () => {
  const plain = { significant: 4, simplify: false };
  const simple = { significant: 4, simplify: true };
  it.each([
    ['0.00000123', simple, '0.0', 5, '123'],
    ['0.00000123', plain, '0.00000', undefined, '123'],
    ['0.000123', simple, '0.0', 3, '123'],
    ['0.00123', simple, '0.00', undefined, '123'],
    ['0.012', simple, '0.0', undefined, '12'],
    ['10.05', simple, '', undefined, '10.05'],
    ['12.34567', plain, '', undefined, '12.35'],
    ['1234567.8', plain, '', undefined, '1,234,568'],
    ['0.99999', plain, '', undefined, '1'],
    ['0', plain, '', undefined, '0'],
    ['soon', plain, '', undefined, 'soon'],
  ])('shows %s', (price, style, lead, folded, digits) => {
    expect(priceParts(price, style)).toEqual({ lead, folded, digits });
  });
});

describe('dollars', () => {
  it.each([
    [100_000_000n, '65000', '65,000.00'],
    [1n, '65000', '0.0007'],
    [1n, '65000.129999999', '0.0007'],
    [1n, '5000', '0.00005000'],
    [15n, '65000', '0.0098'],
    [16n, '65000', '0.01'],
    [1n, '1000000', '0.01'],
    [1n, '10000', '0.0001'],
    [0n, '65000', '0.00'],
  ])('%s sat at %s', (sat, rate, text) => {
    expect(formatFiat(sat, rate)).toBe(text);
  });
  it('says nothing without a rate', () => {
    expect(formatFiat(1n, 'soon')).toBeUndefined();
  });
});

describe('small words', () => {
  it('keeps both ends of an address', () => {
    expect(shortened('bcrt1qxyz0123456789abcdef')).toBe('bcrt1q…cdef');
    expect(shortened('short')).toBe('short');
    expect(shortened('abcdefghijk')).toBe('abcdefghijk');
    expect(shortened('abcdefghijkl')).toBe('abcdef…ijkl');
  });
  it.each([
    [1.01, 2_200n],
    [2, 2_200n],
    [5, 2_200n],
    [5.01, 4_100n],
    [10, 4_100n],
    [11, 6_000n],
    [5_000, 1_900_300n],
  ])('bounds an inscription at %s sat/vB: 380 × the rate, up to a multiple of 5, + 300', (rate, bound) => {
    expect(inscriptionFeeBound(rate)).toBe(bound);
  });
  it.each([
    [19.9, 'Low'],
    [20, 'Normal'],
    [50, 'Busy'],
    [150, 'Extremely Busy'],
  ])('at %s sat/vB the network is %s', (rate, level) => {
    expect(busyLevel(rate)).toBe(level);
  });
});
