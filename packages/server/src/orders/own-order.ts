/** An order of the caller's own. */
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import { requireSelf } from '../caller.ts';
import type { Self } from '../caller.ts';
import type { Session } from '../session.ts';
import { findOrder } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import type { OrderContext } from './context.ts';

/** An order the session's address placed in this book. @throws Refusal wrong-network, not-yours, unknown-order */
export async function ownOrder(
  context: OrderContext,
  session: Session,
  named: Self & { readonly orderId: string },
  book: MarketName,
): Promise<OrderRow> {
  requireSelf(context, session, named);
  const row = await findOrder(context.store.db, named.orderId);
  if (row === undefined || marketOfType(row.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  if (row.sellerAddress !== session.address) throw new Refusal('not-yours');
  return row;
}
