/** The life of a trade: one attempt on one or several orders. It never goes backwards, except when a block is undone. */
import { machine } from './machine.ts';

const TRADE_STATUSES = [
  'submitted',
  'co-signed',
  'committed',
  'sent',
  'seen',
  'confirmed',
  'final',
  'void',
] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/**
 * What can happen to a trade.
 * - `co-sign`: the signer gave its half; `commit`: the outbox holds the final transaction; `send`: the node took it
 * - `see`: the follower saw it in the mempool; `mine`: in a block; `undo`: that block was undone
 * - `finalise`: six blocks deep
 * - `fail`: an input was spent by something else, or the attempt was given up
 */
export const TRADE_EVENTS = ['co-sign', 'commit', 'send', 'see', 'mine', 'undo', 'finalise', 'fail'] as const;
export type TradeEvent = (typeof TRADE_EVENTS)[number];

/** `void` is a judgement of the mempool; a block overrules it (`mine`). */
export const TRADE_MACHINE = machine<TradeStatus, TradeEvent>(TRADE_STATUSES, {
  submitted: { 'co-sign': 'co-signed', commit: 'committed', fail: 'void' },
  'co-signed': { commit: 'committed', fail: 'void' },
  committed: { send: 'sent', see: 'seen', mine: 'confirmed', fail: 'void' },
  sent: { see: 'seen', mine: 'confirmed', fail: 'void' },
  seen: { mine: 'confirmed', fail: 'void' },
  confirmed: { undo: 'seen', finalise: 'final' },
  final: {},
  void: { mine: 'confirmed' },
});

/** While a trade is in one of these its orders are pending. */
export const LIVE_TRADE_STATUSES: readonly TradeStatus[] = [
  'submitted',
  'co-signed',
  'committed',
  'sent',
  'seen',
];
