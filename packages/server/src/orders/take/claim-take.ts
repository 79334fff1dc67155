/** A purchase and its orders in one transaction: the trade is written and the orders are claimed, or neither. */
import { coinFromWire } from '@rialto/contract';
import { bytesToHex, invariant, lotOf, sumSats, txidOf } from '@rialto/protocols';
import type { Lot, Txid } from '@rialto/protocols';
import { buildTake } from '@rialto/psbt';
import type { TakePlan, Witnesses } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { violates } from '../../store/database.ts';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { claimAsks, isPriceChanged } from '../../store/orders/order-claims.ts';
import { planFromRecord } from '../../store/orders/plan-codec.ts';
import { insertTrade, insertTradeOnce } from '../../store/orders/trade-store.ts';
import type { TakeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';
import { requireFewWaiting } from '../late/taken-back.ts';

/** What the planned lots sell: one token, which `planTake` has seen to. */
function lotsSold(take: TakeRow): readonly Lot[] {
  return take.plan.lots.map(({ coin }) => {
    const lot = lotOf(coinFromWire(coin));
    invariant(lot !== undefined, 'a planned lot is a lot');
    return lot;
  });
}

export function tokenOf(take: TakeRow): Lot {
  const [first] = lotsSold(take);
  invariant(first !== undefined, 'a take has a lot');
  return first;
}

/** What a trade's row says whatever becomes of it. */
function tradeRow(take: TakeRow, parts: { plan: TakePlan; txid: Txid; fee: bigint }) {
  const { asset, tick, decimals } = tokenOf(take);
  return {
    id: take.id,
    orderType: take.plan.orderType,
    assetId: asset,
    tick,
    decimals,
    price: sumSats(parts.plan.lots.map((lot) => lot.price)),
    coinAmount: lotsSold(take).reduce((sum, lot) => sum + lot.amount, 0n),
    networkFee: parts.fee,
    serviceFee: parts.plan.serviceFee?.value ?? 0n,
    buyerAddress: take.buyerAddress,
    orderIds: take.orderIds,
    txid: parts.txid,
    padOutpoint: take.padOutpoint,
  };
}

/** Claims the orders at the prices that were signed, and writes the trade, in one transaction; the loser of a race is told so. Undefined when it is claimed already. */
export async function claim(
  context: OrderContext,
  take: TakeRow,
  parts: { plan: TakePlan; halves: Witnesses; txid: Txid; fee: bigint; caller: string },
): Promise<AskRow[] | undefined> {
  try {
    return await context.store.transact(async (tx) => {
      const halfSigned = parts.halves.map((half) => half?.map(bytesToHex) ?? null);
      const { caller } = parts;
      await insertTrade(tx, { ...tradeRow(take, parts), status: 'submitted', halfSigned, caller });
      const { buyerAddress } = take;
      await requireFewWaiting(tx, context.settings, { buyerAddress, caller });
      const requested = take.plan.lots.map(({ orderId, price }) => ({ id: orderId, price: BigInt(price) }));
      const rows = await claimAsks(tx, requested, take.id);
      if (rows.length < requested.length)
        throw new Refusal((await isPriceChanged(tx, requested)) ? 'price-changed' : 'order-taken');
      return rows;
    });
  } catch (error) {
    if (violates(error, 'trades_pkey') || violates(error, 'trades_txid')) return undefined;
    throw error;
  }
}

/** Somebody else was first with what the buyer signed: a void trade says so, and names what to take instead. */
export async function recordLoss(context: OrderContext, take: TakeRow): Promise<void> {
  const plan = planFromRecord(take.plan);
  const built = buildTake(plan);
  const row = tradeRow(take, { plan, txid: txidOf(built.unsigned), fee: built.fee });
  const reason = 'somebody else took the order first; nothing was paid';
  await context.store.transact((tx) => insertTradeOnce(tx, { ...row, status: 'void', reason }));
}
