/** A rune for sats: units go into one or several lanes, what they pay goes to the user less all fees (pools §7). */
import { Refusal } from '@rialto/refusals';
import type { Coin, TxOutput } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import { checkServiceFee, checkedAct, tokenOutput } from './pool-draft.ts';
import type { LaneStep, PoolAct } from './pool-draft.ts';
import { lanesOf } from './pool-lanes.ts';
import type { PoolScript } from './pool-script.ts';
import { checkRuneCoins, settledAct } from './pool-user.ts';

interface SwapSellRequest {
  /** Whose rune coins are sold; no other coin of theirs is needed. */
  readonly seller: Pick<Payer, 'script' | 'key'>;
  readonly coins: readonly Coin[];
  readonly pool: PoolScript;
  /** The lanes it goes through, with what each becomes: their sats shrink, their units grow. */
  readonly lanes: readonly LaneStep[];
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/**
 * Plans a sale. In: rune coins, lanes. Out: 546 sat with the units that are left, if any; the user's sats; lanes, message, service fee.
 * Of coins that are sold whole the message is a pointer alone.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no coin, no lane, or the lanes do not buy), too-many-coins, duplicate-input,
 *   coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, insufficient-funds (the coins hold less), too-small (a lane, or what comes out),
 *   script-not-allowed, too-large, fee-too-high
 */
export function planSwapSell({
  seller,
  pool,
  serviceFee,
  feeRateSatVb,
  ...request
}: SwapSellRequest): PoolAct {
  checkServiceFee(serviceFee);
  const { rune, coins, outputs, sats, units } = lanesOf(pool, request.lanes);
  if (sats >= 0n || units <= 0n) throw new Refusal('bad-request', 'the lanes do not buy');
  const held = checkRuneCoins(request.coins, { payer: { ...seller, coins: [] }, pool, rune: rune.asset });
  const left = held - units;
  if (left < 0n) throw new Refusal('insufficient-funds', `missing ${-left} of ${rune.asset}`);
  const act: PoolAct = {
    pool,
    userKey: seller.key,
    userCoins: request.coins,
    poolCoins: coins,
    userOutputs: left === 0n ? [] : [tokenOutput(seller.script, rune, left)],
    poolOutputs: outputs,
    firstLane: 0,
    burned: [],
    serviceFee,
  };
  return checkedAct(settledAct(act, seller, feeRateSatVb));
}
