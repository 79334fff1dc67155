/** The side of the form is kept over the reload of another account, for the same address alone, and once. */
import { beforeEach, expect, it } from 'vitest';
import { forgetKept, keepSide, keptSide, rememberSide } from '../../src/data/kept-side.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/orderbook/mrc20/btc-FERN');
});

it('is Sell again when it was kept', () => {
  rememberSide('sell');
  expect(keptSide()).toBe('buy');
  keepSide();
  expect(keptSide()).toBe('sell');
  forgetKept();
  expect(keptSide()).toBe('buy');
});

it('is of one market', () => {
  rememberSide('sell');
  keepSide();
  history.replaceState(null, '', '/orderbook/mrc20/btc-JADE');
  expect(keptSide()).toBe('buy');
});
