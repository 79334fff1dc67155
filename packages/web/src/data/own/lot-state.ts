/** What may be done with a lot of one's own. Pure. */
import type { TransferEntry } from '@rialto/contract';

export type LotState = 'ready' | 'listed' | 'waiting' | 'signed';

/** @param held coins in an offer that is still handed in */
export function lotState(
  entry: Pick<TransferEntry, 'outpoint' | 'orderId' | 'confirmations'>,
  held: readonly string[] = [],
): LotState {
  if (held.includes(entry.outpoint)) return 'signed';
  if (entry.orderId !== undefined) return 'listed';
  return entry.confirmations > 0 ? 'ready' : 'waiting';
}
