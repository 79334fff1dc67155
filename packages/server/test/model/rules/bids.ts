/** The plain model's bids: what each act of a bidder may answer, and what it leaves. */
import { offered, retracted, sold } from './sales.ts';
import {
  freed,
  isInDoubt,
  isOffered,
  isRipe,
  ladderAt,
  rungAt,
  spentCoins,
  unfilled,
  voided,
  withLadder,
  withRung,
} from './state.ts';
import type { Into, Model, ModelLadder, ModelRung } from './state.ts';

/** An act as it was done. */
export type BidAct =
  | {
      readonly act: 'bid';
      readonly bidder: number;
      readonly prices: readonly bigint[];
      readonly blocks: number;
    }
  | { readonly act: 'edit'; readonly ladder: number; readonly prices: readonly bigint[] }
  | { readonly act: 'withdraw' | 'exit'; readonly ladder: number; readonly rung: number }
  | { readonly act: 'cancelBid'; readonly ladder: number }
  | { readonly act: 'drain'; readonly ladder: number; readonly coin: string }
  | { readonly act: 'cancelLocks'; readonly ladder: number; readonly rungs: readonly number[] }
  | { readonly act: 'offer'; readonly into: readonly Into[] }
  | { readonly act: 'sell' }
  | { readonly act: 'retract'; readonly lot: number };

/** What was seen of it. */
export interface SeenBid {
  readonly won: boolean;
  readonly id?: string;
  /** Of the funding, or of the cancel: told when it was refused too. */
  readonly coins?: readonly string[];
  /** The orders of a ladder, or the trades that were sent. */
  readonly ids?: readonly string[];
  readonly expiry?: number;
}

/** What the act leaves; undefined when it must be refused. */
export function stepOfBid(model: Model, act: BidAct, seen: SeenBid): Model | undefined {
  switch (act.act) {
    case 'bid':
      return placed(model, { ...act, bidder: act.bidder }, seen);
    case 'edit':
      return edited(model, act, seen);
    case 'withdraw':
      return withdrawn(model, act);
    case 'cancelBid':
      return takenBack(model, act.ladder, seen);
    case 'drain':
      return drained(model, act);
    case 'cancelLocks':
      return takenHome(model, act, seen);
    case 'exit':
      return left(model, act);
    case 'offer':
      return offered(model, act.into, seen);
    case 'sell':
      return sold(model, seen);
    case 'retract':
      return retracted(model, act.lot);
  }
}

function placed(
  model: Model,
  { bidder, prices }: { bidder: number; prices: readonly bigint[] },
  { id = '', coins = [], ids = [], expiry = 0 }: SeenBid,
): Model | undefined {
  const taken = spentCoins(model);
  const kept = model.ladders.filter(keeps).flatMap((ladder) => ladder.coins);
  if (coins.some((coin) => taken.has(coin) || kept.includes(coin))) return undefined;
  const rungs = prices.map((price, at): ModelRung => {
    return { id: ids[at] ?? '', price, status: 'open', promise: true };
  });
  return { ...model, ladders: [...model.ladders, { id, bidder, coins, expiry, rungs, funding: 'held' }] };
}

/** Its coins are in no other bid. */
const keeps = ({ funding, dropped, cancel }: ModelLadder): boolean =>
  funding === 'held' && (dropped !== true || cancel?.mined === false);

function edited(
  model: Model,
  { ladder: at, prices }: Extract<BidAct, { act: 'edit' }>,
  seen: SeenBid,
): Model | undefined {
  const { funding, dropped, cancel, rungs, bidder } = ladderAt(model, at);
  if (funding !== 'held' || dropped === true || cancel !== undefined) return undefined;
  const ended = rungs.map((rung): ModelRung =>
    isOffered(rung) ? { ...rung, status: 'cancelled', promise: false } : rung,
  );
  return placed(withLadder(model, at, { rungs: ended, dropped: true }), { bidder, prices }, seen);
}

function withdrawn(model: Model, at: { ladder: number; rung: number }): Model | undefined {
  const rung = rungAt(model, at);
  if (rung.status === 'cancelled') return model;
  if (!isOffered(rung) || rung.holder !== undefined) return undefined;
  return idle(withRung(model, at, { ...rung, status: 'cancelled', promise: false }), at.ladder);
}

