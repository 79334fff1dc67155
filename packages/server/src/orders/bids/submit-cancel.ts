/** Submit a signed cancel of a bid: the exchange signs too where locks are given back; the outbox has it before it is sent. */
import { coinFromWire } from '@rialto/contract';
import type { BidCancelAnswer, SubmitBidCancel } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { acceptCancelLocks, acceptPlanned, buildCancelLocks, finishCancelLocks } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Final } from '../../outbox/commit.ts';
import { replaceBy } from '../../outbox/replace.ts';
import type { Session } from '../../session.ts';
import { findBidAct, markBidAct } from '../../store/bids/bid-act-store.ts';
import type { BidActOf } from '../../store/bids/bid-act-store.ts';
import { dropFundingSignature, setFundingCancel } from '../../store/bids/funding-store.ts';
import { holdBid } from '../../store/bids/bid-store.ts';
import { dropPromises, findRungs, rungsOf, setRungCancel } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { Queries, Tx } from '../../store/database.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { isCommitted } from '../../store/outbox-store.ts';
import type { OutboxRow } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { onceReleased } from '../once-released.ts';
import {
  planFundingCancel,
  planLocksCancel,
  requireHeld,
  requireLocked,
  waitingCancel,
} from './cancel-plan.ts';
import type { FundingCancel, LocksCancel } from './cancel-plan.ts';
import { ownBid } from './own-bid.ts';
import { BID_CANCEL } from './purposes.ts';

type CancelAct = BidActOf<'cancel-funding' | 'cancel-locks'>;

