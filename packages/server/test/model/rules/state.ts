/** What the model of the book holds: lots with their asks and locks, ladders of bids, and what is being bought and sold. */
import type { OrderStatus } from '@rialto/market';

/** Blocks after which the owner of a lock may leave it alone, in the model's world: the fewest that a setting allows. */
export const EXIT_BLOCKS = 40;
/** No trade of a lock from so many blocks before its exit on. */
const STOP_BLOCKS = 36;
/** A seller whose own coin voided a sale opens no held bid for so long. */
export const PAUSE_BLOCKS = 144;
/** For so many blocks the signer may wait for what it signed before, and came to nothing. */
const HESITATION = 3;

export interface ModelOrder {
  readonly id: string;
  readonly price: bigint;
  readonly status: OrderStatus;
  /** The trade that is buying it, or has. */
  readonly holder?: string;
  /** Its owner sent a transaction that takes the lot home. */
  readonly cancelSent?: true;
  /** Somebody else uses its signature. */
  readonly sniped?: true;
}

type LotSpender = 'trade' | 'cancel' | 'elsewhere' | 'snipe' | 'fill' | 'lock' | 'renew' | 'exit';

export interface ModelLot {
  readonly orders: readonly ModelOrder[];
  /** `to`: the place of the lock that it lies in now. */
  readonly spent?: { readonly by: LotSpender; readonly mined: boolean; readonly to?: number };
  /** It lies in a lock: of a protected ask. */
  readonly lock?: { readonly madeAt?: number };
  /** The height at which a purchase that the signer may have signed came to nothing. */
  readonly failedAt?: number;
}

interface ModelTake {
  readonly id: string;
  readonly lot: number;
  readonly order: string;
  readonly price: bigint;
  readonly coins: readonly string[];
}

export interface ModelTrade extends ModelTake {
  readonly buyer: number;
  readonly state: 'live' | 'confirmed' | 'void';
}

export interface ModelRung {
  readonly id: string;
  readonly price: bigint;
  readonly status: OrderStatus;
  /** Its bidder's signature is kept. */
  readonly promise: boolean;
  readonly holder?: string;
  readonly spent?: { readonly by: 'fill' | 'home' | 'exit'; readonly mined: boolean };
  /** As of a lot. */
  readonly failedAt?: number;
}

export interface ModelLadder {
  readonly id: string;
  readonly bidder: number;
  readonly coins: readonly string[];
  readonly expiry: number;
  readonly rungs: readonly ModelRung[];
  /** Held back, on its way, in a block; or its coin was spent while it was on its way. */
  readonly funding: 'held' | 'sent' | 'mined' | 'lost';
  readonly minedAt?: number;
  /** Its signature was deleted. */
  readonly dropped?: true;
  /** The coins by which its owner takes the held funding back. */
  readonly cancel?: { readonly coins: readonly string[]; readonly mined: boolean };
}

export interface Into {
  readonly ladder: number;
  readonly rung: number;
  readonly lot: number;
}

export interface ModelFill extends Into {
  readonly trade: string;
  readonly state: 'live' | 'confirmed' | 'void';
}

export interface Model {
  readonly height: number;
  /** Lots of this book may lie in locks. */
  readonly lockable: boolean;
  /** Two, and after them every lock that one of them went into. */
  readonly lots: readonly ModelLot[];
  /** What each buyer has ready to sign. */
  readonly takes: readonly (ModelTake | undefined)[];
  readonly trades: readonly ModelTrade[];
  /** Coins of buyers that are gone beside their trades, fundings and cancels. */
  readonly gone: readonly string[];
  readonly ladders: readonly ModelLadder[];
  /** What the seller has ready to sign. */
  readonly sale?: { readonly fills: readonly ModelFill[] };
  readonly fills: readonly ModelFill[];
  /** Until when the seller opens no held bid; not sure where it is not known whether the lost sale was sent. */
  readonly paused?: { readonly until: number; readonly sure: boolean };
}

export const EMPTY: Model = {
  height: 0,
  lockable: true,
  lots: [{ orders: [] }, { orders: [] }],
  takes: [],
  trades: [],
  gone: [],
  ladders: [],
  fills: [],
};

export const LIVE: readonly OrderStatus[] = ['open', 'paused', 'cancelling'];

export const replaceAt = <T>(all: readonly T[], at: number, by: T): T[] => {
  const copy = [...all];
  copy[at] = by;
  return copy;
};

export function lotAt(model: Model, at: number): ModelLot {
  const lot = model.lots[at];
  if (lot === undefined) throw new Error('the model has no such lot');
  return lot;
}

