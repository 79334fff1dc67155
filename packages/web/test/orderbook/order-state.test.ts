/** Where an order stands, in a word: what was replaced by its owner's own change is not called cancelled. */
import { expect, it } from 'vitest';
import { stateWords } from '../../src/screens/orderbook/mine/table/OrderState.tsx';
import { order } from '../fake/exchange.ts';

const REPLACED = 'its owner signed the bid anew; the exchange deleted the old signatures';

it('a rung of a bid that was changed is replaced; one that was taken off the book is cancelled', () => {
  const word = (reason: string): string => stateWords(order(1, { state: 'cancelled', reason }), false);
  expect([word(REPLACED), word('')]).toEqual(['Replaced', 'Cancelled']);
});