/** The same cancel again is answered the same. */
export async function submitBidCancel(
  context: OrderContext,
  session: Session,
  body: SubmitBidCancel,
  book: MarketName,
): Promise<BidCancelAnswer> {
  requireSelf(context, session, body);
  const act = await preparedCancel(context, session, body.cancelId);
  const rungs = await ownBid(context, session, act.record.bidId, book);
  const { record } = act;
  const orderIds = record.kind === 'cancel-locks' ? [...record.orderIds] : rungs.map(({ id }) => id);
  const answer = (txId: string) => ({ cancelId: act.id, bidId: record.bidId, orderIds, txId });
  if (act.txid !== null) return answer(act.txid);
  if (act.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
  try {
    return answer(await send(context, act, { rungs, body }));
  } catch (error) {
    // Sent twice at once: the later one meets what the first has sent.
    const sent = (await findBidAct(context.store.db, act.id))?.txid ?? null;
    if (sent === null) throw error;
    return answer(sent);
  }
}

/** @returns its id */
async function send(
  context: OrderContext,
  { id, record }: CancelAct,
  cancelling: Cancelling,
): Promise<string> {
  const final =
    record.kind === 'cancel-funding'
      ? await fundingCancel(context, record, cancelling)
      : await locksCancel(context, record, cancelling);
  const commit = (): Promise<boolean> =>
    commitAndSend(context.outbox, { finals: [final], refusals: TAKEN }, async (tx) => {
      await holdBid(tx, record.bidId);
      if ((await findBidAct(tx, id))?.txid !== null) return undefined;
      const waiting = await waitingFor(tx, record);
      await withdraw(tx, record, final.txid, waiting?.txid);
      await markBidAct(tx, id, final.txid);
      const stands = { purpose: BID_CANCEL.name, reference: record.bidId };
      if (waiting === undefined) return stands;
      await replaceBy(context.outbox, tx, waiting, { txid: final.txid, fee: final.fee ?? 0n });
      return { ...stands, replaces: waiting.txid };
    });
  await (record.kind === 'cancel-locks' ? onceReleased(commit) : commit());
  return final.txid;
}

/** The earlier cancel of the same locks, whose place this one takes. @throws Refusal order-closed when it is not the one it was built for */
async function waitingFor(db: Queries, record: FundingCancel | LocksCancel): Promise<OutboxRow | undefined> {
  if (record.kind === 'cancel-funding') return undefined;
  const { orderIds, bidId, replaces } = record;
  const waiting = await waitingCancel(db, await findRungs(db, orderIds), await rungsOf(db, [bidId]));
  if (waiting?.txid !== replaces) throw new Refusal('order-closed');
  return waiting;
}

/** Somebody sold into it, or its owner took it home another way. */
const TAKEN = { conflict: 'order-taken', 'missing-inputs': 'order-taken' } as const;

async function preparedCancel(
  { store }: OrderContext,
  session: Session,
  cancelId: string,
): Promise<CancelAct> {
  const act = await findBidAct(store.db, cancelId);
  const { record } = act ?? {};
  if (act === undefined || (record?.kind !== 'cancel-funding' && record?.kind !== 'cancel-locks'))
    throw new Refusal('not-found');
  if (act.address !== session.address) throw new Refusal('not-yours');
  return { ...act, record };
}

interface Cancelling {
  readonly rungs: readonly [RungRow, ...RungRow[]];
  readonly body: SubmitBidCancel;
}

async function fundingCancel(
  context: OrderContext,
  record: FundingCancel,
  { rungs, body }: Cancelling,
): Promise<Final> {
  const [{ bid }] = rungs;
  requireHeld(bid, rungs);
  const planned = planFundingCancel(context, bid, { ...record, coins: record.coins.map(coinFromWire) });
  if (bytesToHex(planned.unsigned) !== record.unsigned) throw new Refusal('psbt-changed');
  const coins = planned.draft.inputs.map(({ coin }) => coin);
  await requireUnspent(context, coins);
  const { raw, txid } = acceptPlanned(planned, hexToBytes(body.psbtRaw), context.verifier);
  context.at('received');
  return { raw, txid, fee: planned.fee, coins };
}

async function locksCancel(
  context: OrderContext,
  record: LocksCancel,
  { rungs, body }: Cancelling,
): Promise<Final> {
  const named = rungs.filter(({ id }) => record.orderIds.includes(id));
  for (const rung of named) requireLocked(rung);
  const plan = planLocksCancel(named, record.feeRate);
  const built = buildCancelLocks(plan);
  if (bytesToHex(built.unsigned) !== record.unsigned) throw new Refusal('psbt-changed');
  const coins = plan.locks.map(({ coin }) => coin);
  // What an earlier cancel spends in the mempool is there for a dearer one.
  const leaving = named.flatMap(({ outpoint, spentBy }) => (spentBy === null ? [] : outpoint));
  await waitingFor(context.store.db, record);
  await requireUnspent(
    context,
    coins.filter(({ outpoint }) => !leaving.includes(outpoint)),
  );
  const user = acceptCancelLocks(plan, hexToBytes(body.psbtRaw), context.verifier);
  context.at('received');
  const signatures = await context.custody.cancelLocks({
    locks: named.map(({ ticket, outpoint }) => ({ ticket, outpoint: outpoint as Outpoint })),
    feeRateSatVb: record.feeRate,
    refund: record.refund,
    unsigned: record.unsigned,
    userSignatures: user.map(bytesToHex),
  });
  context.at('co-signed');
  const exchange = signatures.map(hexToBytes);
  const { raw, txid } = finishCancelLocks(plan, { user, exchange }, context.verifier);
  return { raw, txid, fee: built.fee, coins };
}

/** @throws Refusal coin-spent, syncing */
async function requireUnspent(context: OrderContext, coins: readonly Coin[]): Promise<void> {
  const points = coins.map(({ outpoint }) => outpoint);
  const now = await loadCoins(context, points);
  for (const point of points) if (!now.coins.has(point)) throw new Refusal('coin-spent', point);
}

/** Nothing is sold into them any more, whatever becomes of the cancel: its owner wants the coins. */
async function withdraw(
  tx: Tx,
  record: FundingCancel | LocksCancel,
  txid: string,
  replaced?: string,
): Promise<void> {
  const rungs =
    record.kind === 'cancel-funding'
      ? await rungsOf(tx, [record.bidId])
      : await findRungs(tx, record.orderIds);
  const [first] = rungs;
  if (first === undefined) throw new Refusal('order-closed');
  const ids = rungs.map(({ id }) => id);
  const others = [first.bid.cancelTxid, ...rungs.map(({ cancelTxid }) => cancelTxid)];
  await requireNoOther(
    tx,
    others.filter((other) => other !== replaced),
  );
  if (record.kind === 'cancel-funding') {
    requireHeld(first.bid, rungs);
    await setFundingCancel(tx, record.bidId, txid);
    await dropFundingSignature(tx, record.bidId);
  } else {
    for (const rung of rungs) requireLocked(rung);
    await setRungCancel(tx, ids, txid);
  }
  await moveOrders(tx, { ids, event: 'cancel-on-chain', reason: 'its owner is taking the coins back' });
  await dropPromises(tx, ids);
}

/** Two cancels of one thing, prepared side by side: the first that was sent is the cancel. @throws Refusal order-closed */
async function requireNoOther(tx: Tx, txids: readonly (string | null)[]): Promise<void> {
  for (const txid of txids)
    if (txid !== null && (await isCommitted(tx, txid))) throw new Refusal('order-closed');
}
