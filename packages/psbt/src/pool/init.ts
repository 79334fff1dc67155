/** The first liquidity: sats and units become the lanes, shares come out of the share coin, and some of them burn for ever (pools §7). */
import { Refusal } from '@rialto/refusals';
import type { Amount, Coin, TxOutput } from '@rialto/protocols';
import type { Payer } from '../draft/payer.ts';
import { checkServiceFee, checkedAct, laneOutput, tokenOutput, unitsOf } from './pool-draft.ts';
import type { NextLane, PoolAct } from './pool-draft.ts';
import { shareStep } from './pool-lanes.ts';
import type { PoolScript } from './pool-script.ts';
import { checkRuneCoins, paidAct, runeOn } from './pool-user.ts';

interface InitRequest {
  /** Whose clean coins pay. */
  readonly payer: Payer;
  /** The rune coins that are brought. */
  readonly coins: readonly Coin[];
  readonly pool: PoolScript;
  /** The whole supply of shares. */
  readonly shareCoin: Coin;
  /** The lanes that are opened. */
  readonly lanes: readonly NextLane[];
  /** How many shares leave the share coin, those that burn among them. */
  readonly shares: Amount;
  /** How many of them burn, so that no first provider can make a share worth a fortune (pools §4). */
  readonly burned: Amount;
  readonly serviceFee: TxOutput | undefined;
  readonly feeRateSatVb: number;
}

/**
 * Plans the first liquidity. In: rune coins, user's coins, share coin. Out: 546 sat with the shares, 546 sat with the units that are left,
 * if any; change, share coin, lanes, message, service fee.
 * @throws Refusal wrong-address-type, not-yours, bad-request (no coin, no lane, nothing burns),
 *   too-many-coins, duplicate-input, coin-unconfirmed, not-a-lot, lot-mixed, lots-differ, insufficient-funds, too-small, script-not-allowed,
 *   too-large, fee-too-high
 */
export function planInit({
  payer,
  pool,
  shareCoin,
  serviceFee,
  feeRateSatVb,
  ...request
}: InitRequest): PoolAct {
  checkServiceFee(serviceFee);
  const { lanes, shares, burned } = request;
  const [first] = request.coins;
  if (first === undefined) throw new Refusal('bad-request', 'no coin');
  if (lanes.length === 0 || burned < 1n) throw new Refusal('bad-request', 'no lane, or nothing burns');
  const rune = runeOn(first);
  const share = shareStep({ pool, traded: rune }, shareCoin, shares);
  const held = checkRuneCoins(request.coins, { payer, pool, rune: rune.asset });
  const left = lanes.reduce((rest, { amount }) => rest - amount, held);
  if (left < 0n) throw new Refusal('insufficient-funds', `missing ${-left} of ${rune.asset}`);
  const act: PoolAct = {
    pool,
    userKey: payer.key,
    userCoins: request.coins,
    poolCoins: [shareCoin],
    userOutputs: [
      tokenOutput(payer.script, share.rune, shares - burned),
      ...(left === 0n ? [] : [tokenOutput(payer.script, rune, left)]),
    ],
    poolOutputs: [share.output, ...lanes.map((lane) => laneOutput(pool, rune, lane))],
    firstLane: 1,
    burned: [unitsOf(share.rune, burned)],
    serviceFee,
  };
  return checkedAct(paidAct(act, payer, feeRateSatVb));
}
