/** The life of a final transaction of ours, from the commit that writes it until it is final or provably void. */
import { machine } from './machine.ts';

const OUTBOX_STATUSES = ['waiting', 'sent', 'replaced', 'confirmed', 'final', 'void'] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/**
 * What can happen to a transaction in the outbox.
 * - `send`: the node has it
 * - `replace`: its payer sent another in its place; `reinstate`: the node keeps this one and not the other
 * - `mine`: in a block; `undo`: that block was undone; `finalise`: six blocks deep
 * - `fail`: one of its coins was spent by another transaction
 * - `commit`: the same transaction is written once more, after it was given up or replaced
 */
export const OUTBOX_EVENTS = [
  'send',
  'replace',
  'reinstate',
  'mine',
  'undo',
  'finalise',
  'fail',
  'commit',
] as const;
export type OutboxEvent = (typeof OUTBOX_EVENTS)[number];

/** `void` and `replaced` are judgements of the mempool; a block overrules them. A ledger that is built anew tells blocks again. */
export const OUTBOX_MACHINE = machine<OutboxStatus, OutboxEvent>(OUTBOX_STATUSES, {
  waiting: { send: 'sent', replace: 'replaced', mine: 'confirmed', fail: 'void' },
  sent: { send: 'sent', replace: 'replaced', mine: 'confirmed', fail: 'void' },
  replaced: { reinstate: 'sent', mine: 'confirmed', commit: 'waiting' },
  confirmed: { mine: 'confirmed', undo: 'sent', finalise: 'final' },
  final: {},
  void: { mine: 'confirmed', commit: 'waiting' },
});

/** Committed, in no block, not given up: these are sent again and again. */
export const LIVE_OUTBOX_STATUSES: readonly OutboxStatus[] = ['waiting', 'sent'];
