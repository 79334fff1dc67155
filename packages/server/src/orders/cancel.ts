/** Cancel: softly, by deleting the stored signature; or on the chain, by the owner spending the lot to themselves. */
import { coinToWire } from '@rialto/contract';
import type {
  CancelAnswer,
  OrderAnswer,
  PrepareCancel,
  PreparedCancel,
  SubmitCancel,
} from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { wireOrderState } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, isClean } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Outpoint, Txid } from '@rialto/protocols';
import { acceptCancel, buildCancel, planCancel, requireReplaces } from '@rialto/psbt';
import type { CancelPlan } from '@rialto/psbt';
import { commitAndSend } from '../outbox/commit.ts';
import { settleSpender } from '../outbox/conflict.ts';
import { messageOf } from '../repeat.ts';
import type { Session } from '../session.ts';
import { findLock } from '../store/asks/lock-store.ts';
import { dropSignatures, setCancelTxid } from '../store/orders/ask-store.ts';
import type { AskRow } from '../store/orders/ask-store.ts';
import type { Tx } from '../store/database.ts';
import { findOrder, moveOrders, requireMoveOrder } from '../store/orders/order-store.ts';
import type { OrderRow } from '../store/orders/order-store.ts';
import type { SaleUnderWay } from '../store/orders/sale-store.ts';
import { findOutbox, outboxSpending } from '../store/outbox-store.ts';
import { keepCancel, keptCancel } from '../store/orders/trade-store.ts';
import { ownScript, requireFeeRate } from '../caller.ts';
import { ownAsk } from './own-order.ts';
import { cancelFromRecord, cancelToRecord } from '../store/orders/plan-codec.ts';
import type { OrderContext } from './context.ts';
import { moneyOf } from './money.ts';
import { CANCEL, TRADE } from './purposes.ts';
import { prepareCancelOfLock, submitCancelOfLock } from './protected/cancel-lock.ts';
import { lotOfCancel } from './late/cancel-lot.ts';
import { requireEndable } from './late/late-sale.ts';

/** Deletes the signature. Refused while a trade is unconfirmed: its transaction already carries the signature. */
export async function cancelSoftly(
  context: OrderContext,
  session: Session,
  body: { net: string; address: string; orderId: string },
  book: MarketName,
): Promise<OrderAnswer> {
  const row = await ownAsk(context, session, body, book);
  if (row.status === 'cancelled') return { orderId: row.id, orderState: 3 };
  const moved = await context.store.transact(async (tx) => {
    const rows = await moveOrders(tx, {
      ids: [row.id],
      event: 'cancel',
      reason: 'withdrawn by its owner',
    });
    if (rows.some((order) => order.liveTrade !== null)) throw new Refusal('order-taken');
    await dropSignatures(
      tx,
      rows.map(({ id }) => id),
    );
    return rows;
  });
  // Sent twice at once, both are told that it is done.
  if (moved.length === 0 && (await findOrder(context.store.db, row.id))?.status !== 'cancelled')
    throw new Refusal('order-closed');
  return { orderId: row.id, orderState: 3 };
}

/** `cancelling` again when its transaction came to nothing; `cancelled` softly, when the signature may be about. */
const CANCELLABLE: readonly string[] = ['open', 'paused', 'cancelling', 'cancelled'];

/** The cancel that was sent for this order, unless it is void. */
async function cancelUnderWay(context: OrderContext, row: AskRow): Promise<Txid | undefined> {
  if (row.cancelTxid === null) return undefined;
  const [sent] = await findOutbox(context.store.db, [row.cancelTxid]);
  return sent === undefined || sent.status === 'void' ? undefined : (sent.txid as Txid);
}

export async function prepareCancel(
  context: OrderContext,
  session: Session,
  body: PrepareCancel,
  book: MarketName,
): Promise<PreparedCancel> {
  const row = await ownAsk(context, session, body, book);
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const lock = await findLock(context.store.db, row.id);
  if (lock !== undefined) {
    if ((await cancelUnderWay(context, row)) !== undefined) throw new Refusal('order-closed');
    return prepareCancelOfLock(context, { row, lock }, body, script);
  }
  const point = row.outpoint as Outpoint;
  if (!CANCELLABLE.includes(row.status) || (await cancelUnderWay(context, row)) !== undefined)
    throw new Refusal('order-closed');
  const sales = await requireEndable(context, context.store.db, point);
  const [{ lot, replaced }, own] = await Promise.all([
    lotOfCancel(context, { point, script, sales }),
    moneyOf(context, script, session.address),
  ]);
  const plan = planCancel({
    lot,
    replaced,
    ownerScript: script,
    ownerKey: hexToBytes(body.publicKey),
    coins: own.filter((coin) => coin.outpoint !== point),
    feeRateSatVb: body.feeRate,
  });
  const built = buildCancel(plan);
  const expiresAt = context.now() + context.settings.takeMs;
  await keepCancel(context.store.db, {
    orderId: row.id,
    plan: cancelToRecord(plan),
    expiresAt: new Date(expiresAt),
  });
  return {
    orderId: row.id,
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: [plan.lot, ...plan.payments].map(coinToWire),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: body.feeRate },
    expiresAt,
  };
}

