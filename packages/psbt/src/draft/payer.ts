/** Who pays for a transaction and signs it, and the checks every builder makes of them. */
import { bytesToHex, equalBytes, lotOf, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { AssetId, Coin, CoinAsset, Sats, TxOutput } from '@rialto/protocols';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import { payFor } from './own-transaction.ts';
import { DUST_FLOOR } from '../tx/size.ts';

export interface Payer {
  readonly script: Uint8Array;
  /** 33 bytes. */
  readonly key: Uint8Array;
  /** Coins that may pay; only clean ones are taken. */
  readonly coins: readonly Coin[];
}

/** @throws Refusal wrong-address-type, not-yours */
export function checkPayer({ script, key }: Payer): void {
  if (scriptKind(script) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(key), script)) throw new Refusal('not-yours', 'public key');
}

/**
 * A coin the payer brings for what is on it.
 * @throws Refusal not-yours, coin-unconfirmed, lot-mixed when anything else is on it
 */
export function checkCarried(coin: Coin, payer: Payer, mayCarry: (asset: CoinAsset) => boolean): void {
  if (!equalBytes(coin.script, payer.script)) throw new Refusal('not-yours', coin.outpoint);
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  if (!coin.assets.every(mayCarry)) throw new Refusal('lot-mixed', coin.outpoint);
}

/** @throws Refusal duplicate-input */
export function checkDistinct(coins: readonly Coin[]): void {
  if (new Set(coins.map((coin) => coin.outpoint)).size !== coins.length) throw new Refusal('duplicate-input');
}

/** @throws Refusal script-not-allowed for a receiver that is neither P2WPKH nor P2TR */
export function checkReceiver(script: Uint8Array): void {
  if (scriptKind(script) === 'other') throw new Refusal('script-not-allowed', 'receiver');
}

/** How much of an asset the coins hold together. */
export function heldOf(coins: readonly Pick<Coin, 'assets'>[], asset: AssetId): bigint {
  const assets = coins.flatMap((coin) => coin.assets);
  return assets.reduce(
    (sum, one) =>
      sum + ((one.kind === 'rune' || one.kind === 'mrc20') && one.asset === asset ? one.amount : 0n),
    0n,
  );
}

/**
 * What a coin holds of one thing that lies there alone: the sats of a clean coin, the units of a rune with nothing else beside it, or a lot
 * of BRC-20 or MRC-20.
 * @returns undefined for any other coin
 */
export function soleAmount(
  { value, assets }: Pick<Coin, 'value' | 'assets'>,
  of: 'sats' | AssetId,
): bigint | undefined {
  const [only, more] = assets;
  if (of === 'sats') return only === undefined ? value : undefined;
  if (only?.kind === 'rune') return only.asset === of && more === undefined ? only.amount : undefined;
  const lot = lotOf({ assets });
  return lot?.asset === of ? lot.amount : undefined;
}

export function totalOf(coins: readonly Pick<Coin, 'value'>[]): Sats {
  return sats(coins.reduce((sum, coin) => sum + coin.value, 0n));
}

/** The smallest output for an asset. */
export function small(script: Uint8Array): TxOutput {
  return { value: DUST_FLOOR, script };
}

/** Clean coins and change for outputs of which the carried coins pay a part. Throws as `selectCoins`. */
export function payBeside(
  payer: Payer,
  {
    carried,
    outputs,
    feeRateSatVb,
  }: { carried: readonly Coin[]; outputs: readonly TxOutput[]; feeRateSatVb: number },
): { payments: readonly Coin[]; change: readonly TxOutput[] } {
  const { chosen, change } = payFor({
    first: carried,
    outputs,
    coins: payer.coins.filter((coin) => equalBytes(coin.script, payer.script)),
    changeScript: payer.script,
    feeRateSatVb,
    target: totalOf(outputs) - totalOf(carried),
  });
  return { payments: chosen, change: change === undefined ? [] : [{ value: change, script: payer.script }] };
}
