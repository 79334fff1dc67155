/** Less liquidity: shares go back to the share coin, sats and units out of every lane to their holder (pools §7). */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin, TxOutput } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import { checkServiceFee, checkedAct, tokenOutput } from './pool-draft.ts';
import type { LaneStep, PoolAct } from './pool-draft.ts';
import { lanesOf, shareStep } from './pool-lanes.ts';
import type { PoolScript } from './pool-script.ts';
import { checkRuneCoins, settledAct } from './pool-user.ts';

interface RemoveRequest {
  /** Whose share coins come back; no other coin of theirs is needed. */
  readonly holder: Pick<Payer, 'script' | 'key'>;
  /** Coins with shares. */
  readonly coins: readonly Coin[];
  readonly pool: PoolScript;
  readonly shareCoin: Coin;
  /** Every lane of the pool, with what each becomes. */
  readonly lanes: readonly LaneStep[];
  /** How many shares come back. */
  readonly shares: Amount;
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/**
 * Plans a removal. In: coins with shares, share coin, all lanes. Out: 546 sat with the units, 546 sat with the shares that are left, if
 * any; the user's sats, share coin, lanes, message, service fee.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no coin, no lane, or the lanes do not shrink), too-many-coins,
 *   duplicate-input, coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, insufficient-funds (fewer shares on the coins), too-small,
 *   script-not-allowed, too-large, fee-too-high
 */
export function planRemove({
  holder,
  pool,
  shareCoin,
  serviceFee,
  feeRateSatVb,
  ...request
}: RemoveRequest): PoolAct {
  checkServiceFee(serviceFee);
  const { shares } = request;
  const { rune, coins, outputs, sats, units } = lanesOf(pool, request.lanes);
  if (sats >= 0n || units >= 0n || shares < 1n) throw new Refusal('bad-request', 'the lanes do not shrink');
  const share = shareStep({ pool, traded: rune }, shareCoin, -shares);
  const { asset } = share.rune;
  const held = checkRuneCoins(request.coins, { payer: { ...holder, coins: [] }, pool, rune: asset });
  const left = held - shares;
  if (left < 0n) throw new Refusal('insufficient-funds', `missing ${-left} of ${asset}`);
  const act: PoolAct = {
    pool,
    userKey: holder.key,
    userCoins: request.coins,
    poolCoins: [shareCoin, ...coins],
    userOutputs: [
      tokenOutput(holder.script, rune, -units),
      ...(left === 0n ? [] : [tokenOutput(holder.script, share.rune, left)]),
    ],
    poolOutputs: [share.output, ...outputs],
    firstLane: 1,
    burned: [],
    serviceFee,
  };
  return checkedAct(settledAct(act, holder, feeRateSatVb));
}
