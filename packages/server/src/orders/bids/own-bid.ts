/** A bid or a rung that somebody names. */
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { findRung, rungsOf } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { OrderContext } from '../context.ts';

const isOf = (book: MarketName, { orderType }: { readonly orderType: number }): boolean =>
  marketOfType(orderType).market.name === book;

/** @throws Refusal unknown-order */
export async function rungInBook(
  { store }: Pick<OrderContext, 'store'>,
  orderId: string,
  book: MarketName,
): Promise<RungRow> {
  const rung = await findRung(store.db, orderId);
  if (rung === undefined || !isOf(book, rung)) throw new Refusal('unknown-order');
  return rung;
}

/** A rung the session's address placed in this book. @throws Refusal wrong-network, not-yours, unknown-order */
export async function ownRung(
  context: OrderContext,
  session: Session,
  named: Self & { readonly orderId: string },
  book: MarketName,
): Promise<RungRow> {
  requireSelf(context, session, named);
  const rung = await rungInBook(context, named.orderId, book);
  if (rung.ownerAddress !== session.address) throw new Refusal('not-yours');
  return rung;
}

/** All rungs of an own bid, in the order of its ladder. @throws Refusal not-yours, unknown-bid */
export async function ownBid(
  { store }: Pick<OrderContext, 'store'>,
  session: Session,
  bidId: string,
  book: MarketName,
): Promise<[RungRow, ...RungRow[]]> {
  const [first, ...others] = await rungsOf(store.db, [bidId]);
  if (first === undefined || !isOf(book, first)) throw new Refusal('unknown-bid');
  if (first.ownerAddress !== session.address) throw new Refusal('not-yours');
  return [first, ...others];
}
