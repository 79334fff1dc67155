/** Take plans to and from their stored form, exactly. */
import { coinFromWire, coinToWire, planFromWire, planToWire } from '@rialto/contract';
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { lockOf } from '@rialto/psbt';
import type { CancelPlan, TakePlan } from '@rialto/psbt';
import type { CancelRecord, PlanRecord } from './plan-record.ts';

/** @param orders in the order of the plan's lots */
export function planToRecord(
  plan: TakePlan,
  orders: readonly { readonly id: string; readonly orderType: number }[],
): PlanRecord {
  const wire = planToWire(plan, coinToWire);
  return {
    ...wire,
    orderType: orders[0]?.orderType ?? 0,
    lots: wire.lots.map((lot, at) => ({ orderId: orders[at]?.id ?? '', ...lot })),
  };
}

export const planFromRecord = (record: PlanRecord): TakePlan => planFromWire(record, coinFromWire, lockOf);

/** Every coin a plan spends, in input order. */
export function coinsOfPlan(plan: TakePlan): Coin[] {
  return [plan.pad.coin, ...plan.lots.map((lot) => lot.coin), ...plan.payments];
}

/** The plan with its coins as they are now. `stale` names the first coin that is gone. */
export function refreshPlan(
  plan: TakePlan,
  coins: ReadonlyMap<Outpoint, Coin>,
): { plan: TakePlan } | { stale: 'lot' | 'pad' | 'payment' } {
  const fresh = (coin: Coin): Coin | undefined => coins.get(coin.outpoint);
  const pad = fresh(plan.pad.coin);
  if (pad === undefined) return { stale: 'pad' };
  const lots = plan.lots.flatMap((lot) => {
    const coin = fresh(lot.coin);
    return coin === undefined ? [] : [{ ...lot, coin }];
  });
  if (lots.length < plan.lots.length) return { stale: 'lot' };
  const payments = plan.payments.flatMap((coin) => fresh(coin) ?? []);
  if (payments.length < plan.payments.length) return { stale: 'payment' };
  return { plan: { ...plan, pad: { ...plan.pad, coin: pad }, lots, payments } };
}

export function cancelToRecord(plan: CancelPlan): CancelRecord {
  return {
    lot: coinToWire(plan.lot),
    payments: plan.payments.map(coinToWire),
    ownerScript: bytesToHex(plan.ownerScript),
    ownerKey: bytesToHex(plan.ownerKey),
    change: plan.change === undefined ? null : plan.change.toString(),
  };
}

export function cancelFromRecord(record: CancelRecord): CancelPlan {
  return {
    lot: coinFromWire(record.lot),
    payments: record.payments.map(coinFromWire),
    ownerScript: hexToBytes(record.ownerScript),
    ownerKey: hexToBytes(record.ownerKey),
    change: record.change === null ? undefined : sats(BigInt(record.change)),
  };
}
