/** A purchase that no block takes: from which block on its seller may end it, and what a transaction must pay that takes its place. */
import type { Chain, Waiting } from '@rialto/ground';
import { endableFrom } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { sats } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { addressToScript, leastCancelRate } from '@rialto/psbt';
import type { Replaced } from '@rialto/psbt';
import type { Queries } from '../../store/database.ts';
import { asksAt } from '../../store/orders/ask-store.ts';
import { salesUnderWay } from '../../store/orders/sale-store.ts';
import type { SaleUnderWay } from '../../store/orders/sale-store.ts';
import type { OrderContext } from '../context.ts';

type Patience = Pick<OrderContext, 'settings' | 'ledger'>;

/**
 * The purchases that a cancel of the coin would end: none, or such as have waited long enough. While a purchase may still be
 * mined soon, its seller must not be helped to take the coin away from under it.
 * @throws Refusal order-taken while it is not sent, cancel-too-early, which names the block
 */
export async function requireEndable(
  { settings, ledger }: Patience,
  db: Queries,
  point: Outpoint,
): Promise<readonly SaleUnderWay[]> {
  const asks = await asksAt(db, [point]);
  const sales = await salesUnderWay(
    db,
    asks.map(({ id }) => id),
  );
  if (sales.length === 0) return [];
  const { height } = await ledger.tip();
  for (const { since, waitedBefore } of sales) {
    if (since === null) throw new Refusal('order-taken');
    const from = endableFrom(since, settings.lateBlocks, waitedBefore);
    if (height < from) throw new Refusal('cancel-too-early', `from block ${from} on`);
  }
  return sales;
}

/** What goes away with a purchase: by our node with all that builds on it, or as it was written while the node does not have it. */
export async function replacedOf(
  chain: Pick<Chain, 'waiting'>,
  { txid, fee, vsize }: Pick<SaleUnderWay, 'txid' | 'fee' | 'vsize'>,
): Promise<Replaced> {
  return replaced((await chain.waiting([txid as Txid])).get(txid as Txid), { fee, vsize });
}

function replaced(waiting: Waiting | undefined, { fee, vsize }: { fee: bigint; vsize: number }): Replaced {
  if (waiting === undefined) return { fee: sats(fee), vsize, fees: sats(fee) };
  return { fee: waiting.fee, vsize: waiting.vsize, fees: waiting.withChildren.fee };
}

interface CancelTerms {
  /** The block from which on the purchase may be ended, when none has taken it by then. */
  readonly cancelFrom: number;
  /** The least rate of that, in sat/vB, once it may be. */
  readonly cancelRate?: number;
}

/** A list does not fail because the node is down: then what was written counts. */
async function waitingOf(
  chain: Pick<Chain, 'waiting'>,
  sales: readonly Pick<SaleUnderWay, 'txid'>[],
): Promise<ReadonlyMap<Txid, Waiting>> {
  const txids = new Set(sales.map(({ txid }) => txid as Txid));
  if (txids.size === 0) return new Map();
  try {
    return await chain.waiting([...txids]);
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}

type Terms = Pick<OrderContext, 'chain' | 'settings'> & { readonly store: { readonly db: Queries } };

/** For the orders of one owner that are being bought. The node is asked only about those that may be ended now. */
export async function cancelTerms(
  { chain, store, settings }: Terms,
  of: { readonly orderIds: readonly string[]; readonly owner: string },
  height: number,
): Promise<ReadonlyMap<string, CancelTerms>> {
  const terms = new Map<string, CancelTerms>();
  const script = addressToScript(of.owner, settings.network);
  const sales = (await salesUnderWay(store.db, of.orderIds)).flatMap((sale) =>
    sale.since === null
      ? []
      : [{ ...sale, cancelFrom: endableFrom(sale.since, settings.lateBlocks, sale.waitedBefore) }],
  );
  const late = sales.filter(({ cancelFrom }) => height >= cancelFrom);
  const waiting = await waitingOf(chain, late);
  for (const { orderId, cancelFrom, ...sale } of sales) {
    if (height < cancelFrom) terms.set(orderId, { cancelFrom });
    else {
      const cancelRate = leastCancelRate(script, replaced(waiting.get(sale.txid as Txid), sale));
      terms.set(orderId, { cancelFrom, cancelRate });
    }
  }
  return terms;
}
