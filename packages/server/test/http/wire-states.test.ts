/** The words on the wire for states are the states the market has: the two lists are in packages that cannot see each other. */
import { SCHEMAS } from '@rialto/contract';
import { TRADE_MACHINE } from '@rialto/market';
import { expect, it } from 'vitest';

it('a trade is told in the states a trade can be in', () => {
  expect(SCHEMAS.trade.answer.shape.state.options.toSorted()).toEqual(TRADE_MACHINE.states.toSorted());
});
