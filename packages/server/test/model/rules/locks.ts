/** The plain model's protected asks: lots that lie in locks, how they get there and how they come home. */
import { changed, isEnding, isInDoubt, isOffered, isRipe, lotAt, withLot } from './state.ts';
import type { Model, ModelLot, ModelOrder } from './state.ts';

export type LockAct =
  | { readonly act: 'lock' | 'renew'; readonly lot: number; readonly price: bigint }
  | { readonly act: 'leave'; readonly lot: number };

interface SeenLock {
  readonly won: boolean;
  readonly id?: string;
}

export function stepOfLock(model: Model, act: LockAct, seen: SeenLock): Model | undefined {
  switch (act.act) {
    case 'lock':
      return locked(model, act, seen);
    case 'renew':
      return renewed(model, act, seen);
    case 'leave':
      return left(model, act.lot);
  }
}

type Priced = { readonly lot: number; readonly price: bigint };

/** The lot goes into a lock, whatever it was offered for before. */
function locked(model: Model, { lot, price }: Priced, { id = '' }: SeenLock): Model | undefined {
  if (!model.lockable || lotAt(model, lot).spent !== undefined) return undefined;
  const orders = changed(lotAt(model, lot), ({ status }) => status === 'open', { status: 'paused' });
  const spent = { by: 'lock', mined: false, to: model.lots.length } as const;
  return withNewLock(withLot(model, lot, { orders, spent }), id, price);
}

const withNewLock = (model: Model, id: string, price: bigint): Model => ({
  ...model,
  lots: [...model.lots, { orders: [{ id, price, status: 'paused' }], lock: {} }],
});

/** Out of a lock into another, of a new price. */
function renewed(model: Model, { lot: at, price }: Priced, { id = '', won }: SeenLock): Model | undefined {
  const lot = lotAt(model, at);
  if (lot.lock?.madeAt === undefined || lot.spent !== undefined) return undefined;
  if (isInDoubt(lot, model) && !won) return undefined;
  const orders = lot.orders.map(withdrawn);
  const spent = { by: 'renew', mined: false, to: model.lots.length } as const;
  return withNewLock(withLot(model, at, { orders, spent }), id, price);
}

const withdrawn = (order: ModelOrder): ModelOrder => ({
  ...order,
  cancelSent: true,
  status: isOffered(order) ? 'cancelling' : order.status,
});

/** Seller and exchange together: the hard cancel of a protected ask. */
export function unlocked(model: Model, at: number, won: boolean): Model | undefined {
  const lot = lotAt(model, at);
  if (lot.lock?.madeAt === undefined || lot.spent !== undefined) return undefined;
  if (isInDoubt(lot, model) && !won) return undefined;
  return withLot(model, at, { orders: lot.orders.map(withdrawn), spent: { by: 'cancel', mined: false } });
}

/** The seller alone, by a stored exit. */
function left(model: Model, at: number): Model | undefined {
  const lot = lotAt(model, at);
  if (lot.spent?.by === 'exit') return model;
  if (!isRipe(lot.lock?.madeAt, model.height) || lot.spent !== undefined) return undefined;
  return withLot(model, at, { spent: { by: 'exit', mined: false } });
}

/** A block holds every lock that waits. */
export function minedLock(lot: ModelLot, at: number, undone?: number): ModelLot {
  if (lot.lock === undefined || (lot.lock.madeAt !== undefined && lot.lock.madeAt !== undone)) return lot;
  return { ...lot, lock: { madeAt: at } };
}

/** The tip is here now: locks that are deep are offered, and those that may soon be left are not. */
export function settledLocks(model: Model): Model {
  const lots = model.lots.map((lot): ModelLot => {
    const { madeAt } = lot.lock ?? {};
    if (madeAt === undefined || lot.spent?.mined === true) return lot;
    const orders = lot.orders.map((order): ModelOrder => {
      if (!isOffered(order) || order.holder !== undefined) return order;
      return { ...order, status: isEnding(madeAt, model.height) ? 'expired' : 'open' };
    });
    return { ...lot, orders };
  });
  return { ...model, lots };
}
