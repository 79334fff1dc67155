/** The lots of an act on a BRC-20 pool that the exchange prepared: exactly those that were said, and nothing else of the user's (pools §12). */
import { equalBytes, lotOf, sumSats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { partyOf } from '../effects/effects.ts';
import type { AssetMove } from '../effects/moves.ts';
import { assetScript, poolOfKeys } from '../pool/brc20/asset-script.ts';
import type { PoolKeys } from '../pool/brc20/asset-script.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';

/** Lots move one way: to the pool, or to the user. */
export interface LotsExpectation {
  /** Outpoints of the user's, in any order; none where the pool gives. */
  readonly brought: readonly string[];
  /** What each of the pool's holds that the user gets, in any order; none where he brings. */
  readonly gotten: readonly bigint[];
}

interface Expected extends LotsExpectation {
  readonly keys: PoolKeys | undefined;
  readonly userScript: Uint8Array;
  readonly asset: string;
  readonly shareAsset: string | undefined;
}

/**
 * The lots are the first inputs and land on the first output, on exactly their sats: the user's on the script that the pool's keys and
 * the first of them make, the pool's on the user's. What else comes in is clean, or shares, or lies on the pool's own script.
 */
export function checkLots(read: Reading, expected: Expected): readonly Mismatch[] {
  const { coins } = read;
  const { userScript, brought } = expected;
  const others = coins.slice(brought.length + expected.gotten.length);
  const own = others.filter(({ script }) => equalBytes(script, userScript));
  const foreign = others.filter(({ script }) => !equalBytes(script, userScript));
  return [
    ...mismatchIf(!areNamed(read, expected), 'other-lots'),
    ...mismatchIf(!isHome(read, expected), 'lots-astray'),
    ...mismatchIf(!own.every((coin) => isMoney(coin, expected.shareAsset)), 'spends-carrying'),
    ...mismatchIf(!areOfPool(foreign, expected.keys), 'spends-foreign'),
  ];
}

/** Of the user's the coins, of the pool's what they hold; all of them with one unused transfer each. */
function areNamed({ coins, does }: Reading, expected: Expected): boolean {
  const { brought, gotten, userScript, asset } = expected;
  const lots = coins.slice(0, brought.length + gotten.length);
  const isLot = (coin: Coin): boolean => lotOf(coin)?.kind === 'brc20' && lotOf(coin)?.asset === asset;
  if (!lots.every(isLot)) return false;
  const { gets } = partyOf(does, userScript);
  const amounts = gets.flatMap((move) => amountOf(move, asset));
  return brought.length > 0
    ? lots
        .map(({ outpoint }) => outpoint)
        .toSorted()
        .join() === brought.toSorted().join()
    : inOrder(amounts) === inOrder(gotten);
}

const inOrder = (amounts: readonly bigint[]): string =>
  amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join();

/** Of what lands on the first output. */
function amountOf(move: AssetMove, asset: string): bigint[] {
  if (move.kind !== 'inscription' || move.index !== 0) return [];
  return move.transfer?.asset === asset ? [move.transfer.amount] : [];
}

function isHome({ tx, coins }: Reading, { brought, gotten, userScript, keys }: Expected): boolean {
  const lots = coins.slice(0, brought.length + gotten.length);
  const [first] = lots;
  const [home] = tx.outputs;
  if (first === undefined) return true;
  if (home === undefined || home.value !== sumSats(lots.map(({ value }) => value))) return false;
  if (brought.length === 0) return equalBytes(home.script, userScript);
  if (keys === undefined) return !equalBytes(home.script, userScript);
  return equalBytes(home.script, assetScript(keys, first.outpoint).pool.script);
}

const isMoney = ({ assets }: Coin, shareAsset: string | undefined): boolean =>
  assets.every((one) => one.kind === 'rune' && one.asset === shareAsset);

/** All on one script, and on the pool's where its keys are known. */
function areOfPool(coins: readonly Coin[], keys: PoolKeys | undefined): boolean {
  const script = keys === undefined ? coins[0]?.script : poolOfKeys(keys).script;
  return script !== undefined && coins.every((coin) => equalBytes(coin.script, script));
}
