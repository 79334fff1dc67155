/** Whether a deposit fits its order, and if not why; pure, and the same that the signer asks (bridge §2, §6). */
import { bridgeQuote, requireBridgeAmount } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import type { JudgedDeposit, Payment } from '../../store/bridge/judge-store.ts';
import type { BridgeOrderRow } from '../../store/bridge/order-store.ts';

/**
 * @param own scripts of the bridge's, of all assets
 * @returns a refusal's code; undefined where it is paid out
 */
export function misfitOf(
  asset: BridgeAsset,
  { deposit, order, payments }: JudgedDeposit,
  own: ReadonlySet<string>,
): RefusalCode | undefined {
  if (deposit.mixed) return 'lot-mixed';
  if (order === null) return 'bridge-order-unknown';
  if (own.has(order.receiver)) return 'not-yours';
  const misfit = misfitAlone(asset, deposit, order);
  if (misfit !== undefined) return misfit;
  const first = payments.find((one) => one.isPaidOut) ?? payments.find((one) => isFor(asset, one, order));
  return first === undefined || first.name === deposit.name ? undefined : 'bridge-paid-before';
}

/** What could be paid out by itself. Others take the order from nobody: anybody can pay dust with its id. */
const isFor = (asset: BridgeAsset, payment: Payment, order: BridgeOrderRow): boolean =>
  payment.status !== 'refunding' &&
  payment.status !== 'refunded' &&
  misfitAlone(asset, payment, order) === undefined;

/** As if nothing else had been paid for the order. */
function misfitAlone(
  asset: BridgeAsset,
  { amount, mixed }: Pick<Payment, 'amount' | 'mixed'>,
  order: Pick<BridgeOrderRow, 'amount' | 'least' | 'direction'>,
): RefusalCode | undefined {
  if (mixed) return 'lot-mixed';
  if (order.amount !== null && order.amount !== amount) return 'bridge-amount-differs';
  try {
    requireBridgeAmount(asset, amount);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  const { out } = bridgeQuote(asset, order.direction, amount);
  return out === 0n || out < order.least ? 'bridge-terms-differ' : undefined;
}
