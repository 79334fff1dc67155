/** The move of a lot into or out of a lock: as it was prepared, with its coins as they are now, and as the signer is asked for it. */
import { coinFromWire, ticketToWire } from '@rialto/contract';
import type { MoveRequest } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes, invariant, isClean, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { addressToScript, buildLotMove, finishLotMove, LOCKED_LOT_VALUE } from '@rialto/psbt';
import type { Finished, LotMovePlan, MoveHalf } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { BidActOf } from '../../store/bids/bid-act-store.ts';
import type { OrderContext } from '../context.ts';
import { lockOfWire } from './locked.ts';

export function planOfRecord(
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
export async function freshPlan(context: OrderContext, plan: LotMovePlan): Promise<LotMovePlan> {
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

/** Out of an older lock the exchange signs too. */
export async function complete(context: OrderContext, plan: LotMovePlan, half: MoveHalf): Promise<Finished> {
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
