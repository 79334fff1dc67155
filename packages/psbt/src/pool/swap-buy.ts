/** Sats for a rune: the user's sats go into one or several lanes, the units come out as one coin (pools §7). */
import { Refusal } from '@rialto/refusals';
import type { TxOutput } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import { checkServiceFee, checkedAct, tokenOutput } from './pool-draft.ts';
import type { LaneStep, PoolAct } from './pool-draft.ts';
import { lanesOf } from './pool-lanes.ts';
import type { PoolScript } from './pool-script.ts';
import { checkPoolUser, paidAct } from './pool-user.ts';

interface SwapBuyRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  readonly pool: PoolScript;
  /** The lanes it goes through, with what each becomes: their sats grow, their units shrink. */
  readonly lanes: readonly LaneStep[];
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/**
 * Plans a purchase. In: user's coins, lanes. Out: 546 sat with the units, change, lanes, message, service fee.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no lane, or the lanes do not sell), duplicate-input, not-a-lot, lot-mixed,
 *   lots-differ, too-small, script-not-allowed, too-large, insufficient-funds, too-many-coins, fee-too-high
 */
export function planSwapBuy({ payer, pool, serviceFee, feeRateSatVb, ...request }: SwapBuyRequest): PoolAct {
  checkPoolUser(payer, pool);
  checkServiceFee(serviceFee);
  const { rune, coins, outputs, sats, units } = lanesOf(pool, request.lanes);
  if (sats <= 0n || units >= 0n) throw new Refusal('bad-request', 'the lanes do not sell');
  const act: PoolAct = {
    pool,
    userKey: payer.key,
    userCoins: [],
    poolCoins: coins,
    userOutputs: [tokenOutput(payer.script, rune, -units)],
    poolOutputs: outputs,
    firstLane: 0,
    burned: [],
    serviceFee,
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
