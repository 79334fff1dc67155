/** Lots for sats: the user's lots go to a script of the pool's, what they pay comes out of one or several lanes less all fees (pools §12). */
import { Refusal } from '@rialto/refusals';
import type { Payer } from '../../draft/payer.ts';
import { checkedAct } from '../pool-draft.ts';
import type { LaneStep, PoolAct } from '../pool-draft.ts';
import { satLanesOf } from '../pool-lanes.ts';
import { settledAct } from '../pool-user.ts';
import { broughtLots, lotAct } from './lot-act.ts';
import type { BringRequest } from './lot-act.ts';

interface SellLotsRequest extends BringRequest {
  /** Whose lots are sold; no other coin of theirs is needed. */
  readonly seller: Pick<Payer, 'script' | 'key'>;
  /** The lanes it goes through: their sats shrink. */
  readonly lanes: readonly LaneStep[];
}

/**
 * Plans a sale. In: lots, lanes. Out: the lots' sats to the pool, the user's sats, lanes, service fee; no message.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no lot, no lane, or the lanes do not shrink), duplicate-input,
 *   coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, too-small (a lane, or what comes out), too-many-coins, script-not-allowed,
 *   fee-too-high
 */
export function planSellLots(request: SellLotsRequest): PoolAct {
  const { seller, pool, feeRateSatVb } = request;
  const lots = broughtLots(request, seller);
  const { coins, outputs, sats } = satLanesOf(pool, request.lanes);
  if (sats >= 0n) throw new Refusal('bad-request', 'the lanes do not buy');
  const act = { ...lotAct(request, lots, seller), poolCoins: coins, poolOutputs: outputs };
  return checkedAct(settledAct(act, seller, feeRateSatVb));
}
