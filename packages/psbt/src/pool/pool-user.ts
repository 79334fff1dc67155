/** The user of a pool and the coins that come in: confirmed, of one script, and with exactly what the act is about (pools §7). */
import { DUST_FLOOR, equalBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, RuneAsset, Sats } from '@rialto/protocols';
import { MAX_COINS, selectCoins } from '../draft/selection.ts';
import { checkCarried, checkDistinct, checkPayer, heldOf, totalOf } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { vsizeOf, weightOf } from '../draft/draft.ts';
import { feeOf } from '../tx/size.ts';
import { draftOfAct, moneyOutput } from './pool-draft.ts';
import type { PoolAct } from './pool-draft.ts';
import type { PoolScript } from './pool-script.ts';

/**
 * The rune coins a user brings: at most five, each confirmed, the user's, and with this one rune and nothing else on it.
 * @returns how much they hold together
 * @throws Refusal wrong-address-type, not-yours (also for the pool's own script), bad-request (none), too-many-coins, duplicate-input,
 *   coin-unconfirmed, not-a-lot (a coin without the rune), lot-mixed (anything else is on it)
 */
export function checkRuneCoins(
  coins: readonly Coin[],
  { payer, pool, rune }: { readonly payer: Payer; readonly pool: PoolScript; readonly rune: AssetId },
): bigint {
  checkPoolUser(payer, pool);
  if (coins.length === 0) throw new Refusal('bad-request', 'no coin');
  if (coins.length > MAX_COINS) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  checkDistinct(coins);
  for (const coin of coins) {
    checkCarried(coin, payer, (asset) => asset.kind === 'rune' && asset.asset === rune);
    if (coin.assets.length !== 1) throw new Refusal('not-a-lot', coin.outpoint);
  }
  return heldOf(coins, rune);
}

/** @throws Refusal wrong-address-type, not-yours (the key, or the pool's own script) */
export function checkPoolUser(payer: Payer, { script }: PoolScript): void {
  checkPayer(payer);
  if (equalBytes(payer.script, script)) throw new Refusal('not-yours', 'the script is the pool’s');
}

/**
 * The rune of a pool's coin: one, and nothing else on it.
 * @throws Refusal not-a-lot without a rune, lot-mixed with anything else
 */
export function runeOn({ assets, outpoint }: Coin): RuneAsset {
  const [rune, more] = assets;
  if (rune === undefined) throw new Refusal('not-a-lot', outpoint);
  if (rune.kind !== 'rune' || more !== undefined) throw new Refusal('lot-mixed', outpoint);
  return rune;
}

/**
 * Coins and change for an act that the user pays for: clean coins beside those that are in it already, five in all. The change always is
 * there, the user's last output, so that what an index missed on a coin goes home.
 * @throws Refusal insufficient-funds, too-many-coins, bad-request or fee-too-high for the rate
 */
export function paidAct(act: PoolAct, payer: Payer, feeRateSatVb: number): PoolAct {
  const brought = [...act.userCoins, ...usersLots(act)];
  const taken = new Set(brought.map(({ outpoint }) => outpoint));
  const max = MAX_COINS - brought.length;
  if (max < 1) throw new Refusal('too-many-coins', `more than ${MAX_COINS}`);
  const unpaid = withLast(act, payer.script, DUST_FLOOR);
  const { chosen } = selectCoins({
    coins: payer.coins.filter(
      ({ outpoint, script }) => equalBytes(script, payer.script) && !taken.has(outpoint),
    ),
    target: -surplusOf(unpaid),
    feeRateSatVb,
    baseVsize: weightOf(draftOfAct(unpaid)) / 4,
    changeScript: payer.script,
    max,
  });
  return settledAct({ ...act, userCoins: [...act.userCoins, ...chosen] }, payer, feeRateSatVb);
}

/** The lots that the user brings; none where an act moves the pool's. */
function usersLots({ lots }: PoolAct): readonly Coin[] {
  return lots === undefined || lots.from.length > 0 ? [] : lots.coins;
}

/**
 * The act with all that is left as the user's last output.
 * @throws Refusal too-small when what is left is no coin, bad-request or fee-too-high for the rate
 */
export function settledAct(act: PoolAct, { script }: Pick<Payer, 'script'>, feeRateSatVb: number): PoolAct {
  const bare = withLast(act, script, DUST_FLOOR);
  const left = surplusOf(act) - feeOf(vsizeOf(draftOfAct(bare)), feeRateSatVb);
  if (left < DUST_FLOOR) throw new Refusal('too-small', `${left} sat for the user`);
  return withLast(act, script, sats(left));
}

function withLast(act: PoolAct, script: Uint8Array, value: Sats): PoolAct {
  return { ...act, userOutputs: [...act.userOutputs, moneyOutput(script, value)] };
}

/** What the inputs bring beyond the outputs; negative for what is missing. */
function surplusOf(act: PoolAct): bigint {
  const { inputs, outputs } = draftOfAct(act);
  return totalOf(inputs.map(({ coin }) => coin)) - totalOf(outputs);
}
