/** The life of a deposit of the bridge, from the moment it is seen until it has left (bridge §7). */
import { machine } from './machine.ts';

const DEPOSIT_STATUSES = [
  'paid',
  'confirming',
  'refused',
  'paying',
  'paid-out',
  'done',
  'refunding',
  'refunded',
  'gone',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * What can happen to a deposit.
 * - `mine`: a block has it; `undo`: that block was undone; `vanish`: no node has it any more; `return`: one has it again
 * - `refuse`: it fits no order, and can be refunded; `accept`: it fits after all, when a block came in another order
 * - `pay`: the signer has signed its payout; `refund`: its refund
 * - `send`: a node has the payout; `drop`: none has it any more
 * - `settle`: the exit is in a block as deep as the tier; `unsettle`: that block was undone
 * - `free`: its exit is dead at depth, it may leave again
 */
export type DepositEvent =
  | 'mine'
  | 'undo'
  | 'vanish'
  | 'return'
  | 'refuse'
  | 'accept'
  | 'pay'
  | 'refund'
  | 'send'
  | 'drop'
  | 'settle'
  | 'unsettle'
  | 'free';

/** Once something is signed for it a deposit never goes back, whatever its own chain does: it can leave only that way. */
export const DEPOSIT_MACHINE = machine<DepositStatus, DepositEvent>(DEPOSIT_STATUSES, {
  paid: { mine: 'confirming', vanish: 'gone' },
  confirming: { undo: 'paid', vanish: 'gone', refuse: 'refused', pay: 'paying' },
  refused: { accept: 'confirming', undo: 'paid', vanish: 'gone', refund: 'refunding' },
  paying: { send: 'paid-out', settle: 'done', free: 'confirming' },
  'paid-out': { drop: 'paying', settle: 'done', free: 'confirming' },
  done: { unsettle: 'paid-out' },
  refunding: { settle: 'refunded', free: 'refused' },
  refunded: { unsettle: 'refunding' },
  gone: { return: 'paid', mine: 'confirming' },
});

/** What an order shows: the state of its deposit, or that nobody has paid. */
export type BridgeOrderState = DepositStatus | 'awaiting-payment' | 'expired';
