/** Withdraw softly: the promise is deleted, and with the last live rung of a held bid the funding's signature too. */
import type { OrderAnswer } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import { dropIdleFundings, endFundings } from '../../store/bids/funding-store.ts';
import { findBid, holdBid, keptCoins } from '../../store/bids/bid-store.ts';
import type { BidRow } from '../../store/bids/bid-store.ts';
import { dropPromises, rungsOf } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { Queries, Tx } from '../../store/database.ts';
import { findOrder, moveOrders } from '../../store/orders/order-store.ts';
import { findOutbox } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { ownRung } from './own-bid.ts';

const WITHDRAWN = 'withdrawn by its owner; the exchange deleted the signature';
const WITHDRAWN_LOCKED = 'withdrawn by its owner; the money stays in its lock until it is taken back';
const WITHDRAWN_SENT =
  'withdrawn by its owner; its funding was sent once and may still confirm, unless its coins are spent';
const REPLACED = 'its owner signed the bid anew; the exchange deleted the old signatures';
const UNADMITTED = 'the exchange’s signer does not know it any more; its signatures are deleted';

/** Refused while a sale of it is unconfirmed: its transaction already carries the promise. */
export async function withdrawRung(
  context: OrderContext,
  session: Session,
  body: { net: string; address: string; orderId: string },
  book: MarketName,
): Promise<OrderAnswer> {
  const rung = await ownRung(context, session, body, book);
  if (rung.status === 'cancelled') return { orderId: rung.id, orderState: 3 };
  const moved = await context.store.transact(async (tx) => {
    const bid = await holdBid(tx, rung.bidId);
    return withdraw(tx, [rung], await withdrawnWords(tx, bid));
  });
  // Sent twice at once, both are told that it is done.
  if (moved === 0 && (await findOrder(context.store.db, rung.id))?.status !== 'cancelled')
    throw new Refusal('order-closed');
  return { orderId: rung.id, orderState: 3 };
}

/** What was sent has been seen: to delete our copy takes nothing back. */
async function withdrawnWords(tx: Tx, bid: BidRow | undefined): Promise<string> {
  if (bid === undefined) return WITHDRAWN;
  if (bid.publishedAt !== null) return WITHDRAWN_LOCKED;
  return (await findOutbox(tx, [bid.fundingTxid])).length > 0 ? WITHDRAWN_SENT : WITHDRAWN;
}

/**
 * A bid whose place another may take: it is held, and nobody sells into it.
 * @throws Refusal order-closed, order-taken
 */
export async function requireReplaceable(db: Queries, bidId: string): Promise<RungRow[]> {
  const bid = await findBid(db, bidId);
  if (bid === undefined || bid.publishedAt !== null || bid.cancelTxid !== null)
    throw new Refusal('order-closed');
  const rungs = await rungsOf(db, [bidId]);
  if (rungs.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
  return rungs;
}

/**
 * The bid whose place another takes.
 * @throws Refusal as `requireReplaceable`
 */
export async function withdrawReplaced(tx: Tx, bidId: string): Promise<void> {
  await holdBid(tx, bidId);
  const rungs = await requireReplaceable(tx, bidId);
  await withdraw(tx, rungs, REPLACED);
  // Those too that a spend in the mempool had ended: nothing brings them back.
  await dropPromises(
    tx,
    rungs.filter(({ status }) => status === 'invalid').map(({ id }) => id),
  );
  // A bid without a live rung has given its coins back already.
  await dropIdleFundings(tx, [bidId]);
}

/**
 * A bid the signer fills no more: it has taken on a later one over the same coins, which was never listed, or has lost its journal. A
 * rung with a sale under way stays until that is settled, and the funding that this sale may have published with it.
 */
export async function endUnadmitted({ store }: OrderContext, bidId: string): Promise<void> {
  await store.transact(async (tx) => {
    const bid = await holdBid(tx, bidId);
    const rungs = await rungsOf(tx, [bidId]);
    const idle = rungs.filter(({ liveTrade }) => liveTrade === null);
    const ids = idle.map(({ id }) => id);
    await moveOrders(tx, { ids, event: 'moved', reason: UNADMITTED });
    await dropPromises(tx, ids);
    if (bid?.publishedAt === null && idle.length === rungs.length) await endFundings(tx, [bidId]);
  });
}

/** The bids of an owner over these coins, for which the signer has taken on a later one that is not listed. */
export async function endDisplaced(
  context: OrderContext,
  owner: string,
  points: readonly string[],
): Promise<void> {
  const kept = await keptCoins(context.store.db, owner);
  for (const bidId of new Set(points.flatMap((point) => kept.get(point) ?? [])))
    await endUnadmitted(context, bidId);
}

async function withdraw(tx: Tx, rungs: readonly RungRow[], reason: string): Promise<number> {
  const moved = await moveOrders(tx, { ids: rungs.map(({ id }) => id), event: 'cancel', reason });
  if (moved.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
  await dropPromises(
    tx,
    moved.map(({ id }) => id),
  );
  await dropIdleFundings(tx, [...new Set(rungs.map(({ bidId }) => bidId))]);
  return moved.length;
}
