/** What a page takes from its address: tokens of every protocol, and nothing that could be something else. */
import { describe, expect, it } from 'vitest';
import { devSearchOf, searchOf } from '../../src/page-search.ts';

const HASH = 'ab'.repeat(32);

describe('the address of a book', () => {
  it.each([`brc20:${HASH}i0`, `mrc20:${HASH}i12`, `idcoin:${HASH}i1`, 'rune:840000:1', 'rune:1:0'])(
    'names the token %s',
    (asset) => {
      expect(searchOf({ asset })).toEqual({ asset });
    },
  );

  it('says which order to put into the basket, and where a notification leads', () => {
    expect(searchOf({ select: HASH, orders: 'past', other: 'x' })).toEqual({ select: HASH, orders: 'past' });
  });

  it('says that one comes to make a lot', () => {
    expect(searchOf({ side: 'sell' })).toEqual({ side: 'sell' });
    expect(searchOf({ side: 'buy' })).toEqual({});
    expect(searchOf({ side: 'sell', make: '150.12345678' })).toEqual({ side: 'sell', make: '150.12345678' });
    expect(searchOf({ make: '1' })).toEqual({});
    for (const make of [1, '-1', '1e3', '1.', '', `1.${'0'.repeat(19)}`])
      expect(searchOf({ side: 'sell', make })).toEqual({ side: 'sell' });
  });

  it('says nothing that is of another kind', () => {
    for (const asset of ['', 'a b', 'a\0', 'é', 'x'.repeat(91), 7, undefined, { asset: 'x' }])
      expect(searchOf({ asset })).toEqual({});
    for (const select of [HASH.slice(1), HASH.toUpperCase(), `${HASH} `, 7])
      expect(searchOf({ select })).toEqual({});
    expect(searchOf({ orders: 'open' })).toEqual({});
  });
});

it('a transaction or an address to look at', () => {
  expect(devSearchOf({ tx: HASH, address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' })).toEqual({
    tx: HASH,
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  });
  expect(devSearchOf({ tx: 'x', address: '<b>' })).toEqual({});
});
