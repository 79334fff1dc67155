/** Coins on the wire and back, exactly. Free of schemas: the page uses it too. */
import { amount, bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { AssetId, Coin, CoinAsset, InscriptionId, Outpoint } from '@rialto/protocols';
import type { WireAsset, WireCoin } from './effects.ts';

export function assetToWire(asset: CoinAsset): WireAsset {
  const { transfer } = asset;
  const base = { inscriptionId: asset.id, offset: asset.offset.toString() };
  if (transfer === undefined) return base;
  return { ...base, tick: transfer.tick, assetId: transfer.asset, units: transfer.amount.toString() };
}

function assetFromWire(asset: WireAsset): CoinAsset {
  const base = {
    kind: 'inscription' as const,
    id: asset.inscriptionId as InscriptionId,
    offset: sats(BigInt(asset.offset)),
  };
  if (asset.tick === undefined || asset.assetId === undefined || asset.units === undefined) return base;
  const transfer = { asset: asset.assetId as AssetId, tick: asset.tick, amount: amount(BigInt(asset.units)) };
  return { ...base, transfer };
}

/** A coin as it goes over the wire. */
export function coinToWire(coin: Coin): WireCoin {
  const base = {
    outpoint: coin.outpoint,
    value: coin.value.toString(),
    script: bytesToHex(coin.script),
    assets: coin.assets.map(assetToWire),
  };
  return coin.height === undefined ? base : { ...base, height: coin.height };
}

/** The coin a wire coin describes; the schema has checked its fields. */
export function coinFromWire(coin: WireCoin): Coin {
  const base = {
    outpoint: coin.outpoint as Outpoint,
    value: sats(BigInt(coin.value)),
    script: hexToBytes(coin.script),
    assets: coin.assets.map(assetFromWire),
  };
  return coin.height === undefined ? base : { ...base, height: coin.height };
}
