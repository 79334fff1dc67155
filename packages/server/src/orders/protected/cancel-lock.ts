/** The way home from a lock while the exchange answers: seller and exchange sign it together, at once, unless a sale lives. */
import { coinFromWire, coinToWire, ticketToWire } from '@rialto/contract';
import type { CancelAnswer, PrepareCancel, PreparedCancel, SubmitCancel } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { wireOrderState } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant, isClean, sats } from '@rialto/protocols';
import { acceptLotMove, buildLotMove, finishLotMove, planLotMove } from '@rialto/psbt';
import type { LotMovePlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { commitAndSend } from '../../outbox/commit.ts';
import type { StandsFor } from '../../outbox/commit.ts';
import type { AskLock } from '../../store/asks/lock-store.ts';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { setCancelTxid } from '../../store/orders/ask-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { keepCancel, keptCancel } from '../../store/orders/trade-store.ts';
import type { Tx } from '../../store/database.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import { onceReleased } from '../once-released.ts';
import { CANCEL } from '../purposes.ts';
import { lockNow, lockOfWire } from './locked.ts';
import { moveToSign } from './lock-move.ts';

interface Named {
  readonly row: AskRow;
  readonly lock: AskLock;
}

/** @param script the owner's */
export async function prepareCancelOfLock(
  context: OrderContext,
  { row, lock: kept }: Named,
  body: PrepareCancel,
  script: Uint8Array,
): Promise<PreparedCancel> {
  if (row.liveTrade !== null) throw new Refusal('order-taken');
  const { lock, coin } = await lockNow(context, kept);
  const plan = planLotMove({
    lot: coin,
    from: lock,
    to: undefined,
    ownerScript: script,
    ownerKey: hexToBytes(body.publicKey),
    coins: await moneyOf(context, script, row.ownerAddress),
    feeRateSatVb: body.feeRate,
  });
  const built = buildLotMove(plan);
  const expiresAt = context.now() + context.settings.takeMs;
  await keepCancel(context.store.db, {
    orderId: row.id,
    plan: {
      lot: coinToWire(coin),
      payments: plan.payments.map(coinToWire),
      ownerScript: bytesToHex(script),
      ownerKey: body.publicKey,
      change: plan.change?.toString() ?? null,
      lock: { value: plan.value.toString(), feeRate: plan.feeRateSatVb },
    },
    expiresAt: new Date(expiresAt),
  });
  return {
    orderId: row.id,
    ticket: ticketToWire(lock.ticket),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((entry) => ({ ...entry })),
    coins: [coin, ...plan.payments].map(coinToWire),
    fees: { networkFee: built.fee.toString(), vsize: built.vsize, feeRate: body.feeRate },
    expiresAt,
  };
}

export async function submitCancelOfLock(
  context: OrderContext,
  { row, lock }: Named,
  body: SubmitCancel,
): Promise<CancelAnswer> {
  if (row.liveTrade !== null) throw new Refusal('order-taken');
  const plan = await keptPlan(context, row, lock);
  const half = acceptLotMove(plan, hexToBytes(body.psbtRaw), context.verifier);
  context.at('received');
  const ours = hexToBytes(await context.custody.moveLot(moveToSign(plan, half)));
  context.at('co-signed');
  const { raw, txid } = finishLotMove(plan, half, ours, context.verifier);
  const { fee } = buildLotMove(plan);
  const commit = { finals: [{ raw, txid, fee, coins: [plan.lot, ...plan.payments] }], refusals: {} };
  const write = async (tx: Tx): Promise<StandsFor> => {
    const reason = 'its owner takes the lot out of its lock';
    const moved = await moveOrders(tx, { ids: [row.id], event: 'cancel-on-chain', reason });
    // A purchase may have claimed it since it was looked at.
    if (moved.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
    await setCancelTxid(tx, row.id, txid);
    return { purpose: CANCEL.name, reference: row.id };
  };
  await onceReleased(() => commitAndSend(context.outbox, commit, write));
  return { orderId: row.id, orderState: wireOrderState('cancelling'), txId: txid };
}

async function keptPlan(context: OrderContext, row: AskRow, { ticket }: AskLock): Promise<LotMovePlan> {
  const kept = await keptCancel(context.store.db, row.id);
  if (kept?.plan.lock === undefined || kept.expiresAt.getTime() < context.now())
    throw new Refusal('take-expired');
  const { lot, payments, change, lock, ownerScript, ownerKey } = kept.plan;
  const points = [lot, ...payments].map((coin) => coinFromWire(coin).outpoint);
  const { coins } = await loadCoins(context, points);
  const [first, ...rest] = points.map((point) => {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    return coin;
  });
  invariant(first !== undefined, 'a cancel has a lot');
  if (!rest.every(isClean)) throw new Refusal('coin-unconfirmed');
  return {
    lot: first,
    from: lockOfWire(ticket),
    to: undefined,
    ownerScript: hexToBytes(ownerScript),
    ownerKey: hexToBytes(ownerKey),
    payments: rest,
    value: sats(BigInt(lock.value)),
    change: change === null ? undefined : sats(BigInt(change)),
    feeRateSatVb: lock.feeRate,
  };
}
