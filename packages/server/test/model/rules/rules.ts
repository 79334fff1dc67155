/** A plain model of the exchange: what each act of these people may answer, alone or at once with others, and what it leaves. */
import { minedLot, stepOfAsk } from './asks.ts';
import type { AskAct } from './asks.ts';
import { expiredBids, minedBids, settledBids } from './bid-ends.ts';
import { stepOfBid } from './bids.ts';
import type { BidAct, SeenBid } from './bids.ts';
import { minedLock, settledLocks, stepOfLock } from './locks.ts';
import type { LockAct } from './locks.ts';
import { PAUSE_BLOCKS, lotAt, replaceAt, withLot, withRung } from './state.ts';
import type { Model, ModelTrade } from './state.ts';

/** A block, more than a lock is traded for, as many as its owner waits; a block undone; the server started anew. */
interface BlockAct {
  readonly act: 'mine' | 'wait' | 'age' | 'reorg' | 'restart';
}
export type Act = AskAct | BidAct | LockAct | BlockAct;

/** What was seen of an act beside its being done. */
export interface Seen extends SeenBid {
  /** The tip after it. */
  readonly height?: number;
}

export interface Done {
  readonly act: Act;
  readonly seen: Seen;
}

/** What the act leaves; undefined when it must be refused, or the node must not take it. */
export function step(model: Model, act: Act, seen: Seen): Model | undefined {
  const next = stepOf(model, act, seen);
  return next === undefined ? undefined : settledBids(next);
}

function stepOf(model: Model, act: Act, seen: Seen): Model | undefined {
  switch (act.act) {
    case 'bid':
    case 'edit':
    case 'withdraw':
    case 'exit':
    case 'cancelBid':
    case 'drain':
    case 'cancelLocks':
    case 'offer':
    case 'sell':
    case 'retract':
      return stepOfBid(model, act, seen);
    case 'lock':
    case 'renew':
    case 'leave':
      return stepOfLock(model, act, seen);
    case 'mine':
    case 'wait':
    case 'age':
      return mined(model, { at: model.height + 1, tip: seen.height ?? 0 });
    case 'reorg':
      return mined(model, { at: seen.height ?? 0, tip: seen.height ?? 0, undone: model.height });
    case 'restart':
      return model;
    default:
      return stepOfAsk(model, act, seen);
  }
}

interface Block {
  /** That holds what waits. */
  readonly at: number;
  readonly tip: number;
  /** That was undone before. */
  readonly undone?: number;
}

function mined(model: Model, { at, tip, undone }: Block): Model {
  const bids = minedBids(model, at, undone);
  const lots = model.lots.map((lot) => minedLock(minedLot(lot), at, undone));
  const trades = model.trades.map((trade): ModelTrade =>
    trade.state === 'live' ? { ...trade, state: 'confirmed' } : trade,
  );
  return settledLocks(expiredBids({ ...bids, lots, trades, height: tip }));
}

/** What was signed is used up, whatever came of it; and what came to nothing the signer may have signed. */
export function usedUp(model: Model, { act, seen }: Done, isAlone: boolean): Model {
  if (act.act === 'submit') {
    const take = model.takes[act.buyer];
    const now = { ...model, takes: replaceAt(model.takes, act.buyer, undefined) };
    return seen.won || take === undefined ? now : withLot(now, take.lot, { failedAt: now.height });
  }
  if (act.act !== 'sell') return model;
  const { sale, ...now } = model;
  return seen.won || sale === undefined ? now : inDoubt(now, sale.fills, isAlone);
}

function inDoubt(model: Model, fills: NonNullable<Model['sale']>['fills'], isAlone: boolean): Model {
  const paused =
    isAlone || model.paused?.sure === true
      ? {}
      : { paused: { until: model.height + PAUSE_BLOCKS, sure: false } };
  return fills.reduce<Model>(
    (now, fill) => {
      const rung = now.ladders[fill.ladder]?.rungs[fill.rung];
      return rung === undefined ? now : withRung(now, fill, { ...rung, failedAt: now.height });
    },
    { ...model, ...paused },
  );
}

export const isUntouched = (model: Model, at: number): boolean =>
  lotAt(model, at).orders.length === 0 && lotAt(model, at).spent === undefined;
