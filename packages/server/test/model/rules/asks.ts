/** The plain model's asks: what each act of a seller, of buyers and of a sniper may answer, and what it leaves. */
import { unlocked } from './locks.ts';
import {
  LIVE,
  changed,
  freed,
  isInDoubt,
  liveTradeOf,
  liveTradeOn,
  lotAt,
  replaceAt,
  spentCoins,
  voided,
  withLot,
} from './state.ts';
import type { Model, ModelLot, ModelOrder } from './state.ts';
import type { OrderStatus } from '@rialto/market';

/** An act as it was done; `order` is what it was aimed at. */
export type AskAct =
  | { readonly act: 'list'; readonly lot: number; readonly price: bigint }
  | { readonly act: 'lower'; readonly lot: number; readonly order: string; readonly price: bigint }
  | { readonly act: 'soft' | 'hard'; readonly lot: number; readonly order: string }
  | { readonly act: 'elsewhere' | 'snipe'; readonly lot: number }
  | { readonly act: 'prepare'; readonly lot: number; readonly buyer: number; readonly order: string }
  | { readonly act: 'submit' | 'replace'; readonly buyer: number };

/** What was seen of it. */
interface SeenAsk {
  readonly won: boolean;
  readonly id?: string;
  readonly coins?: readonly string[];
}

const CANCELLABLE: readonly OrderStatus[] = [...LIVE, 'cancelled'];

const orderIn = (model: Model, at: number, id: string): ModelOrder | undefined =>
  lotAt(model, at).orders.find((order) => order.id === id);

const isFree = (lot: ModelLot, order: ModelOrder | undefined): order is ModelOrder =>
  order?.status === 'open' && order.holder === undefined && lot.spent === undefined;

/** What the act leaves; undefined when it must be refused, or the node must not take it. */
export function stepOfAsk(model: Model, act: AskAct, seen: SeenAsk): Model | undefined {
  switch (act.act) {
    case 'list':
      return listed(model, act, seen);
    case 'lower':
      return lowered(model, act);
    case 'soft':
      return withdrawn(model, act);
    case 'hard':
      return takenHome(model, act, seen);
    case 'elsewhere':
      return spentElsewhere(model, act.lot);
    case 'snipe':
      return sniped(model, act.lot);
    case 'prepare':
      return prepared(model, act, seen);
    case 'submit':
      return submitted(model, act.buyer, seen);
    case 'replace':
      return replaced(model, act.buyer);
  }
}

function listed(
  model: Model,
  act: Extract<AskAct, { act: 'list' }>,
  { id = '' }: SeenAsk,
): Model | undefined {
  const lot = lotAt(model, act.lot);
  // A signature for less may still be about.
  const cheaper = lot.orders.some((order) => order.price < act.price && order.status !== 'open');
  const live = lot.orders.some((order) => LIVE.includes(order.status));
  if (lot.spent !== undefined || cheaper || live) return undefined;
  return withLot(model, act.lot, { orders: [...lot.orders, { id, price: act.price, status: 'open' }] });
}

function lowered(model: Model, act: Extract<AskAct, { act: 'lower' }>): Model | undefined {
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

function takenHome(model: Model, act: { lot: number; order: string }, { won }: SeenAsk): Model | undefined {
  if (lotAt(model, act.lot).lock !== undefined) return unlocked(model, act.lot, won);
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

/** At once with a purchase: its owner's own spend came after it and paid more, or before it was sent; the purchase is void. */
export function cutOff(model: Model, at: number): Model | undefined {
  const trade = liveTradeOn(model, at);
  if (trade === undefined) return undefined;
  return spentElsewhere(freed(voided(model, trade), at), at);
}

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
  const free = freed(voided(model, trade), trade.lot);
  return { ...free, gone: [...free.gone, trade.coins.at(-1) ?? ''] };
}

function prepared(
  model: Model,
  act: Extract<AskAct, { act: 'prepare' }>,
  { id = '', coins = [] }: SeenAsk,
): Model | undefined {
  const order = orderIn(model, act.lot, act.order);
  if (!isFree(lotAt(model, act.lot), order)) return undefined;
  const take = { id, coins, lot: act.lot, order: order.id, price: order.price };
  return { ...model, takes: replaceAt(model.takes, act.buyer, take) };
}

function submitted(model: Model, buyer: number, { won }: SeenAsk): Model | undefined {
  const take = model.takes[buyer];
  if (take === undefined) return undefined;
  const lot = lotAt(model, take.lot);
  const order = orderIn(model, take.lot, take.order);
  const spent = spentCoins(model);
  if (!isFree(lot, order) || order.price !== take.price) return undefined;
  if (take.coins.some((coin) => spent.has(coin))) return undefined;
  if (lot.lock !== undefined && isInDoubt(lot, model) && !won) return undefined;
  const orders = changed(lot, ({ id }) => id === order.id, { holder: take.id });
  const taken = withLot(model, take.lot, { orders, spent: { by: 'trade', mined: false } });
  return { ...taken, trades: [...model.trades, { ...take, buyer, state: 'live' }] };
}

/** A block holds what spends the lot. */
export function minedLot(lot: ModelLot): ModelLot {
  if (lot.spent === undefined || lot.spent.mined) return lot;
  const { by } = lot.spent;
  const orders = lot.orders.map((order) => closed(order, by));
  return { ...lot, orders, spent: { ...lot.spent, mined: true } };
}

function closed(order: ModelOrder, by: NonNullable<ModelLot['spent']>['by']): ModelOrder {
  if (!LIVE.includes(order.status)) return order;
  if (by === 'trade' && order.holder !== undefined) return { ...order, status: 'done' };
  if ((by === 'cancel' || by === 'renew') && order.cancelSent === true)
    return { ...order, status: 'cancelled' };
  if (by === 'snipe' && order.sniped === true) return { ...order, status: 'done' };
  return { ...order, status: 'invalid' };
}
