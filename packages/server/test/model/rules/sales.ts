/** The plain model's sales into bids: when one is to be had, what it takes, and what becomes of it when its seller takes the lot back. */
import {
  PAUSE_BLOCKS,
  changed,
  isEnding,
  isInDoubt,
  isOffered,
  ladderAt,
  liveFillOf,
  lotAt,
  rungAt,
  unfilled,
  withLadder,
  withLot,
  withRung,
} from './state.ts';
import type { Into, Model, ModelFill } from './state.ts';

interface SeenSale {
  readonly won: boolean;
  /** The trades of what was prepared, or of what was sent. */
  readonly ids?: readonly string[];
}

/** A held bid is opened by a sale into a quarter of it. */
const OPENING_PARTS = 4n;

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

export function offered(model: Model, into: readonly Into[], { won, ids = [] }: SeenSale): Model | undefined {
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
export function sold(model: Model, { won, ids = [] }: SeenSale): Model | undefined {
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
