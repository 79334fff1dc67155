/** A coin: an outpoint with its value, its script and every asset on it. The one thing `effects` and the templates spend. */
import { BRC20_DECIMALS } from './brc20/amount.ts';
import type { AssetId, InscriptionId, Outpoint } from './ids.ts';
import type { PinId } from './metaid/pin-id.ts';
import { MINT_PATH, TRANSFER_PATH } from './mrc20/decode.ts';
import { isNameless } from './runes/rune-name.ts';
import type { Amount, Sats } from './units.ts';

/** An inscription on a coin, `offset` sats after the coin's first sat. */
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

/** All that a coin carries of one rune. Runes belong to the coin as a whole, not to one of its sats. */
export interface RuneAsset {
  readonly kind: 'rune';
  readonly asset: AssetId;
  /** With its bullets; for eyes only. */
  readonly name: string;
  readonly symbol?: string;
  readonly divisibility: number;
  readonly amount: Amount;
}

/** A MetaID PIN on a coin, `offset` sats after the coin's first sat. */
export interface PinAsset {
  readonly kind: 'pin';
  readonly id: PinId;
  readonly offset: Sats;
  readonly path: string;
}

/** All a coin holds of one MRC-20 token; like runes, on the coin as a whole. */
export interface Mrc20Asset {
  readonly kind: 'mrc20';
  readonly asset: AssetId;
  /** As written by the deployer; for eyes only. */
  readonly tick: string;
  readonly decimals: number;
  readonly amount: Amount;
}

export type CoinAsset = InscribedAsset | RuneAsset | PinAsset | Mrc20Asset;

export interface Coin {
  readonly outpoint: Outpoint;
  readonly value: Sats;
  /** The scriptPubKey. */
  readonly script: Uint8Array;
  readonly assets: readonly CoinAsset[];
  /** The block it was made in; absent while it waits in the mempool, and then its assets are unknown. */
  readonly height?: number;
}

/** A clean coin carries nothing. Only clean coins pay (trading §1). */
export function isClean(coin: Coin): boolean {
  return coin.assets.length === 0 && coin.height !== undefined;
}

/** An unused BRC-20 transfer as a lot. */
interface TransferLot extends Brc20Transfer {
  readonly kind: 'brc20';
  readonly decimals: number;
}

/** One rune as a lot. */
interface RuneLot extends Pick<RuneAsset, 'kind' | 'asset' | 'amount'> {
  /** The name with its bullets; for eyes only. */
  readonly tick: string;
  readonly decimals: number;
}

/** What a coin sells: an amount of one token, distinguished by how it moves. */
export type Lot = TransferLot | Mrc20Asset | RuneLot;

/** Digits after the point that the exchange counts with; a rune may have up to 38, and one with more than these is not traded. */
export const MOST_LOT_DECIMALS = BRC20_DECIMALS;

/**
 * What a coin sells when it is a lot (trading §1): one unused valid BRC-20 transfer and nothing else, one MRC-20 holding and at most
 * its receipts, or one rune and nothing else. Undefined for everything else.
 */
export function lotOf(coin: Pick<Coin, 'assets'>): Lot | undefined {
  const [only, more] = coin.assets.filter((asset) => !isReceipt(asset));
  if (only === undefined || more !== undefined) return undefined;
  if (only.kind === 'mrc20') return only;
  if (coin.assets.length > 1) return undefined;
  if (only.kind === 'rune') return runeLot(only);
  const transfer = transferOf(only);
  return transfer === undefined ? undefined : { kind: 'brc20', decimals: BRC20_DECIMALS, ...transfer };
}

function runeLot({ kind, asset, name, divisibility, amount }: RuneAsset): RuneLot | undefined {
  return divisibility > MOST_LOT_DECIMALS
    ? undefined
    : { kind, asset, tick: name, decimals: divisibility, amount };
}

/**
 * Whether a coin's asset is a rune that was etched without a name, as the shares of pools are. None of them is offered: a position in a
 * pool is moved or removed, not sold, because whoever leaves the pool's list is paid by it as well. It still comes home from a lock.
 */
export function isShare(asset: CoinAsset): boolean {
  return asset.kind === 'rune' && isNameless(asset.name);
}

/** PINs of MRC-20 mints and transfers say what happened; they may be on the coin beside the tokens (trading §1). */
export function isReceipt(asset: CoinAsset): boolean {
  return asset.kind === 'pin' && (asset.path === MINT_PATH || asset.path === TRANSFER_PATH);
}

/** The BRC-20 transfer an asset is; undefined for everything else. */
function transferOf(asset: CoinAsset): Brc20Transfer | undefined {
  return asset.kind === 'inscription' ? asset.transfer : undefined;
}
