/** The plain model's bids: what each act of a bidder or of a seller into bids may answer, and what it leaves. */
import {
  PAUSE_BLOCKS,
  changed,
  freed,
  isEnding,
  isInDoubt,
  isOffered,
  isRipe,
  ladderAt,
  liveFillOf,
  lotAt,
  spentCoins,
  voided,
  withLadder,
  withLot,
  withRung,
} from './state.ts';
import type { Into, Model, ModelFill, ModelLadder, ModelRung } from './state.ts';

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

/** A held bid is opened by a sale into a quarter of it. */
const OPENING_PARTS = 4n;

const rungAt = (model: Model, { ladder, rung }: { ladder: number; rung: number }): ModelRung => {
  const found = ladderAt(model, ladder).rungs[rung];
  if (found === undefined) throw new Error('the ladder has no such rung');
  return found;
};

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
    return lives ? { ...rung, status: 'invalid', promise: false } : rung;
  });
  return withLadder(now, at, { rungs, funding: 'lost' });
}

/** The sale is void: its rung is as before. The lot is as it was. */
export function unfilled(model: Model, fill: ModelFill): Model {
  const { holder: _, spent: __, ...rung } = rungAt(model, fill);
  const fills = model.fills.map((one) =>
    one.trade === fill.trade ? { ...one, state: 'void' as const } : one,
  );
  return { ...withRung(model, fill, { ...rung, failedAt: model.height }), fills };
}

