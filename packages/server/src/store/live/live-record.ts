/** An answer to a live bid as the database keeps it, and exactly back. */
import { coinFromWire, coinToWire, planFromWire, planToWire } from '@rialto/contract';
import type { WireCoin, WireTakePlan } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import { lockOf } from '@rialto/psbt';
import type { LivePlan } from '@rialto/psbt';

export interface LiveRecord {
  readonly take: WireTakePlan<WireCoin>;
  readonly sellerKey: string;
}

export const liveToRecord = ({ take, sellerKey }: LivePlan): LiveRecord => ({
  take: planToWire(take, coinToWire),
  sellerKey: bytesToHex(sellerKey),
});

export function liveFromRecord({ take, sellerKey }: LiveRecord): LivePlan {
  const { live, ...plan } = planFromWire(take, coinFromWire, lockOf);
  invariant(live === true, 'an answer is a sale into a live bid');
  return { take: { ...plan, live }, sellerKey: hexToBytes(sellerKey) };
}
