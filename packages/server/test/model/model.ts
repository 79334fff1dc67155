/** A plain model of the order book: what each act on two lots, two buyers and a seller may answer, and what it leaves. */
import type { OrderStatus } from '@rialto/market';

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

export interface ModelLot {
  readonly orders: readonly ModelOrder[];
  readonly spent?: { readonly by: 'trade' | 'cancel' | 'elsewhere' | 'snipe'; readonly mined: boolean };
}

interface ModelTake {
  readonly id: string;
  readonly lot: number;
  readonly order: string;
  readonly price: bigint;
  readonly coins: readonly string[];
}

interface ModelTrade extends ModelTake {
  readonly buyer: number;
  readonly state: 'live' | 'confirmed' | 'void';
}

export interface Model {
  readonly lots: readonly ModelLot[];
  /** What each buyer has ready to sign. */
  readonly takes: readonly (ModelTake | undefined)[];
  readonly trades: readonly ModelTrade[];
  /** Coins of buyers that are gone beside their trades. */
  readonly gone: readonly string[];
}

/** An act as it was done; `order` is what it was aimed at. */
export type Act =
  | { readonly act: 'list'; readonly lot: number; readonly price: bigint }
  | { readonly act: 'lower'; readonly lot: number; readonly order: string; readonly price: bigint }
  | { readonly act: 'soft' | 'hard'; readonly lot: number; readonly order: string }
  | { readonly act: 'elsewhere' | 'snipe'; readonly lot: number }
  | { readonly act: 'prepare'; readonly lot: number; readonly buyer: number; readonly order: string }
  | { readonly act: 'submit' | 'replace'; readonly buyer: number }
  | { readonly act: 'mine' | 'reorg' | 'restart' };

/** What was seen of an act beside its being done. */
export interface Seen {
  readonly won: boolean;
  readonly id?: string;
  readonly coins?: readonly string[];
}

export const EMPTY: Model = { lots: [{ orders: [] }, { orders: [] }], takes: [], trades: [], gone: [] };

const LIVE: readonly OrderStatus[] = ['open', 'paused', 'cancelling'];
const CANCELLABLE: readonly OrderStatus[] = [...LIVE, 'cancelled'];

const replaceAt = <T>(all: readonly T[], at: number, by: T): T[] => {
  const copy = [...all];
  copy[at] = by;
  return copy;
};

function lotAt(model: Model, at: number): ModelLot {
  const lot = model.lots[at];
  if (lot === undefined) throw new Error('the model has two lots');
  return lot;
}

const withLot = (model: Model, at: number, change: Partial<ModelLot>): Model => ({
  ...model,
  lots: replaceAt(model.lots, at, { ...lotAt(model, at), ...change }),
});

const orderIn = (model: Model, at: number, id: string): ModelOrder | undefined =>
  lotAt(model, at).orders.find((order) => order.id === id);

const changed = (
  lot: ModelLot,
  which: (order: ModelOrder) => boolean,
  change: Partial<ModelOrder>,
): ModelOrder[] => lot.orders.map((order) => (which(order) ? { ...order, ...change } : order));

const isFree = (lot: ModelLot, order: ModelOrder | undefined): order is ModelOrder =>
  order?.status === 'open' && order.holder === undefined && lot.spent === undefined;

/** What the act leaves; undefined when it must be refused, or the node must not take it. */
export function step(model: Model, act: Act, seen: Seen): Model | undefined {
  switch (act.act) {
    case 'list':
      return listed(model, act, seen);
    case 'lower':
      return lowered(model, act);
    case 'soft':
      return withdrawn(model, act);
    case 'hard':
      return takenHome(model, act);
    case 'elsewhere':
      return spentElsewhere(model, act.lot);
    case 'snipe':
      return sniped(model, act.lot);
    case 'prepare':
      return prepared(model, act, seen);
    case 'submit':
      return submitted(model, act.buyer);
    case 'replace':
      return replaced(model, act.buyer);
    case 'mine':
    case 'reorg':
      return mined(model);
    case 'restart':
      return model;
  }
}

