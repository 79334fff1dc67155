/** A coin: an outpoint with its value, its script and every asset on it. The one thing `effects` and the templates spend. */
import type { AssetId, InscriptionId, Outpoint } from './ids.ts';
import type { Amount, Sats } from './units.ts';

/** An inscription sitting on a coin, `offset` sats after the coin's first sat. */
export interface InscribedAsset {
  readonly kind: 'inscription';
  readonly id: InscriptionId;
  readonly offset: Sats;
  /** Present only while this is a valid BRC-20 transfer inscription that has not moved yet. */
  readonly transfer?: Brc20Transfer;
}

/** What the first movement of a BRC-20 transfer inscription moves. */
export interface Brc20Transfer {
  readonly asset: AssetId;
  /** As written by the deployer; for eyes only, the asset is its deploy id. */
  readonly tick: string;
  readonly amount: Amount;
}

/** Later protocols (runes, mrc20, pins) add their kind here. */
export type CoinAsset = InscribedAsset;

export interface Coin {
  readonly outpoint: Outpoint;
  readonly value: Sats;
  /** The scriptPubKey. */
  readonly script: Uint8Array;
  readonly assets: readonly CoinAsset[];
  /** The block it was made in; absent while it waits in the mempool, and then its assets are unknown. */
  readonly height?: number;
}

/** A clean coin carries nothing. Only clean coins pay (trading design, "Coins and lots"). */
export function isClean(coin: Coin): boolean {
  return coin.assets.length === 0 && coin.height !== undefined;
}

/** The BRC-20 transfer a coin sells when it is a lot: exactly one asset, an unused valid transfer. */
export function lotOf(coin: Coin): Brc20Transfer | undefined {
  const [only, more] = coin.assets;
  if (only === undefined || more !== undefined) return undefined;
  return only.transfer;
}