export async function submitCancel(
  context: OrderContext,
  session: Session,
  body: SubmitCancel,
  book: MarketName,
): Promise<CancelAnswer> {
  const row = await ownAsk(context, session, body, book);
  const sent = await cancelUnderWay(context, row);
  if (sent !== undefined) return { orderId: row.id, orderState: 3, txId: sent };
  try {
    return await sendCancel(context, row, body);
  } catch (error) {
    // Sent twice at once: the later one meets what the first has sent.
    const now = await cancelUnderWay(context, await ownAsk(context, session, body, book));
    if (now === undefined) throw error;
    return { orderId: row.id, orderState: 3, txId: now };
  }
}

async function sendCancel(context: OrderContext, row: AskRow, body: SubmitCancel): Promise<CancelAnswer> {
  const lock = await findLock(context.store.db, row.id);
  if (lock !== undefined) return submitCancelOfLock(context, { row, lock }, body);
  const kept = await keptCancel(context.store.db, row.id);
  if (kept === undefined || kept.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
  const point = row.outpoint as Outpoint;
  const before = await requireEndable(context, context.store.db, point);
  const plan = await freshCancel(context, cancelFromRecord(kept.plan), before);
  const { raw, txid } = acceptCancel(plan, hexToBytes(body.psbtRaw), context.verifier);
  const { fee } = buildCancel(plan);
  const coins = [plan.lot, ...plan.payments];
  const commit = { finals: [{ raw, txid, fee, coins }], refusals: before.length === 0 ? {} : OUTBID };
  await commitAndSend(context.outbox, commit, async (tx) => {
    const sales = await requireEndable(context, tx, point);
    await withdraw(tx, row, sales);
    await setCancelTxid(tx, row.id, txid);
    const [sale] = sales;
    const standsFor = { purpose: CANCEL.name, reference: row.id };
    return sale === undefined ? standsFor : { ...standsFor, replaces: sale.txid };
  });
  if (before.length > 0) await endSales(context, point);
  return { orderId: row.id, orderState: wireOrderState('cancelling'), txId: txid };
}

/** A block has the purchase by now, or something was built on it that makes the cancel too cheap. */
const OUTBID = { 'missing-inputs': 'order-taken', conflict: 'fee-too-low' } as const;

/** What the node dropped for the cancel is void at once. The cancel stands whatever goes wrong here: what is not seen now the follower sees. */
async function endSales({ outbox, store, chain, warn }: OrderContext, point: Outpoint): Promise<void> {
  try {
    const spends = await chain.spendingOf([point]);
    for (const sold of await outboxSpending(store.db, [point], [TRADE.name]))
      await settleSpender(outbox, sold, spends);
  } catch (error) {
    warn('a purchase that its seller ended is void a moment later', { point, error: messageOf(error) });
  }
}

/** What was withdrawn before, softly or by a cancel that came to nothing, stays as it is. */
async function withdraw(tx: Tx, row: AskRow, ended: readonly SaleUnderWay[]): Promise<void> {
  const reason = 'its owner is spending the coin';
  const wasWithdrawn = row.status === 'cancelled' || row.status === 'cancelling';
  const moved = wasWithdrawn
    ? await moveOrders(tx, { ids: [row.id], event: 'cancel-on-chain', reason })
    : [await requireMoveOrder(tx, { id: row.id, event: 'cancel-on-chain', reason }, 'order-closed')];
  // A take may have claimed it since it was looked at.
  const isHeld = ({ liveTrade }: OrderRow): boolean =>
    liveTrade !== null && !ended.some(({ tradeId }) => tradeId === liveTrade);
  if (moved.some(isHeld)) throw new Refusal('order-taken');
}

/** The plan with its coins as they are now: none is gone, and what pays is still clean. */
async function freshCancel(
  context: OrderContext,
  plan: CancelPlan,
  sales: readonly SaleUnderWay[],
): Promise<CancelPlan> {
  const { outpoint: point } = plan.lot;
  const [{ lot, replaced }, { coins }] = await Promise.all([
    lotOfCancel(context, { point, script: plan.ownerScript, sales }),
    loadCoins(
      context,
      plan.payments.map((coin) => coin.outpoint),
    ),
  ]);
  const payments = plan.payments.map((coin) => {
    const now = coins.get(coin.outpoint);
    if (now === undefined) throw new Refusal('coin-spent', coin.outpoint);
    return now;
  });
  if (lot.height === undefined || !payments.every(isClean)) throw new Refusal('coin-unconfirmed');
  const fresh = { ...plan, lot, payments };
  // Something may have been built on the purchase since.
  if (replaced !== undefined) requireReplaces(fresh, replaced);
  return fresh;
}
