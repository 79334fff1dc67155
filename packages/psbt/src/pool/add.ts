/** More liquidity: sats and units into every lane, shares for them out of the share coin (pools §7). */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin, TxOutput } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import { checkServiceFee, checkedAct, tokenOutput } from './pool-draft.ts';
import type { LaneStep, PoolAct } from './pool-draft.ts';
import { lanesOf, shareStep } from './pool-lanes.ts';
import type { PoolScript } from './pool-script.ts';
import { checkRuneCoins, paidAct } from './pool-user.ts';

interface AddRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  /** The rune coins that are brought. */
  readonly coins: readonly Coin[];
  readonly pool: PoolScript;
  readonly shareCoin: Coin;
  /** Every lane of the pool, with what each becomes. */
  readonly lanes: readonly LaneStep[];
  /** How many shares are handed out. */
  readonly shares: Amount;
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/**
 * Plans an addition. In: rune coins, user's coins, share coin, all lanes. Out: 546 sat with the shares, 546 sat with the units that are
 * left, if any; change, share coin, lanes, message, service fee.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no coin, no lane, or the lanes do not grow), too-many-coins, duplicate-input,
 *   coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, insufficient-funds, too-small, script-not-allowed, too-large, fee-too-high
 */
export function planAdd({
  payer,
  pool,
  shareCoin,
  serviceFee,
  feeRateSatVb,
  ...request
}: AddRequest): PoolAct {
  checkServiceFee(serviceFee);
  const { rune, coins, outputs, sats, units } = lanesOf(pool, request.lanes);
  if (sats <= 0n || units <= 0n) throw new Refusal('bad-request', 'the lanes do not grow');
  const held = checkRuneCoins(request.coins, { payer, pool, rune: rune.asset });
  const left = held - units;
  if (left < 0n) throw new Refusal('insufficient-funds', `missing ${-left} of ${rune.asset}`);
  const share = shareStep({ pool, traded: rune }, shareCoin, request.shares);
  const act: PoolAct = {
    pool,
    userKey: payer.key,
    userCoins: request.coins,
    poolCoins: [shareCoin, ...coins],
    userOutputs: [
      tokenOutput(payer.script, share.rune, request.shares),
      ...(left === 0n ? [] : [tokenOutput(payer.script, rune, left)]),
    ],
    poolOutputs: [share.output, ...outputs],
    firstLane: 1,
    burned: [],
    serviceFee,
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
