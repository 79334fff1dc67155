/** Sats for lots: the user's sats go into one or several lanes, ready lots of the pool's come out as they are (pools §12). */
import { Refusal } from '@rialto/refusals';
import type { Payer } from '../../draft/payer.ts';
import { checkedAct } from '../pool-draft.ts';
import type { LaneStep, PoolAct } from '../pool-draft.ts';
import { satLanesOf } from '../pool-lanes.ts';
import { paidAct } from '../pool-user.ts';
import { givenLots, lotAct } from './lot-act.ts';
import type { GiveRequest } from './lot-act.ts';

interface BuyLotsRequest extends GiveRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  /** The lanes it goes through: their sats grow. */
  readonly lanes: readonly LaneStep[];
}

/**
 * Plans a purchase. In: lots, user's coins, lanes. Out: the lots' sats to the user, change, lanes, service fee; no message.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no lot, no lane, or the lanes do not grow), duplicate-input, coin-unconfirmed,
 *   not-a-lot, lot-mixed, lots-differ, too-small, too-many-coins, script-not-allowed, insufficient-funds, fee-too-high
 */
export function planBuyLots(request: BuyLotsRequest): PoolAct {
  const { payer, pool, feeRateSatVb } = request;
  const lots = givenLots(request, payer);
  const { coins, outputs, sats } = satLanesOf(pool, request.lanes);
  if (sats <= 0n) throw new Refusal('bad-request', 'the lanes do not sell');
  const act = { ...lotAct(request, lots, payer), poolCoins: coins, poolOutputs: outputs };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
