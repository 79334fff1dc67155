/** The life of an order, as one table (trading §4). An event outside the table is a refusal. */
import { Refusal } from '@rialto/protocols';

export type OrderStatus = 'open' | 'paused' | 'cancelling' | 'done' | 'cancelled' | 'expired' | 'invalid';

/**
 * What can happen to an order.
 * - `pause`: another transaction in the mempool spends the lot; `resume`: that spend went away
 * - `cancel`: the owner withdraws it, the stored signature is deleted; `cancel-on-chain`: the owner spends the lot
 * - `sold`, `cancel-mined`, `moved`: a block spent the lot, by our trade, by the owner's cancel, by anything else
 * - `cancel-called-back`: a block took the cancel's money home first, by the owner's will
 * - `unsold`, `cancel-unmined`, `unmoved`: that block was undone
 * - `expire`: its time is over
 */
export type OrderEvent =
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'cancel-on-chain'
  | 'sold'
  | 'cancel-mined'
  | 'cancel-called-back'
  | 'moved'
  | 'unsold'
  | 'cancel-unmined'
  | 'unmoved'
  | 'expire';

/** State, event, next state. The chain has the last word: a block can sell an order that was cancelled softly. */
export const ORDER_TABLE: Readonly<Record<OrderStatus, Partial<Readonly<Record<OrderEvent, OrderStatus>>>>> =
  {
    open: {
      pause: 'paused',
      cancel: 'cancelled',
      'cancel-on-chain': 'cancelling',
      sold: 'done',
      moved: 'invalid',
      expire: 'expired',
    },
    paused: {
      resume: 'open',
      cancel: 'cancelled',
      'cancel-on-chain': 'cancelling',
      sold: 'done',
      moved: 'invalid',
      expire: 'expired',
    },
    cancelling: {
      sold: 'done',
      'cancel-mined': 'cancelled',
      'cancel-called-back': 'open',
      moved: 'invalid',
    },
    done: { unsold: 'open' },
    cancelled: { sold: 'done', 'cancel-unmined': 'cancelling' },
    expired: { sold: 'done' },
    invalid: { unmoved: 'paused' },
  };

/**
 * The state an order goes to.
 * @throws Refusal `event-not-allowed` when the table has no such step
 */
export function nextOrderStatus(status: OrderStatus, event: OrderEvent): OrderStatus {
  const next = ORDER_TABLE[status][event];
  if (next === undefined) throw new Refusal('event-not-allowed', `${event} of an order that is ${status}`);
  return next;
}

/** The states from which an event is allowed: what an SQL compare-and-set expects. */
export function orderStatusesBefore(event: OrderEvent): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => ORDER_TABLE[status][event] !== undefined);
}

export const ORDER_STATUSES: readonly OrderStatus[] = [
  'open',
  'paused',
  'cancelling',
  'done',
  'cancelled',
  'expired',
  'invalid',
];

/** States in which the outpoint is offered: no other live order may use it. */
export const LIVE_ORDER_STATUSES: readonly OrderStatus[] = ['open', 'paused', 'cancelling'];

/** `orderState` on the wire (docs/lifecycle.md#order): 1 open, 2 done, 3 cancelled, 5 expired, 6 invalid. */
export function wireOrderState(status: OrderStatus): 1 | 2 | 3 | 5 | 6 {
  switch (status) {
    case 'open':
    case 'paused':
      return 1;
    case 'done':
      return 2;
    case 'cancelling':
    case 'cancelled':
      return 3;
    case 'expired':
      return 5;
    case 'invalid':
      return 6;
  }
}

/** The states behind a queried `orderState`; 21 is done and cancelled together. Unknown codes give an empty list. */
export function statusesOfWireState(code: string): readonly OrderStatus[] {
  if (code === '21') return ['done', 'cancelled', 'cancelling', 'expired', 'invalid'];
  return ORDER_STATUSES.filter((status) => String(wireOrderState(status)) === code);
}
