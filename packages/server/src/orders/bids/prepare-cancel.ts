/** Prepare a cancel on the chain: of a held bid, or of published locks, all in one transaction. */
import { coinToWire } from '@rialto/contract';
import type { PrepareBidCancel, PreparedBidCancel } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { MarketName } from '@rialto/market';
import { bytesToHex, invariant } from '@rialto/protocols';
import { buildCancelLocks, plannedVsize } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { keepBidAct } from '../../store/bids/bid-act-store.ts';
import type { CancelBidRecord } from '../../store/bids/bid-record.ts';
import { findRungs, rungsOf } from '../../store/bids/rung-store.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import { findOutbox } from '../../store/outbox-store.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import {
  isLocked,
  planFundingCancel,
  planLocksCancel,
  refundOf,
  requireDearer,
  requireHeld,
  requireLocked,
  waitingCancel,
} from './cancel-plan.ts';
import { fundingPointsOf, psbtToSign } from './ladder.ts';
import { ownBid } from './own-bid.ts';

type Prepared = Omit<PreparedBidCancel, 'cancelId' | 'bidId' | 'expiresAt'>;

export async function prepareBidCancel(
  context: OrderContext,
  session: Session,
  body: PrepareBidCancel,
  book: MarketName,
): Promise<PreparedBidCancel> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const named = await namedRungs(context, session, body, book);
  const { prepared, record } =
    body.kind === 'funding'
      ? await cancelFunding(context, body, { script, named })
      : await cancelLocks(context, body, named);
  const cancelId = context.newId();
  const expiresAt = context.now() + context.settings.takeMs;
  await keepBidAct(context.store.db, {
    id: cancelId,
    address: session.address,
    record,
    expiresAt: new Date(expiresAt),
  });
  return { ...prepared, cancelId, bidId: record.bidId, expiresAt };
}

/** Rungs of one own bid: those named, or all. */
async function namedRungs(
  context: OrderContext,
  session: Session,
  { bidId, orderIds }: PrepareBidCancel,
  book: MarketName,
): Promise<[RungRow, ...RungRow[]]> {
  if ((bidId === undefined) === (orderIds === undefined))
    throw new Refusal('bad-request', 'bidId or orderIds');
  if (bidId !== undefined) return ownBid(context, session, bidId, book);
  const [first, ...others] = await findRungs(context.store.db, orderIds ?? []);
  if (first === undefined || others.length + 1 < new Set(orderIds).size) throw new Refusal('unknown-order');
  // One bid at a time: its locks are of one key.
  if (others.some((rung) => rung.bidId !== first.bidId))
    throw new Refusal('bad-request', 'orders of one bid');
  await ownBid(context, session, first.bidId, book);
  return [first, ...others];
}

interface Cancel {
  readonly prepared: Prepared;
  readonly record: CancelBidRecord;
}

async function cancelFunding(
  context: OrderContext,
  body: PrepareBidCancel,
  { script, named }: { script: Uint8Array; named: readonly [RungRow, ...RungRow[]] },
): Promise<Cancel> {
  const [{ bid, bidId }] = named;
  requireHeld(bid, named);
  await requireNoneWaits(context, bid.cancelTxid);
  const points = fundingPointsOf(bid);
  const [{ coins }, money] = await Promise.all([
    loadCoins(context, points),
    moneyOf(context, script, bid.ownerAddress),
  ]);
  const spent = points.find((point) => !coins.has(point));
  if (spent !== undefined) throw new Refusal('coin-spent', spent);
  const by = { key: body.publicKey, feeRate: body.feeRate };
  const planned = planFundingCancel(context, bid, { ...by, coins: money });
  const used = planned.draft.inputs.map(({ coin }) => coin);
  const further = used.filter(({ outpoint }) => !points.includes(outpoint));
  const prepared = {
    ...psbtToSign(planned, used),
    orderIds: named.map(({ id }) => id),
    tickets: [],
    refund: refundOf(planned).toString(),
    fees: { networkFee: planned.fee.toString(), vsize: plannedVsize(planned), feeRate: body.feeRate },
  };
  const unsigned = bytesToHex(planned.unsigned);
  const record = { kind: 'cancel-funding', bidId, ...by, coins: further.map(coinToWire), unsigned } as const;
  return { prepared, record };
}

/** @throws Refusal order-closed while one that was sent still waits */
async function requireNoneWaits({ store }: OrderContext, txid: string | null): Promise<void> {
  if (txid === null) return;
  const [sent] = await findOutbox(store.db, [txid]);
  if (sent !== undefined && sent.status !== 'void') throw new Refusal('order-closed');
}

async function cancelLocks(
  { store }: OrderContext,
  body: PrepareBidCancel,
  named: readonly [RungRow, ...RungRow[]],
): Promise<Cancel> {
  // Named one by one each has to be there; of a whole bid those that are.
  const there = named.filter((rung) => isLocked(rung));
  const rungs: readonly RungRow[] = body.orderIds === undefined ? there : named;
  const [first] = rungs;
  if (first === undefined) throw new Refusal('order-closed');
  for (const rung of rungs) requireLocked(rung);
  const waiting = await waitingCancel(store.db, rungs, await rungsOf(store.db, [first.bidId]));
  const plan = planLocksCancel(rungs, body.feeRate);
  const built = buildCancelLocks(plan);
  requireDearer(waiting, built);
  invariant(rungs.length === plan.locks.length, 'every rung has its lock');
  const orderIds = rungs.map(({ id }) => id);
  const refund = plan.refund.toString();
  const prepared = {
    ...psbtToSign(
      built,
      plan.locks.map(({ coin }) => coin),
    ),
    orderIds,
    tickets: rungs.map(({ ticket }) => ticket),
    refund,
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: body.feeRate },
  };
  const unsigned = bytesToHex(built.unsigned);
  const { bidId } = first;
  return {
    prepared,
    record: {
      ...({ kind: 'cancel-locks', bidId, orderIds, feeRate: body.feeRate, refund, unsigned } as const),
      ...(waiting === undefined ? {} : { replaces: waiting.txid }),
    },
  };
}
