/** Lock a lot: promise and exits are verified before anything is sent; the order is written with the transaction that locks it, and offered later. */
import type { PushedLock, PushLock } from '@rialto/contract';
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { acceptExits, acceptLotMove, acceptPromise, buildLotMove, lockedLot } from '@rialto/psbt';
import type { Finished, LotMovePlan, MoveHalf } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { StandsFor } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { findLock, insertLockedAsk } from '../../store/asks/lock-store.ts';
import { findBidAct, markBidAct } from '../../store/bids/bid-act-store.ts';
import type { BidActOf } from '../../store/bids/bid-act-store.ts';
import type { Tx } from '../../store/database.ts';
import { requireFreeLeft } from '../../store/orders/ask-insert.ts';
import { setCancelTxid } from '../../store/orders/ask-store.ts';
import { takeOfferTurns } from '../../store/orders/offer-turns.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { requireUnkept } from '../live/sold-lot.ts';
import { onceReleased } from '../once-released.ts';
import { CANCEL } from '../purposes.ts';
import { orderIdOf } from '../order-id.ts';
import { LOCK_LOT } from './purposes.ts';
import { complete, freshPlan, planOfRecord } from './lock-move.ts';
import { newAsk, placedBy } from './locked-ask.ts';

/** The same push again is the same order. */
export async function pushLock(
  context: OrderContext,
  session: Session,
  body: PushLock,
  book: MarketName,
): Promise<PushedLock> {
  requireSelf(context, session, body);
  const act = await preparedLock(context, session, { id: body.lockId, book });
  const orderId = orderIdOf(context, act.id);
  if (act.txid !== null) return { orderId, orderState: 1, txId: act.txid };
  if (act.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
  try {
    return { orderId, orderState: 1, txId: await lockLot(context, act, { orderId, body }) };
  } catch (error) {
    // Pushed twice at once: the later one meets what the first has sent.
    const sent = (await findBidAct(context.store.db, act.id))?.txid ?? null;
    if (sent === null) throw error;
    return { orderId, orderState: 1, txId: sent };
  }
}

/** @returns the id of the locking transaction */
async function lockLot(
  context: OrderContext,
  act: BidActOf<'lock'>,
  { orderId, body }: { readonly orderId: string; readonly body: PushLock },
): Promise<string> {
  const plan = await freshPlan(context, planOfRecord(act, context.settings.network));
  const signed = accept(context, plan, body);
  context.at('received');
  await requireIdle(context, act);
  // All that can be refused is asked before the signer signs: that cannot be taken back.
  await context.store.transact((tx) => requireFreeLeft(tx, [placedBy(act)], context.settings));
  const { raw, txid } = await complete(context, plan, signed.move);
  const { fee } = buildLotMove(plan);
  const fresh = newAsk(act, plan, { orderId, promise: signed.promise, psbt: body.promisePsbt });
  const commit = { finals: [{ raw, txid, fee, coins: [plan.lot, ...plan.payments] }], refusals: SPENT };
  const write = async (tx: Tx): Promise<StandsFor> => {
    await requireFreeLeft(tx, [placedBy(act)], context.settings);
    await takeOfferTurns(tx, [plan.lot.outpoint]);
    await requireUnkept(tx, [plan.lot.outpoint]);
    await endRenewed(tx, act, txid);
    await insertLockedAsk(tx, fresh, { ticket: act.record.ticket, exits: signed.exits });
    await markBidAct(tx, act.id, txid);
    const { renews } = act.record;
    return renews === null
      ? { purpose: LOCK_LOT.name, reference: orderId }
      : { purpose: CANCEL.name, reference: renews.orderId };
  };
  const send = (): Promise<boolean> => commitAndSend(context.outbox, commit, write);
  await (plan.from === undefined ? send() : onceReleased(send));
  return txid;
}

const SPENT = { conflict: 'coin-spent', 'missing-inputs': 'coin-spent' } as const;

async function preparedLock(
  { store }: OrderContext,
  session: Session,
  { id, book }: { id: string; book: MarketName },
): Promise<BidActOf<'lock'>> {
  const act = await findBidAct(store.db, id);
  if (act?.record.kind !== 'lock') throw new Refusal('not-found');
  if (act.address !== session.address) throw new Refusal('not-yours');
  if (marketOfType(act.record.orderType).market.name !== book) throw new Refusal('not-found');
  return { ...act, record: act.record };
}

interface Signed {
  readonly move: MoveHalf;
  readonly promise: string;
  readonly exits: readonly string[];
}

/** Without the exits nobody could ever take the lot out alone: they come first. */
function accept({ verifier }: OrderContext, plan: LotMovePlan, body: PushLock): Signed {
  const { to } = plan;
  invariant(to !== undefined, 'the lot goes into a lock');
  const coin = lockedLot(plan);
  const exits = acceptExits(to, coin, body.exitPsbts.map(hexToBytes), verifier);
  return {
    exits: exits.map(({ raw }) => bytesToHex(raw)),
    promise: bytesToHex(acceptPromise(to, coin, hexToBytes(body.promisePsbt), verifier)),
    move: acceptLotMove(plan, hexToBytes(body.lockingPsbt), verifier),
  };
}

/** @throws Refusal order-taken while a sale of what is renewed lives */
async function requireIdle({ store }: OrderContext, { record }: BidActOf<'lock'>): Promise<void> {
  const row = record.renews === null ? undefined : await findLock(store.db, record.renews.orderId);
  if (row !== undefined && row.liveTrade !== null) throw new Refusal('order-taken');
}

async function endRenewed(tx: Tx, { record }: BidActOf<'lock'>, txid: Finished['txid']): Promise<void> {
  if (record.renews === null) return;
  const { orderId } = record.renews;
  const moved = await moveOrders(tx, {
    ids: [orderId],
    event: 'cancel-on-chain',
    reason: 'its lot moves into a new lock',
  });
  if (moved.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
  await setCancelTxid(tx, orderId, txid);
}
