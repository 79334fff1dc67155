/** More liquidity for a BRC-20 pool: lots to a script of the pool's, sats into every lane, shares for them (pools §12). */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin } from '@rialto/protocols';
import type { Payer } from '../../draft/payer.ts';
import { checkedAct, tokenOutput } from '../pool-draft.ts';
import type { LaneStep, PoolAct } from '../pool-draft.ts';
import { satLanesOf, shareStep } from '../pool-lanes.ts';
import { paidAct } from '../pool-user.ts';
import { broughtLots, lotAct } from './lot-act.ts';
import type { BringRequest } from './lot-act.ts';

interface AddLotsRequest extends BringRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  readonly shareCoin: Coin;
  /** Every lane of the pool, with what each becomes. */
  readonly lanes: readonly LaneStep[];
  /** How many shares are handed out. */
  readonly shares: Amount;
}

/**
 * Plans an addition. In: lots, user's coins, share coin, all lanes. Out: the lots' sats to the pool, 546 sat with the shares, change, share
 * coin, lanes, message, service fee.
 * @throws Refusal as `planInitLots`; bad-request where the lanes do not grow
 */
export function planAddLots(request: AddLotsRequest): PoolAct {
  const { payer, pool, shareCoin, shares, feeRateSatVb } = request;
  const lots = broughtLots(request, payer);
  const { coins, outputs, sats } = satLanesOf(pool, request.lanes);
  if (sats <= 0n) throw new Refusal('bad-request', 'the lanes do not grow');
  const share = shareStep({ pool, traded: lots }, shareCoin, shares);
  const act: PoolAct = {
    ...lotAct(request, lots, payer),
    poolCoins: [shareCoin, ...coins],
    userOutputs: [tokenOutput(payer.script, share.rune, shares)],
    poolOutputs: [share.output, ...outputs],
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