/** Bidder and exchange together. */
function takenHome(
  model: Model,
  { ladder: at, rungs }: Extract<BidAct, { act: 'cancelLocks' }>,
  { won }: SeenBid,
): Model | undefined {
  const { funding } = ladderAt(model, at);
  const named = rungs.map((rung) => rungAt(model, { ladder: at, rung }));
  if (funding !== 'mined' || named.some(({ spent, holder }) => spent !== undefined || holder !== undefined))
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

/** Why a fill is not to be had, if it is not. */
function isOpen(model: Model, { ladder: at, rung: place }: Into): boolean {
  const { expiry, minedAt, funding, dropped, cancel } = ladderAt(model, at);
  const rung = rungAt(model, { ladder: at, rung: place });
  if (rung.status !== 'open' || rung.holder !== undefined || model.height >= expiry) return false;
  if (funding === 'held' && (dropped === true || cancel !== undefined)) return false;
  return minedAt === undefined || !isEnding(minedAt, model.height);
}

/** The ladders that a sale publishes. */
const heldBy = (model: Model, into: readonly Into[]): number[] => [
  ...new Set(into.map(({ ladder }) => ladder).filter((at) => ladderAt(model, at).funding === 'held')),
];

/** 'perhaps' where it depends on what nobody but the exchange knows. */
function mayOpen(model: Model, into: readonly Into[]): 'yes' | 'no' | 'perhaps' {
  const held = heldBy(model, into);
  for (const at of held) {
    const part = into
      .filter(({ ladder }) => ladder === at)
      .reduce((sum, one) => sum + rungAt(model, one).price, 0n);
    const all = ladderAt(model, at).rungs.reduce((sum, { price }) => sum + price, 0n);
    if (part * OPENING_PARTS < all) return 'no';
  }
  const { paused } = model;
  if (held.length === 0 || paused === undefined || model.height >= paused.until) return 'yes';
  return paused.sure ? 'no' : 'perhaps';
}

function offered(model: Model, into: readonly Into[], { won, ids = [] }: SeenBid): Model | undefined {
  const opens = mayOpen(model, into);
  if (opens === 'no' || (opens === 'perhaps' && !won)) return undefined;
  for (const one of into) {
    const lot = lotAt(model, one.lot);
    const listed = lot.orders.some((order) => isOffered(order) || order.status === 'cancelling');
    if (!isOpen(model, one) || lot.spent !== undefined || listed) return undefined;
  }
  const fills = into.map((one, at): ModelFill => ({ ...one, trade: ids[at] ?? '', state: 'live' }));
  return { ...model, sale: { fills } };
}

/** All of it is claimed or nothing; what the signer does not sign yet is left out. */
function sold(model: Model, { won, ids = [] }: SeenBid): Model | undefined {
  const { fills = [] } = model.sale ?? {};
  const opens = mayOpen(model, fills);
  const inDoubt = fills.some((fill) => isInDoubt(rungAt(model, fill), model));
  if (opens === 'no' || ((opens === 'perhaps' || inDoubt) && !won)) return undefined;
  if (fills.some((fill) => !isOpen(model, fill) || lotAt(model, fill.lot).spent !== undefined))
    return undefined;
  const sent = fills.filter(({ trade }) => ids.includes(trade));
  if (won && !inDoubt && sent.length < fills.length) return undefined;
  return sent.reduce((now, fill) => filled(now, fill), model);
}

function filled(model: Model, fill: ModelFill): Model {
  const rung = rungAt(model, fill);
  const { funding } = ladderAt(model, fill.ladder);
  const holding = withRung(model, fill, {
    ...rung,
    holder: fill.trade,
    spent: { by: 'fill', mined: false },
  });
  const sent = withLadder(holding, fill.ladder, { funding: funding === 'held' ? 'sent' : funding });
  const orders = changed(lotAt(sent, fill.lot), ({ status }) => status === 'open', { status: 'paused' });
  const moved = withLot(sent, fill.lot, { orders, spent: { by: 'fill', mined: false } });
  return { ...moved, fills: [...moved.fills, fill] };
}

/** The seller's own coin takes the lot away again, and opens no held bid for a while. */
export function retracted(model: Model, lot: number, sure = true): Model | undefined {
  const fill = liveFillOf(model, lot);
  if (fill === undefined) return undefined;
  const free = unfilled(model, fill);
  const orders = changed(lotAt(free, lot), ({ status }) => status === 'open', { status: 'paused' });
  const paused = { until: model.height + PAUSE_BLOCKS, sure };
  return { ...withLot(free, lot, { orders, spent: { by: 'elsewhere', mined: false } }), paused };
}

/** Bids whose coins others spend are over, and are offered again when nothing spends them any more. */
export function settledBids(model: Model): Model {
  const ladders = model.ladders.map((ladder): ModelLadder => {
    if (ladder.funding !== 'held') return ladder;
    const taken = spentCoins(model, ladder);
    const isHit = ladder.coins.some((coin) => taken.has(coin));
    const rungs = ladder.rungs.map((rung): ModelRung => {
      if (isHit)
        return isOffered(rung) || rung.status === 'cancelling' ? { ...rung, status: 'invalid' } : rung;
      const isBack = rung.status === 'invalid' && rung.promise && ladder.dropped !== true;
      return isBack ? { ...rung, status: 'open' } : rung;
    });
    return { ...ladder, rungs };
  });
  return { ...model, ladders };
}

/** A block holds everything that waits; `at` is its height, and what stood in the block at `undone` stands in it too. */
export function minedBids(model: Model, at: number, undone?: number): Model {
  const ladders = model.ladders.map((ladder): ModelLadder => {
    const { funding, minedAt, cancel } = ladder;
    const taken = spentCoins(model, ladder);
    const isHit = funding === 'held' && ladder.coins.some((coin) => taken.has(coin));
    const rungs = ladder.rungs.map((rung) => closed(rung, { isHit, isCancelled: cancel !== undefined }));
    const isNew = funding === 'sent' || (funding === 'mined' && minedAt === undone);
    return {
      ...ladder,
      rungs,
      ...(isNew ? { funding: 'mined', minedAt: at } : {}),
      ...(isHit ? { dropped: true } : {}),
      ...(cancel === undefined ? {} : { cancel: { ...cancel, mined: true } }),
    };
  });
  const fills = model.fills.map((fill) =>
    fill.state === 'live' ? { ...fill, state: 'confirmed' as const } : fill,
  );
  return { ...model, ladders, fills };
}

function closed(
  rung: ModelRung,
  { isHit, isCancelled }: { isHit: boolean; isCancelled: boolean },
): ModelRung {
  if (rung.spent === undefined) {
    const kept = isHit && rung.status === 'invalid' ? { ...rung, promise: false } : rung;
    return isCancelled && rung.status === 'cancelling' ? { ...kept, status: 'cancelled' } : kept;
  }
  if (rung.spent.mined) return rung;
  const spent = { ...rung.spent, mined: true };
  if (spent.by === 'fill') return { ...rung, spent, status: 'done' };
  const status = rung.status === 'cancelling' ? 'cancelled' : rung.status;
  return { ...rung, spent, status: isOffered(rung) ? 'invalid' : status };
}

/** The tip is here now: bids whose time is over end, and those whose locks their owners may soon leave. */
export function expiredBids(model: Model): Model {
  return model.ladders.reduce((now, { expiry, minedAt }, at) => {
    const isOver = model.height >= expiry || (minedAt !== undefined && isEnding(minedAt, model.height));
    if (!isOver) return now;
    const rungs = ladderAt(now, at).rungs.map((rung): ModelRung =>
      isOffered(rung) && rung.holder === undefined ? { ...rung, status: 'expired', promise: false } : rung,
    );
    const isIdle = rungs.every(({ status }) => !['open', 'paused', 'cancelling'].includes(status));
    const dropped =
      isIdle && ladderAt(now, at).funding === 'held' && rungs.some(({ status }) => status === 'expired');
    return withLadder(now, at, dropped ? { rungs, dropped: true } : { rungs });
  }, model);
}
