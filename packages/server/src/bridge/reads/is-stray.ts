/** Deposits that wait for the operator: nobody can tell to whom they go back, or nothing would be left of them. */
import type { KnownAsset } from '../../store/bridge/asset-store.ts';
import type { RefusedDeposit } from '../../store/bridge/due-store.ts';
import { goesBack, leftOf } from '../exits/exit-of.ts';
import { isUnclaimed } from '../follow/heights.ts';
import type { Heights } from '../follow/heights.ts';

/** It never goes back by itself. One whose terms may be shown yet is none. */
export function isStray(
  known: KnownAsset,
  { deposit, refund }: RefusedDeposit,
  { own, heights }: { readonly own: ReadonlySet<string>; readonly heights: Heights },
): boolean {
  if (leftOf(known, deposit) === 0n) return true;
  const mayBeClaimed = refund === undefined && !isUnclaimed(deposit, heights);
  return !mayBeClaimed && goesBack(known, deposit, { refund, own }) === undefined;
}
