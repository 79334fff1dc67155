/** The first liquidity of a BRC-20 pool: lots to a script of the pool's, sats into lanes, shares out of the share coin (pools §12). */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin } from '@rialto/protocols';
import type { Payer } from '../../draft/payer.ts';
import { checkedAct, satLaneOutput, tokenOutput, unitsOf } from '../pool-draft.ts';
import type { NextLane, PoolAct } from '../pool-draft.ts';
import { shareStep } from '../pool-lanes.ts';
import { paidAct } from '../pool-user.ts';
import { broughtLots, lotAct } from './lot-act.ts';
import type { BringRequest } from './lot-act.ts';

interface InitLotsRequest extends BringRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  /** The whole supply of shares. */
  readonly shareCoin: Coin;
  /** The lanes that are opened; they hold sats alone. */
  readonly lanes: readonly Pick<NextLane, 'value'>[];
  /** How many shares leave the share coin, those that burn among them. */
  readonly shares: Amount;
  /** How many of them burn (pools §4). */
  readonly burned: Amount;
}

/**
 * Plans the first liquidity. In: lots, user's coins, share coin. Out: the lots' sats to the pool, 546 sat with the shares, change, share
 * coin, lanes, message, service fee.
 * @throws Refusal as `planSellLots` but for its own directions; bad-request also where nothing burns, lots-differ or not-a-lot for the
 *   share coin, insufficient-funds
 */
export function planInitLots(request: InitLotsRequest): PoolAct {
  const { payer, pool, shareCoin, lanes, shares, burned, feeRateSatVb } = request;
  const lots = broughtLots(request, payer);
  if (lanes.length === 0 || burned < 1n) throw new Refusal('bad-request', 'no lane, or nothing burns');
  const share = shareStep({ pool, traded: lots }, shareCoin, shares);
  const act: PoolAct = {
    ...lotAct(request, lots, payer),
    poolCoins: [shareCoin],
    userOutputs: [tokenOutput(payer.script, share.rune, shares - burned)],
    poolOutputs: [share.output, ...lanes.map((lane) => satLaneOutput(pool, lane))],
    burned: [unitsOf(share.rune, burned)],
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
