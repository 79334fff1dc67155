/** Where both indexes are, and how deep that makes a deposit. */
import { UNCLAIMED, depthFor } from '@rialto/market';
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { DepositRow } from '../../store/bridge/deposit-store.ts';
import type { BridgeContext } from '../context.ts';

export interface Heights {
  readonly btc: number;
  readonly mvc: number;
}

export async function heightsOf({ ledger, mvc }: Pick<BridgeContext, 'ledger' | 'mvc'>): Promise<Heights> {
  const [btc, other] = await Promise.all([ledger.tip(), mvc.ledger.tip()]);
  return { btc: btc.height, mvc: other?.height ?? -1 };
}

/** Whether a deposit without terms may go back to whoever paid it. */
export function isUnclaimed(
  { height, direction, orderId }: Pick<DepositRow, 'height' | 'direction' | 'orderId'>,
  { btc, mvc }: Heights,
): boolean {
  if (orderId === null) return true;
  return height !== null && (direction === 'mint' ? btc : mvc) - height + 1 >= UNCLAIMED;
}

/** As deep on its own chain as its amount asks for. */
export function isDeep(
  { asset }: Pick<KnownAsset, 'asset'>,
  { height, direction, amount }: Pick<DepositRow, 'height' | 'direction' | 'amount'>,
  heights: Heights,
): boolean {
  const tip = direction === 'mint' ? heights.btc : heights.mvc;
  return height !== null && tip - height + 1 >= depthFor(asset, direction, amount);
}
