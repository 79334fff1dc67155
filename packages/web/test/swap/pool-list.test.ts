/** The list of pools: its order, what is found in it, what one's own part is worth. */
import { expect, it } from 'vitest';
import { foundPools, liquidityOf, positionOf, sortedPools } from '../../src/screens/swap/pools/pool-list.ts';
import type { ListedPool } from '../../src/screens/swap/pools/pool-list.ts';

const pool = (
  name: string,
  token1Pool: string,
  volume24h: string,
  more: Partial<ListedPool> = {},
): ListedPool => ({
  ...({ book: 'brc20', kind: 'swap', token1: 'btc', network: 'regtest', tokenId: `brc20:${name}` } as const),
  ...{ token2: name, name, divisibility: 18, token1Pool, token2Pool: '1', volume24h, address: '' },
  ...more,
});

const big = pool('opal', '9000000000000000001', '50');
const bigger = pool('fern', '9000000000000000002', '10');
const small = pool('reed', '1000', '40', {
  book: 'runes',
  kind: 'runes',
  token2: '127:2',
  name: 'PLAIN•REED',
});
const names = (pools: readonly ListedPool[]) => pools.map(({ name }) => name);

it('the largest comes first, of what is asked for, to the last sat', () => {
  expect(liquidityOf(small)).toBe(2_000n);
  expect(names(sortedPools([small, big, bigger], 'liquidity'))).toEqual(['fern', 'opal', 'PLAIN•REED']);
  expect(names(sortedPools([small, bigger, big], 'volume'))).toEqual(['opal', 'PLAIN•REED', 'fern']);
  expect(names(sortedPools([bigger, big, small], 'apr'))).toEqual(['PLAIN•REED', 'opal', 'fern']);
});

it('is found by a part of its name without the dots, and by its id', () => {
  expect(names(foundPools([big, small], ' plainr '))).toEqual(['PLAIN•REED']);
  expect(names(foundPools([big, small], '127:2'))).toEqual(['PLAIN•REED']);
  expect(names(foundPools([big, small], ''))).toEqual(['opal', 'PLAIN•REED']);
  expect(foundPools([big, small], '127')).toEqual([]);
});

it('a position is worth both sides, with what waits for a block', () => {
  const held = { addressEquityOverall: '5', token1AmountAvailable: '700', token1AmountPending: '30' };
  expect(positionOf(held)).toBe(1_460n);
  expect(positionOf({ ...held, addressEquityOverall: '0' })).toBeUndefined();
  expect(positionOf(null)).toBeUndefined();
});
