/** What is in an act that is not handed in yet is not offered a second time. */
import type { TransferEntry } from '@rialto/contract';
import { isBuyable } from '@rialto/market';
import { expect, it } from 'vitest';
import { lotState } from '../../src/data/own/lot-state.ts';
import { bookOf } from '../../src/screens/orderbook/book/rows.ts';
import { order } from '../fake/exchange.ts';

it('a lot in a purchase of one’s own cannot be chosen again, until the purchase is over', () => {
  const orders = [order(1), order(2)];
  const [held] = orders.map(({ orderId }) => orderId);
  const able = (ids: readonly string[]) =>
    bookOf(orders, 'me', ids)
      .filter((row) => isBuyable(row))
      .map(({ id }) => id);
  expect(able([])).toHaveLength(2);
  expect(able([held ?? ''])).toEqual([order(2).orderId]);
});

it('a lot in an offer of one’s own is signed, and not ready', () => {
  const entry = { outpoint: 'a:0', confirmations: 1, amount: '5', inscriptionId: 'ai0' } as TransferEntry;
  expect(lotState(entry)).toBe('ready');
  expect(lotState(entry, ['a:0'])).toBe('signed');
  expect(lotState(entry, ['b:0'])).toBe('ready');
});
