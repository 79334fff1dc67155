/** What the table says of an order, and which acts it offers: a lot on its way into a lock, an edited rung, one that is being filled. */
import type { Order } from '@rialto/contract';
import { expect, it } from 'vitest';
import { OrderState } from '../../src/screens/orderbook/mine/table/OrderState.tsx';
import { RowActs } from '../../src/screens/orderbook/mine/table/RowActs.tsx';
import { drawn } from '../fake/drawn.tsx';
import { order } from '../fake/exchange.ts';

const BID = 2;
const ticket = { exitAfter: 4_320 } as unknown as NonNullable<Order['ticket']>;
const REPLACED = 'its owner signed the bid anew; the exchange deleted the old signatures';

const { place, draw } = drawn();

function stateOf(shown: Order): string {
  draw(<OrderState order={shown} bought={false} height={100} />);
  return place.textContent;
}

function actsOf(shown: Order): string[] {
  const nothing = (): void => undefined;
  const acts = { onTick: nothing, onEdit: nothing, onCancel: nothing, ticked: [] };
  draw(<RowActs order={shown} height={100} {...acts} />);
  return [...place.querySelectorAll('button')].map((button) => button.textContent);
}

it('a lot on its way into its lock is being locked; once its lock had a block it is paused like any other', () => {
  expect(stateOf(order(1, { state: 'paused', ticket }))).toBe('Being locked');
  expect(place.querySelector('.text-amber')).not.toBeNull();
  expect(stateOf(order(1, { state: 'paused', ticket, exitHeight: 5_000 }))).toBe('Paused');
  expect(stateOf(order(1, { state: 'paused' }))).toBe('Paused');
});

it('a rung that was edited is replaced, not cancelled', () => {
  expect(stateOf(order(1, { state: 'cancelled', reason: REPLACED }))).toBe('Replaced');
  expect(stateOf(order(1, { state: 'cancelled', reason: 'withdrawn by its owner' }))).toBe('Cancelled');
});

it('a rung is edited before it is on the chain, taken back afterwards, and left alone while somebody sells into it', () => {
  const rung = { orderType: BID, bidId: 'b' };
  expect(actsOf(order(1, rung))).toEqual(['Edit', 'Cancel']);
  expect(actsOf(order(1, { ...rung, published: true }))).toEqual(['Take back', 'Cancel']);
  expect(actsOf(order(1, { ...rung, pending: true }))).toEqual([]);
  // A sale that is being bought can be cancelled on the chain.
  expect(actsOf(order(1, { pending: true }))).toContain('Cancel');
});
