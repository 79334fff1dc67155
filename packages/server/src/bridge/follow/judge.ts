/** Whether a deposit fits its order, and if not why; pure, and the same that the signer asks (bridge §2, §6). */
import { bridgeQuote, requireBridgeAmount } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import type { JudgedDeposit } from '../../store/bridge/deposit-store.ts';

/** @returns a refusal's code; undefined where it is paid out */
export function misfitOf(
  asset: BridgeAsset,
  { deposit, order, before }: Pick<JudgedDeposit, 'deposit' | 'order' | 'before'>,
): RefusalCode | undefined {
  const { amount, mixed, direction } = deposit;
  if (mixed) return 'lot-mixed';
  if (order === null) return 'bridge-order-unknown';
  if (before > 0) return 'bridge-paid-before';
  if (order.amount !== null && order.amount !== amount) return 'bridge-amount-differs';
  try {
    requireBridgeAmount(asset, amount);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return bridgeQuote(asset, direction, amount).out < order.least ? 'bridge-terms-differ' : undefined;
}
