/** Which prepared purchase a signed PSBT belongs to: named by its own id, or by one of its orders and what was signed. */
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { readPsbt } from '@rialto/psbt';
import type { Session } from '../../session.ts';
import { findTake, takeOfOrder } from '../../store/orders/trade-store.ts';
import type { TakeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';

export type TakeRequested = { readonly psbtRaw: string } & (
  { readonly takeId: string } | { readonly orderId: string }
);

/** @throws Refusal unknown-trade, not-yours, psbt-changed, and as `readPsbt` */
export async function requestedTake(
  context: OrderContext,
  { address }: Session,
  requested: TakeRequested,
): Promise<TakeRow> {
  const { db } = context.store;
  if ('takeId' in requested) {
    const take = await findTake(db, requested.takeId);
    if (take === undefined) throw new Refusal('unknown-trade');
    if (take.buyerAddress !== address) throw new Refusal('not-yours');
    return take;
  }
  const { orderId, psbtRaw } = requested;
  const unsigned = bytesToHex(readPsbt(hexToBytes(psbtRaw)).unsigned);
  const take = await takeOfOrder(db, { orderId, buyerAddress: address, unsigned });
  if (take === undefined) throw new Refusal('unknown-trade');
  if (take.unsigned !== unsigned) throw new Refusal('psbt-changed');
  return take;
}
