/** An ask of the caller's own. */
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../caller.ts';
import type { Self } from '../caller.ts';
import type { Session } from '../session.ts';
import { findAsk } from '../store/orders/ask-store.ts';
import type { AskRow } from '../store/orders/ask-store.ts';
import type { OrderContext } from './context.ts';

/** An ask the session's address placed in this book. @throws Refusal wrong-network, not-yours, unknown-order */
export async function ownAsk(
  context: OrderContext,
  session: Session,
  named: Self & { readonly orderId: string },
  book: MarketName,
): Promise<AskRow> {
  requireSelf(context, session, named);
  const row = await findAsk(context.store.db, named.orderId);
  if (row === undefined || marketOfType(row.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  if (row.ownerAddress !== session.address) throw new Refusal('not-yours');
  return row;
}
