/** Lock a lot: promise and exits are verified before anything is sent; the order is written with the transaction that locks it, and offered later. */
import { sha256 } from '@noble/hashes/sha2.js';
import { coinFromWire, ticketToWire } from '@rialto/contract';
import type { MoveRequest, PushedLock, PushLock } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { marketOfType, rateE18 } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant, isClean, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  LOCKED_LOT_VALUE,
  acceptExits,
  acceptLotMove,
  acceptPromise,
  addressToScript,
  buildLotMove,
  finishLotMove,
  lockedLot,
} from '@rialto/psbt';
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
import type { NewAsk } from '../../store/orders/ask-insert.ts';
import { setCancelTxid } from '../../store/orders/ask-store.ts';
import { takeOfferTurns } from '../../store/orders/offer-turns.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { requireUnkept } from '../live/sold-lot.ts';
import { onceReleased } from '../once-released.ts';
import { CANCEL } from '../purposes.ts';
import { lockOfWire } from './locked.ts';
import { LOCK_LOT } from './purposes.ts';

const WAITS = 'its lot is being locked; it is offered when the lock is deep enough';

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

/** Of one act one order, however often it is pushed. */
function orderIdOf({ settings }: OrderContext, id: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${settings.network}_${id}`)));
}

function planOfRecord(
  { address, record }: BidActOf<'lock'>,
  network: OrderContext['settings']['network'],
): LotMovePlan {
  return {
    lot: coinFromWire(record.lot),
    from: record.renews === null ? undefined : lockOfWire(record.renews.ticket),
    to: lockOfWire(record.ticket),
    ownerScript: addressToScript(address, network),
    ownerKey: hexToBytes(record.key),
    payments: record.payments.map(coinFromWire),
    value: LOCKED_LOT_VALUE,
    change: record.change === null ? undefined : sats(BigInt(record.change)),
    feeRateSatVb: record.feeRate,
  };
}

/** The same coins as they are now. @throws Refusal coin-spent, coin-unconfirmed */
async function freshPlan(context: OrderContext, plan: LotMovePlan): Promise<LotMovePlan> {
  const points = [plan.lot, ...plan.payments].map(({ outpoint }) => outpoint);
  const { coins } = await loadCoins(context, points);
  const [lot, ...payments] = points.map((point): Coin => {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  });
  invariant(lot !== undefined, 'a move has a lot');
  if (lot.height === undefined || !payments.every(isClean)) throw new Refusal('coin-unconfirmed');
  return { ...plan, lot, payments };
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

/** Out of an older lock the exchange signs too. */
async function complete(context: OrderContext, plan: LotMovePlan, half: MoveHalf): Promise<Finished> {
  const ours =
    plan.from === undefined ? undefined : hexToBytes(await context.custody.moveLot(moveToSign(plan, half)));
  if (ours !== undefined) context.at('co-signed');
  return finishLotMove(plan, half, ours, context.verifier);
}

/** What the signer is asked for a move out of a lock. */
export function moveToSign(plan: LotMovePlan, { user, others }: MoveHalf): MoveRequest {
  const { from, to, change } = plan;
  invariant(from !== undefined && user !== undefined, 'the lot comes out of a lock');
  return {
    lot: plan.lot.outpoint,
    ticket: ticketToWire(from.ticket),
    to: to === undefined ? null : ticketToWire(to.ticket),
    ownerKey: bytesToHex(plan.ownerKey),
    payments: plan.payments.map(({ outpoint }) => outpoint),
    value: plan.value.toString(),
    change: change === undefined ? null : change.toString(),
    feeRateSatVb: plan.feeRateSatVb,
    unsigned: bytesToHex(buildLotMove(plan).unsigned),
    userSignature: bytesToHex(user),
    witnesses: others.slice(1).map((witness) => (witness ?? []).map(bytesToHex)),
  };
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

/** Whose the order is, and whether it is free. */
const placedBy = ({ address, record: { freeState, caller } }: BidActOf<'lock'>) => ({
  freeState,
  ownerAddress: address,
  caller: freeState === 1 ? caller : null,
});

function newAsk(
  act: BidActOf<'lock'>,
  plan: LotMovePlan,
  signed: { readonly orderId: string; readonly promise: string; readonly psbt: string },
): NewAsk {
  const { to } = plan;
  invariant(to !== undefined, 'the lot goes into a lock');
  const { ticket } = to;
  const { record } = act;
  const { orderType, tick, decimals } = record;
  const order: NewAsk['order'] = {
    id: signed.orderId,
    side: 'ask',
    status: 'paused',
    reason: WAITS,
    orderType,
    assetId: ticket.asset,
    tick,
    decimals,
    coinAmount: ticket.amount,
    price: ticket.price,
    rateE18: rateE18(ticket.price, ticket.amount, decimals),
    ...placedBy(act),
  };
  const ask: NewAsk['ask'] = {
    inscriptionId: '',
    outpoint: lockedLot(plan).outpoint,
    payScript: bytesToHex(ticket.script),
    sequence: 0xfffffffdn,
    witness: [signed.promise],
    psbt: signed.psbt.toLowerCase(),
  };
  return { order, ask };
}