/** A held funding without a rung that lives is deleted. */
function idle(model: Model, at: number): Model {
  const { funding, rungs } = ladderAt(model, at);
  const lives = rungs.some((rung) => isOffered(rung) || rung.status === 'cancelling');
  return funding !== 'held' || lives ? model : withLadder(model, at, { dropped: true });
}

function takenBack(model: Model, at: number, { coins = [] }: SeenBid): Model | undefined {
  const ladder = ladderAt(model, at);
  const taken = spentCoins(model);
  if (ladder.funding !== 'held' || ladder.cancel !== undefined) return undefined;
  if (ladder.coins.some((coin) => taken.has(coin))) return undefined;
  const rungs = ladder.rungs.map((rung): ModelRung => {
    return { ...rung, status: isOffered(rung) ? 'cancelling' : rung.status, promise: false };
  });
  return withLadder(model, at, { rungs, dropped: true, cancel: { coins, mined: false } });
}

/** Its owner spends a coin of it past us, at a fee that replaces whatever spends it in the mempool. */
function drained(model: Model, { ladder: at, coin }: Extract<BidAct, { act: 'drain' }>): Model | undefined {
  const { trades, ladders, gone } = model;
  const inBlocks = [
    ...gone,
    ...trades.flatMap(({ state, coins }) => (state === 'confirmed' ? coins : [])),
    ...ladders.flatMap(({ cancel }) => (cancel?.mined === true ? cancel.coins : [])),
  ];
  if (ladderAt(model, at).funding === 'mined' || inBlocks.includes(coin)) return undefined;
  let now: Model = { ...model, gone: [...model.gone, coin] };
  for (const trade of model.trades)
    if (trade.state === 'live' && trade.coins.includes(coin)) now = freed(voided(now, trade), trade.lot);
  model.ladders.forEach((ladder, place) => {
    if (ladder.cancel?.coins.includes(coin) === true) {
      const { cancel: _, ...rest } = ladderAt(now, place);
      now = { ...now, ladders: now.ladders.map((one) => (one.id === rest.id ? rest : one)) };
    }
    if (ladder.funding === 'sent' && ladder.coins.includes(coin)) now = unpublished(now, place);
  });
  return now;
}

/** The funding is replaced while it is on its way: what was sold into it is not. */
function unpublished(model: Model, at: number): Model {
  let now = model;
  for (const fill of model.fills)
    if (fill.ladder === at && fill.state === 'live') now = freed(unfilled(now, fill), fill.lot);
  const rungs = ladderAt(now, at).rungs.map((rung): ModelRung => {
    const lives = isOffered(rung) || rung.status === 'cancelling';
    const { spent: _, ...free } = rung;
    return lives ? { ...free, status: 'invalid', promise: false } : free;
  });
  return withLadder(now, at, { rungs, funding: 'lost' });
}

/** Bidder and exchange together. */
function takenHome(
  model: Model,
  { ladder: at, rungs }: Extract<BidAct, { act: 'cancelLocks' }>,
  { won }: SeenBid,
): Model | undefined {
  const { funding } = ladderAt(model, at);
  const named = rungs.map((rung) => rungAt(model, { ladder: at, rung }));
  // On their way to a block they may go home already.
  const isMade = funding === 'sent' || funding === 'mined';
  if (!isMade || named.some(({ spent, holder }) => spent !== undefined || holder !== undefined))
    return undefined;
  if (named.some((rung) => isInDoubt(rung, model)) && !won) return undefined;
  return rungs.reduce((now, rung) => {
    const before = rungAt(now, { ladder: at, rung });
    const status = isOffered(before) ? 'cancelling' : before.status;
    const spent = { by: 'home', mined: false } as const;
    return withRung(now, { ladder: at, rung }, { ...before, status, promise: false, spent });
  }, model);
}

/** The bidder alone, by the stored exit. */
function left(model: Model, at: { ladder: number; rung: number }): Model | undefined {
  const ladder = ladderAt(model, at.ladder);
  const rung = rungAt(model, at);
  if (rung.spent?.by === 'exit') return model;
  if (!isRipe(ladder.minedAt, model.height) || rung.spent !== undefined) return undefined;
  return withRung(model, at, { ...rung, spent: { by: 'exit', mined: false } });
}
