/** An order that somebody hands a payment in for: it is here, of this call, and may still be paid. */
import type { BridgeDirection, BridgeNetwork } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { wireTerms } from '../exits/exit-of.ts';
import { findOrder, termsOf } from '../../store/bridge/order-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { readOrder, readTerms } from './terms.ts';
import type { Shown } from './terms.ts';

interface Found {
  readonly row: BridgeOrderRow;
  readonly shown: Shown;
  /** @throws Refusal as `readOrder` */
  readonly requirePayable: () => Promise<void>;
}

/** @throws Refusal bridge-order-unknown, bad-request */
export async function orderFor(
  context: BridgeContext,
  id: string,
  of: { readonly direction: BridgeDirection; readonly network: BridgeNetwork },
): Promise<Found> {
  const row = await findOrder(context.store.db, id);
  if (row === undefined) throw new Refusal('bridge-order-unknown', id);
  const terms = wireTerms(termsOf(row, context.network));
  const shown = await readTerms(context, terms);
  if (row.direction !== of.direction || shown.known.asset.origin.network !== of.network)
    throw new Refusal('bad-request', 'orderId: of another call');
  return {
    ...{ row, shown },
    requirePayable: async () => {
      await readOrder(context, terms, of);
    },
  };
}
