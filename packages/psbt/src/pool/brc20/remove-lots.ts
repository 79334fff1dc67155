/**
 * Less liquidity of a BRC-20 pool: shares go back to the share coin, ready lots and sats go to their holder. Lots do not divide: what no lot
 * makes up is paid in sats (pools §12).
 */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin } from '@rialto/protocols';
import type { Payer } from '../../draft/payer.ts';
import { checkServiceFee, checkedAct, tokenOutput } from '../pool-draft.ts';
import type { LaneStep, PoolAct } from '../pool-draft.ts';
import { satLanesOf, shareStep } from '../pool-lanes.ts';
import { checkRuneCoins, settledAct } from '../pool-user.ts';
import { givenLots, lotAct } from './lot-act.ts';
import type { GiveRequest } from './lot-act.ts';

interface RemoveLotsRequest extends GiveRequest {
  /** Whose share coins come back; no other coin of theirs is needed. */
  readonly holder: Pick<Payer, 'script' | 'key'>;
  /** Coins with shares. */
  readonly coins: readonly Coin[];
  readonly shareCoin: Coin;
  /** Every lane of the pool, with what each becomes. */
  readonly lanes: readonly LaneStep[];
  /** How many shares come back. */
  readonly shares: Amount;
}

/**
 * Plans a removal. In: lots, coins with shares, share coin, all lanes. Out: the lots' sats to the user, 546 sat with the shares that are
 * left, if any; the user's sats, share coin, lanes, message, service fee. Without a lot it is all paid in sats, and the first output is not
 * there.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no share coin, no lane, or the lanes do not shrink), too-many-coins,
 *   duplicate-input, coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, insufficient-funds (fewer shares on the coins), too-small,
 *   script-not-allowed, too-large, fee-too-high
 */
export function planRemoveLots(request: RemoveLotsRequest): PoolAct {
  const { holder, pool, token, shareCoin, shares, feeRateSatVb } = request;
  checkServiceFee(request.serviceFee);
  const base = withLots(request);
  const { coins, outputs, sats } = satLanesOf(pool, request.lanes);
  if (sats >= 0n || shares < 1n) throw new Refusal('bad-request', 'the lanes do not shrink');
  const share = shareStep({ pool, traded: { asset: token } }, shareCoin, -shares);
  const { asset } = share.rune;
  const held = checkRuneCoins(request.coins, { payer: { ...holder, coins: [] }, pool, rune: asset });
  const left = held - shares;
  if (left < 0n) throw new Refusal('insufficient-funds', `missing ${-left} of ${asset}`);
  const act: PoolAct = {
    ...base,
    userCoins: request.coins,
    poolCoins: [shareCoin, ...coins],
    userOutputs: left === 0n ? [] : [tokenOutput(holder.script, share.rune, left)],
    poolOutputs: [share.output, ...outputs],
  };
  return checkedAct(settledAct(act, holder, feeRateSatVb));
}

function withLots(request: RemoveLotsRequest): PoolAct {
  const { holder, lots } = request;
  if (lots.length > 0) return lotAct(request, givenLots(request, holder), holder);
  const { lots: _none, ...bare } = lotAct(request, { coins: [], from: [], to: holder.script }, holder);
  return bare;
}
