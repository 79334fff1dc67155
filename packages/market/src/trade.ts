/** The life of a trade: one attempt on one or several orders. It never goes backwards, except when a block is undone. */
import { Refusal } from '@rialto/protocols';

export type TradeStatus =
  'submitted' | 'co-signed' | 'committed' | 'sent' | 'seen' | 'confirmed' | 'final' | 'void';

/**
 * What can happen to a trade.
 * - `co-sign`: the signer gave its half; `commit`: the outbox holds the final transaction; `send`: the node took it
 * - `see`: the follower saw it in the mempool; `mine`: in a block; `undo`: that block was undone; `bury`: six blocks deep
 * - `fail`: an input was spent by something else, or the attempt was given up
 */
export type TradeEvent = 'co-sign' | 'commit' | 'send' | 'see' | 'mine' | 'undo' | 'bury' | 'fail';

/** State, event, next state. `void` is a judgement of the mempool; a block overrules it (`mine`). */
export const TRADE_TABLE: Readonly<Record<TradeStatus, Partial<Readonly<Record<TradeEvent, TradeStatus>>>>> =
  {
    submitted: { 'co-sign': 'co-signed', commit: 'committed', fail: 'void' },
    'co-signed': { commit: 'committed', fail: 'void' },
    committed: { send: 'sent', see: 'seen', mine: 'confirmed', fail: 'void' },
    sent: { see: 'seen', mine: 'confirmed', fail: 'void' },
    seen: { mine: 'confirmed', fail: 'void' },
    confirmed: { undo: 'seen', bury: 'final' },
    final: {},
    void: { mine: 'confirmed' },
  };

export const TRADE_STATUSES: readonly TradeStatus[] = [
  'submitted',
  'co-signed',
  'committed',
  'sent',
  'seen',
  'confirmed',
  'final',
  'void',
];

/** While a trade is in one of these its orders are pending. */
export const LIVE_TRADE_STATUSES: readonly TradeStatus[] = [
  'submitted',
  'co-signed',
  'committed',
  'sent',
  'seen',
];

/**
 * The state a trade goes to.
 * @throws Refusal `event-not-allowed` when the table has no such step
 */
export function nextTradeStatus(status: TradeStatus, event: TradeEvent): TradeStatus {
  const next = TRADE_TABLE[status][event];
  if (next === undefined) throw new Refusal('event-not-allowed', `${event} of a trade that is ${status}`);
  return next;
}

/** The states from which an event is allowed: what an SQL compare-and-set expects. */
export function tradeStatusesBefore(event: TradeEvent): readonly TradeStatus[] {
  return TRADE_STATUSES.filter((status) => TRADE_TABLE[status][event] !== undefined);
}
