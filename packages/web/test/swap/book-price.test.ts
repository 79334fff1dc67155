/** The order book beside a swap: which side counts, by how much it is better, and how far a first price is from it. */
import { describe, expect, it } from 'vitest';
import { bookPriceOf, farFromBook } from '../../src/screens/swap/book-price.ts';

const book = { floorPrice: '2.5', bidPrice: '2.4' };

describe('beside a swap', () => {
  it('a buyer is told the best ask, a seller the best bid', () => {
    expect(bookPriceOf('buy', '2.55', book)).toEqual({ price: '2.5', better: 196 });
    expect(bookPriceOf('sell', '2.376', book)).toEqual({ price: '2.4', better: 101 });
  });

  it('where the pool is better it is below zero', () => {
    expect(bookPriceOf('buy', '2.4', book)?.better).toBe(-416);
    expect(bookPriceOf('sell', '2.5', book)?.better).toBe(-400);
  });

  it.each([undefined, { floorPrice: '0', bidPrice: '0' }, { floorPrice: '', bidPrice: '' }])(
    'nothing is said without a book: %o',
    (nothing) => {
      expect(bookPriceOf('buy', '2.4', nothing)).toBeUndefined();
      expect(bookPriceOf('sell', '2.4', nothing)).toBeUndefined();
    },
  );
});

describe('a first price', () => {
  it('is far by what lies outside of asks and bids', () => {
    expect(farFromBook('2.45', book)).toBe(0);
    expect(farFromBook('2.75', book)).toBe(1_000);
    expect(farFromBook('1.2', book)).toBe(5_000);
  });

  it('is measured by the one side there is, and not at all without', () => {
    expect(farFromBook('2.75', { floorPrice: '2.5', bidPrice: '0' })).toBe(1_000);
    expect(farFromBook('2.4', { floorPrice: '0', bidPrice: '3' })).toBe(2_000);
    expect(farFromBook('2.4', { floorPrice: '0', bidPrice: '0' })).toBeUndefined();
  });
});
