/** The lots of an act on a BRC-20 pool: whole transfers, the first coins of the transaction, and all of them land on its first output (pools §12). */
import { BRC20_DECIMALS, bytesToHex, invariant, lotOf, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, ScriptHex, TxOutput } from '@rialto/protocols';
import { inputOf } from '../../draft/draft.ts';
import type { DraftInput } from '../../draft/draft.ts';
import { checkDistinct } from '../../draft/payer.ts';
import type { Intent } from '../../effects/intent.ts';
import { moveOf, summed } from '../../effects/moves.ts';
import type { HoldingMove } from '../../effects/moves.ts';
import { poolInput } from '../pool-script.ts';
import type { AssetScript, PlacedScript } from './asset-script.ts';

export interface LotStep {
  /** Each with one unused transfer and nothing else on it. */
  readonly coins: readonly Coin[];
  /** Of the pool's lots the scripts they lie on, one each; none where the lots are the user's. */
  readonly from: readonly AssetScript[];
  /** Where all of them go, on as many sats as they have: no used transfer can ever reach another coin. */
  readonly to: Uint8Array;
}

/** A lot of the pool's, with the script it lies on. */
export interface PoolLot {
  readonly coin: Coin;
  readonly script: PlacedScript;
}

/** As many lots as one act moves. */
export const MOST_LOTS = 4;

/** The token of BRC-20 as the books of a pool count it: whole lots, in units of 10^-18. */
export interface LotSum {
  readonly asset: AssetId;
  readonly units: bigint;
}

/**
 * What lots hold together.
 * @throws Refusal bad-request (none), too-many-coins, duplicate-input, coin-unconfirmed, not-a-lot (no unused BRC-20 transfer),
 *   lot-mixed (anything else is on the coin), lots-differ (two tokens)
 */
export function sumOfLots(coins: readonly Coin[]): LotSum {
  if (coins.length > MOST_LOTS) throw new Refusal('too-many-coins', `more than ${MOST_LOTS} lots`);
  checkDistinct(coins);
  const lots = coins.map(brc20Lot);
  const [first] = lots;
  if (first === undefined) throw new Refusal('bad-request', 'no lot');
  if (lots.some(({ asset }) => asset !== first.asset)) throw new Refusal('lots-differ');
  return { asset: first.asset, units: lots.reduce((sum, { amount }) => sum + amount, 0n) };
}

function brc20Lot(coin: Coin) {
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  const lot = lotOf(coin);
  if (lot?.kind === 'brc20') {
    invariant(lot.decimals === BRC20_DECIMALS, 'every token is counted alike');
    return lot;
  }
  throw new Refusal(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot', coin.outpoint);
}

/** The inputs: of the pool's lots by their scripts, of the user's by his key. */
export function lotInputs(step: LotStep | undefined): DraftInput[] {
  if (step === undefined) return [];
  const { coins, from } = step;
  invariant(from.length === 0 || from.length === coins.length, 'lots are the pool’s, or the user’s');
  return coins.map((coin, at) => {
    const script = from[at];
    return script === undefined ? inputOf(coin) : poolInput(coin, script.pool);
  });
}

/** The one output, with all their sats. */
export function lotOutputs(step: LotStep | undefined): TxOutput[] {
  if (step === undefined) return [];
  return [{ value: sumSats(step.coins.map(({ value }) => value)), script: step.to }];
}

/** All that is on the lots moves, to their own output. */
export function gettingLots(intent: Intent, step: LotStep | undefined): void {
  if (step !== undefined) gettingAll(intent, step.coins, step.to);
}

/**
 * Everything on the first coins of a transaction lands on its first output: what is on a sat as far into it as the coins before it reach,
 * amounts of a token as one.
 */
export function gettingAll(intent: Intent, coins: readonly Coin[], to: Uint8Array): void {
  const owner = bytesToHex(to) as ScriptHex;
  const holdings: HoldingMove[] = [];
  let before = 0n;
  for (const { assets, value } of coins) {
    for (const asset of assets) {
      // A PIN moves with the first sat of its coin (metaid §2), everything else with its own.
      const inside = asset.kind === 'inscription' ? asset.offset : 0n;
      const move = moveOf(asset, { index: 0, offset: sats(before + inside) });
      if ('id' in move) intent.gets(owner, move);
      else holdings.push(move);
    }
    before += value;
  }
  for (const held of summed(holdings)) intent.gets(owner, held);
}
