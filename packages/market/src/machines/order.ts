/** The life of an order, as one table (trading §4). */
import { machine } from './machine.ts';

const ORDER_STATUSES = ['open', 'paused', 'cancelling', 'done', 'cancelled', 'expired', 'invalid'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * What can happen to an order.
 * - `pause`: another transaction in the mempool spends the lot; `resume`: that spend went away
 * - `cancel`: the owner withdraws it, the stored signature is deleted; `cancel-on-chain`: the owner spends the lot
 * - `sold`, `cancel-mined`, `moved`: a block spent the lot, by our trade, by the owner's cancel, by anything else
 * - `cancel-dropped`: a block took a payment of the owner that spends what the cancel spends: the cancel can never happen;
 *   open again once nobody is seen to spend the lot
 * - `unsold`, `cancel-unmined`, `unmoved`: that block was undone
 * - `unsold-cancelling`, `unsold-cancelled`: the same of a sale that had won against its owner's cancel, on the chain or soft
 * - `expire`: its time is over
 */
export const ORDER_EVENTS = [
  'pause',
  'resume',
  'cancel',
  'cancel-on-chain',
  'sold',
  'cancel-mined',
  'cancel-dropped',
  'moved',
  'unsold',
  'unsold-cancelling',
  'unsold-cancelled',
  'cancel-unmined',
  'unmoved',
  'expire',
] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

/** The chain has the last word: a block can sell an order that was cancelled softly. */
export const ORDER_MACHINE = machine<OrderStatus, OrderEvent>(ORDER_STATUSES, {
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
    'cancel-dropped': 'paused',
    moved: 'invalid',
  },
  done: { unsold: 'open', 'unsold-cancelling': 'cancelling', 'unsold-cancelled': 'cancelled' },
  cancelled: { sold: 'done', 'cancel-unmined': 'cancelling' },
  expired: { sold: 'done' },
  invalid: { unmoved: 'paused' },
});

/** States in which the outpoint is offered: no other live order may use it. */
export const LIVE_ORDER_STATUSES: readonly OrderStatus[] = ['open', 'paused', 'cancelling'];

const isLive = (status: OrderStatus): boolean => LIVE_ORDER_STATUSES.includes(status);

/** True for an event that ends a live order wherever it finds it: its row says when. */
export function closesOrder(event: OrderEvent): boolean {
  const steps = ORDER_MACHINE.steps(event);
  return steps.some(({ from }) => isLive(from)) && !steps.some(({ to }) => isLive(to));
}

/** True for an event that only takes an ending back: how the order ended is forgotten. */
export function reopensOrder(event: OrderEvent): boolean {
  return !ORDER_MACHINE.steps(event).some(({ from }) => isLive(from));
}

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
