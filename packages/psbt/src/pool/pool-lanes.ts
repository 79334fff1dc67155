/** The lanes of an act: what they hold now, what they become, and the coin that holds the shares nobody has (pools §7). */
import { DUST_FLOOR, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, RuneAsset } from '@rialto/protocols';
import { checkDistinct } from '../draft/payer.ts';
import { laneOutput, satLaneOutput, unitsOf } from './pool-draft.ts';
import type { LaneStep, PoolOutput } from './pool-draft.ts';
import type { PoolScript } from './pool-script.ts';
import { runeOn } from './pool-user.ts';

interface Lanes {
  readonly rune: RuneAsset;
  readonly coins: readonly Coin[];
  readonly outputs: readonly PoolOutput[];
  /** What the lanes get of sats and units together; negative for what they give. */
  readonly sats: bigint;
  readonly units: bigint;
}

/**
 * The lanes an act spends and makes anew, one for one.
 * @throws Refusal bad-request (no lane), duplicate-input, not-a-lot (no rune on a lane), lot-mixed (anything else on it), lots-differ
 *   (another rune than on the first), too-small (what a lane becomes)
 */
export function lanesOf(pool: PoolScript, steps: readonly LaneStep[]): Lanes {
  const [first] = steps;
  if (first === undefined) throw new Refusal('bad-request', 'no lane');
  const rune = runeOn(first.coin);
  const coins = steps.map(({ coin }) => coin);
  checkDistinct(coins);
  let [sats, units] = [0n, 0n];
  const outputs = steps.map(({ coin, next }) => {
    const held = runeOn(coin);
    if (held.asset !== rune.asset) throw new Refusal('lots-differ', coin.outpoint);
    sats += next.value - coin.value;
    units += next.amount - held.amount;
    return laneOutput(pool, rune, next);
  });
  return { rune, coins, outputs, sats, units };
}

/** The lanes of a BRC-20 pool: sats alone (pools §12). */
export type SatLanes = Omit<Lanes, 'rune' | 'units'>;

/**
 * The lanes an act on a BRC-20 pool spends and makes anew, one for one.
 * @throws Refusal bad-request (no lane), duplicate-input, lot-mixed (anything is on a lane), too-small (what a lane becomes)
 */
export function satLanesOf(pool: PoolScript, steps: readonly LaneStep[]): SatLanes {
  if (steps.length === 0) throw new Refusal('bad-request', 'no lane');
  const coins = steps.map(({ coin }) => coin);
  checkDistinct(coins);
  let sats = 0n;
  const outputs = steps.map(({ coin, next }) => {
    if (coin.assets.length > 0) throw new Refusal('lot-mixed', coin.outpoint);
    sats += next.value - coin.value;
    return satLaneOutput(pool, next);
  });
  return { coins, outputs, sats };
}

/** The share coin after so many shares left it, or came back for a negative number. It keeps its sats. */
export interface ShareStep {
  readonly rune: RuneAsset;
  readonly output: PoolOutput;
}

/**
 * @param pool with the token it trades, which no share is
 * @param shares units that leave the share coin
 * @throws Refusal not-a-lot, lot-mixed; lots-differ for the rune that is traded; too-small when the coin holds less, or would hold nothing
 */
export function shareStep(
  { pool, traded }: { readonly pool: PoolScript; readonly traded: Pick<RuneAsset, 'asset'> },
  coin: Coin,
  shares: bigint,
): ShareStep {
  const rune = runeOn(coin);
  if (rune.asset === traded.asset) throw new Refusal('lots-differ', coin.outpoint);
  const left = rune.amount - shares;
  if (left < 1n) throw new Refusal('too-small', `${rune.amount} shares are left`);
  invariant(coin.value >= DUST_FLOOR, 'a share coin can be made again');
  return { rune, output: { value: coin.value, script: pool.script, runes: [unitsOf(rune, left)] } };
}
