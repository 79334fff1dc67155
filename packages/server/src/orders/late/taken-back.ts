/** Purchases that came to nothing because their buyers spent the money elsewhere: told apart from all others, and too many of them mean a pause. */
import { takesPausedUntil } from '@rialto/market';
import type { VoidRule } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Outpoint } from '@rialto/protocols';
import type { Ledger } from '@rialto/ground';
import type { Tx } from '../../store/database.ts';
import { findAsks } from '../../store/orders/ask-store.ts';
import { salesUnderWay } from '../../store/orders/sale-store.ts';
import { heightsTakenBack, isOverWaiting, ledgerHeight } from '../../store/orders/taken-back-store.ts';
import type { TradeRow } from '../../store/orders/trade-store.ts';
import type { OutboxRow } from '../../store/outbox-store.ts';
import type { Store } from '../../store/database.ts';

interface Fallen {
  readonly trade: TradeRow;
  readonly row: OutboxRow;
  /** Its coins that another transaction was seen to spend. */
  readonly points: readonly Outpoint[];
}

/** The ledger's height when one of the lost coins was the buyer's own; null when none was: sellers, snipers and reorgs are not the buyer's doing. */
export async function heightTakenBack(tx: Tx, { trade, row, points }: Fallen): Promise<number | null> {
  if (points.length === 0) return null;
  const lots = (await findAsks(tx, trade.orderIds)).map(({ outpoint }) => outpoint);
  const others = new Set([...lots, ...(trade.padOutpoint === null ? [] : [trade.padOutpoint])]);
  const isBuyers = points.some((point) => row.inputs.includes(point) && !others.has(point));
  return isBuyers ? ledgerHeight(tx) : null;
}

/** How many blocks a purchase that comes to nothing has kept its orders waiting, whoever ended it. */
export async function blocksWaited(tx: Tx, trade: TradeRow): Promise<number> {
  const sales = await salesUnderWay(tx, trade.orderIds);
  const since = sales.find(({ tradeId }) => tradeId === trade.id)?.since ?? undefined;
  return since === undefined ? 0 : Math.max(0, (await ledgerHeight(tx)) - since);
}

/** Who buys: the address, and a keyed hash of the network address the call came from. */
export interface Taker {
  readonly buyerAddress: string;
  readonly caller: string;
}

interface Counting {
  readonly store: Store;
  readonly ledger: Pick<Ledger, 'tip'>;
  readonly settings: { readonly voids: VoidRule };
}

/**
 * Counted for the address and for the caller, each alone: another address from the same place waits too.
 * @throws Refusal takes-paused, which names the block
 */
export async function requireMayTake({ store, ledger, settings }: Counting, taker: Taker): Promise<void> {
  const { voids } = settings;
  if (voids.limit === 0) return;
  const { buyerAddress, caller } = taker;
  const [tip, ...counted] = await Promise.all([
    ledger.tip(),
    heightsTakenBack(store.db, { buyerAddress }, voids.limit),
    heightsTakenBack(store.db, { caller }, voids.limit),
  ]);
  const until = Math.max(...counted.map((heights) => takesPausedUntil(heights, voids) ?? 0));
  if (tip.height < until) throw new Refusal('takes-paused', `from block ${until} on`);
}

/**
 * Asked once the trade of this purchase is written, in the same database transaction: of many at once no more get through.
 * Without it one caller could hold any number of lots and take them all back before the first is counted.
 * @throws Refusal takes-waiting
 */
export async function requireFewWaiting(
  tx: Tx,
  { takesWaiting }: { readonly takesWaiting: number },
  taker: Taker,
): Promise<void> {
  if (takesWaiting > 0 && (await isOverWaiting(tx, taker, takesWaiting)))
    throw new Refusal('takes-waiting', `${takesWaiting} at most`);
}