export const withLot = (model: Model, at: number, change: Partial<ModelLot>): Model => ({
  ...model,
  lots: replaceAt(model.lots, at, { ...lotAt(model, at), ...change }),
});

export const changed = (
  lot: ModelLot,
  which: (order: ModelOrder) => boolean,
  change: Partial<ModelOrder>,
): ModelOrder[] => lot.orders.map((order) => (which(order) ? { ...order, ...change } : order));

export function ladderAt(model: Model, at: number): ModelLadder {
  const ladder = model.ladders[at];
  if (ladder === undefined) throw new Error('the model has no such ladder');
  return ladder;
}

export const withLadder = (model: Model, at: number, change: Partial<ModelLadder>): Model => ({
  ...model,
  ladders: replaceAt(model.ladders, at, { ...ladderAt(model, at), ...change }),
});

export const withRung = (model: Model, at: { ladder: number; rung: number }, rung: ModelRung): Model =>
  withLadder(model, at.ladder, { rungs: replaceAt(ladderAt(model, at.ladder).rungs, at.rung, rung) });

export const rungAt = (model: Model, { ladder, rung }: { ladder: number; rung: number }): ModelRung => {
  const found = ladderAt(model, ladder).rungs[rung];
  if (found === undefined) throw new Error('the ladder has no such rung');
  return found;
};

export const isOffered = ({ status }: { readonly status: OrderStatus }): boolean =>
  status === 'open' || status === 'paused';

/** A lock of this height is not traded at the tip, or later. */
export const isEnding = (madeAt: number, tip: number): boolean => tip + STOP_BLOCKS >= madeAt + EXIT_BLOCKS;
/** The next block may hold its exit. */
export const isRipe = (madeAt: number | undefined, tip: number): boolean =>
  madeAt !== undefined && tip + 1 >= madeAt + EXIT_BLOCKS;
/** The signer may sign another transaction for it, or may not yet. */
export const isInDoubt = ({ failedAt }: { readonly failedAt?: number }, { height }: Model): boolean =>
  failedAt !== undefined && height < failedAt + HESITATION;

/** Coins that transactions of these people spend, in the mempool or in a block; `but` its owner's cancel of that ladder. */
export function spentCoins({ trades, gone, ladders }: Model, but?: ModelLadder): ReadonlySet<string> {
  return new Set([
    ...gone,
    ...trades.filter(({ state }) => state !== 'void').flatMap(({ coins }) => coins),
    ...ladders.flatMap(({ funding, coins }) => (funding === 'sent' || funding === 'mined' ? coins : [])),
    ...ladders.flatMap((one) => (one.id === but?.id ? [] : (one.cancel?.coins ?? []))),
  ]);
}

/** A lot that nothing spends any more is offered as before. */
export function freed(model: Model, at: number): Model {
  const { spent: _, ...lot } = lotAt(model, at);
  const orders = changed(lot, ({ status }) => status === 'paused' && lot.lock === undefined, {
    status: 'open',
  });
  return { ...model, lots: replaceAt(model.lots, at, { ...lot, orders }) };
}

export const liveTradeOn = (model: Model, at: number): ModelTrade | undefined =>
  model.trades.find((trade) => trade.lot === at && trade.state === 'live');
export const liveTradeOf = (model: Model, buyer: number): ModelTrade | undefined =>
  model.trades.find((trade) => trade.buyer === buyer && trade.state === 'live');
export const liveFillOf = (model: Model, lot: number): ModelFill | undefined =>
  model.fills.find((fill) => fill.lot === lot && fill.state === 'live');

/** The trade is void: its order is held by nobody, and its coins are its buyer's again. The lot is as it was. */
export function voided(model: Model, trade: ModelTrade): Model {
  const lot = lotAt(model, trade.lot);
  const orders = lot.orders.map((order): ModelOrder => {
    if (order.holder !== trade.id) return order;
    const { holder: _, ...free } = order;
    return free;
  });
  const trades = model.trades.map((one) => (one.id === trade.id ? { ...one, state: 'void' as const } : one));
  return { ...withLot(model, trade.lot, { orders, failedAt: model.height }), trades };
}

/** The sale is void: its rung is as before. The lot is as it was. */
export function unfilled(model: Model, fill: ModelFill): Model {
  const { holder: _, spent: __, ...rung } = rungAt(model, fill);
  const fills = model.fills.map((one) =>
    one.trade === fill.trade ? { ...one, state: 'void' as const } : one,
  );
  return { ...withRung(model, fill, { ...rung, failedAt: model.height }), fills };
}