function listed(model: Model, act: Extract<Act, { act: 'list' }>, { id = '' }: Seen): Model | undefined {
  const lot = lotAt(model, act.lot);
  // A signature for less may still be about.
  const cheaper = lot.orders.some((order) => order.price < act.price && order.status !== 'open');
  const live = lot.orders.some((order) => LIVE.includes(order.status));
  if (lot.spent !== undefined || cheaper || live) return undefined;
  return withLot(model, act.lot, { orders: [...lot.orders, { id, price: act.price, status: 'open' }] });
}

function lowered(model: Model, act: Extract<Act, { act: 'lower' }>): Model | undefined {
  const lot = lotAt(model, act.lot);
  const order = orderIn(model, act.lot, act.order);
  if (!isFree(lot, order) || act.price > order.price) return undefined;
  return withLot(model, act.lot, { orders: changed(lot, ({ id }) => id === order.id, { price: act.price }) });
}

function withdrawn(model: Model, act: { lot: number; order: string }): Model | undefined {
  const lot = lotAt(model, act.lot);
  const order = orderIn(model, act.lot, act.order);
  if (order?.status === 'cancelled') return model;
  if (order === undefined || order.holder !== undefined) return undefined;
  if (order.status !== 'open' && order.status !== 'paused') return undefined;
  return withLot(model, act.lot, {
    orders: changed(lot, ({ id }) => id === order.id, { status: 'cancelled' }),
  });
}

function takenHome(model: Model, act: { lot: number; order: string }): Model | undefined {
  const lot = lotAt(model, act.lot);
  const order = orderIn(model, act.lot, act.order);
  const selling = lot.orders.some((one) => one.holder !== undefined && one.status !== 'done');
  if (order === undefined || !CANCELLABLE.includes(order.status) || order.cancelSent === true)
    return undefined;
  if (selling || lot.spent !== undefined) return undefined;
  const orders = lot.orders.map((one): ModelOrder => {
    if (one.id !== order.id) return one.status === 'open' ? { ...one, status: 'paused' } : one;
    return { ...one, cancelSent: true, status: one.status === 'cancelled' ? 'cancelled' : 'cancelling' };
  });
  return withLot(model, act.lot, { orders, spent: { by: 'cancel', mined: false } });
}

function spentElsewhere(model: Model, at: number): Model | undefined {
  const lot = lotAt(model, at);
  if (lot.spent !== undefined) return undefined;
  const orders = changed(lot, ({ status }) => status === 'open', { status: 'paused' });
  return withLot(model, at, { orders, spent: { by: 'elsewhere', mined: false } });
}

/** At once with a purchase: the owner's own spend came after it and paid more, or before it was sent; the purchase is void. */
function cutOff(model: Model, at: number): Model | undefined {
  const trade = liveTradeOn(model, at);
  if (trade === undefined) return undefined;
  const free = voided(model, trade);
  const { spent: _, ...lot } = lotAt(free, at);
  return spentElsewhere({ ...free, lots: replaceAt(free.lots, at, lot) }, at);
}

/** The trade is void: its order is held by nobody, and its coins are its buyer's again. */
function voided(model: Model, trade: ModelTrade): Model {
  const lot = lotAt(model, trade.lot);
  const orders = lot.orders.map((order): ModelOrder => {
    if (order.holder !== trade.id) return order;
    const { holder: _, ...free } = order;
    return free;
  });
  const trades = model.trades.map((one) => (one.id === trade.id ? { ...one, state: 'void' as const } : one));
  return { ...withLot(model, trade.lot, { orders }), trades };
}

export const liveTradeOn = (model: Model, at: number): ModelTrade | undefined =>
  model.trades.find((trade) => trade.lot === at && trade.state === 'live');
export const liveTradeOf = (model: Model, buyer: number): ModelTrade | undefined =>
  model.trades.find((trade) => trade.buyer === buyer && trade.state === 'live');

function sniped(model: Model, at: number): Model | undefined {
  const trade = liveTradeOn(model, at);
  if (trade === undefined) return undefined;
  const free = voided(model, trade);
  const change = { status: 'paused', sniped: true } as const;
  const orders = changed(lotAt(free, at), ({ id }) => id === trade.order, change);
  return withLot(free, at, { orders, spent: { by: 'snipe', mined: false } });
}

function replaced(model: Model, buyer: number): Model | undefined {
  const trade = liveTradeOf(model, buyer);
  if (trade === undefined) return undefined;
  const free = voided(model, trade);
  const { spent: _, ...lot } = lotAt(free, trade.lot);
  return {
    ...free,
    lots: replaceAt(free.lots, trade.lot, lot),
    gone: [...free.gone, trade.coins.at(-1) ?? ''],
  };
}

function prepared(
  model: Model,
  act: Extract<Act, { act: 'prepare' }>,
  { id = '', coins = [] }: Seen,
): Model | undefined {
  const order = orderIn(model, act.lot, act.order);
  if (!isFree(lotAt(model, act.lot), order)) return undefined;
  const take = { id, coins, lot: act.lot, order: order.id, price: order.price };
  return { ...model, takes: replaceAt(model.takes, act.buyer, take) };
}

function submitted(model: Model, buyer: number): Model | undefined {
  const take = model.takes[buyer];
  if (take === undefined) return undefined;
  const lot = lotAt(model, take.lot);
  const order = orderIn(model, take.lot, take.order);
  const used = model.trades.filter(({ state }) => state !== 'void').flatMap(({ coins }) => coins);
  const spent = new Set([...used, ...model.gone]);
  if (!isFree(lot, order) || order.price !== take.price) return undefined;
  if (take.coins.some((coin) => spent.has(coin))) return undefined;
  const orders = changed(lot, ({ id }) => id === order.id, { holder: take.id });
  const taken = withLot(model, take.lot, { orders, spent: { by: 'trade', mined: false } });
  return { ...taken, trades: [...model.trades, { ...take, buyer, state: 'live' }] };
}

/** A signed take is used up, whatever came of it. */
export const usedUp = (model: Model, buyer: number): Model => ({
  ...model,
  takes: replaceAt(model.takes, buyer, undefined),
});

function mined(model: Model): Model {
  return {
    ...model,
    lots: model.lots.map((lot) => {
      if (lot.spent === undefined || lot.spent.mined) return lot;
      const { by } = lot.spent;
      return { orders: lot.orders.map((order) => closed(order, by)), spent: { by, mined: true } };
    }),
    trades: model.trades.map((trade) => (trade.state === 'live' ? { ...trade, state: 'confirmed' } : trade)),
  };
}

/** A block holds what spends the lot. */
function closed(order: ModelOrder, by: NonNullable<ModelLot['spent']>['by']): ModelOrder {
  if (!LIVE.includes(order.status)) return order;
  if (by === 'trade' && order.holder !== undefined) return { ...order, status: 'done' };
  if (by === 'cancel' && order.cancelSent === true) return { ...order, status: 'cancelled' };
  if (by === 'snipe' && order.sniped === true) return { ...order, status: 'done' };
  return { ...order, status: 'invalid' };
}

/** Every order in which acts done at once can have happened one after another. */
function* inAnyOrder<T>(all: readonly T[]): Generator<readonly T[]> {
  if (all.length <= 1) yield all;
  for (const [at, first] of all.entries())
    if (all.length > 1) for (const rest of inAnyOrder(all.toSpliced(at, 1))) yield [first, ...rest];
}

/** Only a purchase of this very moment: one that the node has had for a while is not run against. */
function outbid(before: Model, now: Model, act: Act): Model | undefined {
  if (act.act !== 'elsewhere' || liveTradeOn(before, act.lot) !== undefined) return undefined;
  return cutOff(now, act.lot);
}

/** What acts done at once leave, in an order that explains what was seen of each; undefined when none does. */
export function explained(
  model: Model,
  done: readonly { readonly act: Act; readonly seen: Seen }[],
): Model | undefined {
  for (const order of inAnyOrder(done)) {
    let now: Model | undefined = model;
    for (const { act, seen } of order) {
      const next: Model | undefined =
        step(now, act, seen) ?? (seen.won ? outbid(model, now, act) : undefined);
      now = (next !== undefined) === seen.won ? (next ?? now) : undefined;
      if (now === undefined) break;
    }
    if (now !== undefined) return now;
  }
  return undefined;
}
