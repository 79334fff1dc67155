/** Coins on the wire and back, exactly. Free of schemas: the page uses it too. */
import { amount, bytesToHex, hexToBytes, invariant, isPinId, sats } from '@rialto/protocols';
import type { AssetId, Coin, CoinAsset, InscribedAsset, InscriptionId, Outpoint } from '@rialto/protocols';
import type { WireAsset, WireCoin } from './effects.ts';

export function assetToWire(asset: CoinAsset): WireAsset {
  switch (asset.kind) {
    case 'inscription':
      return inscriptionToWire(asset);
    case 'pin':
      return { kind: 'pin', pinId: asset.id, offset: asset.offset.toString(), path: asset.path };
    case 'rune': {
      const { asset: assetId, amount: units, ...rest } = asset;
      return { ...rest, assetId, units: units.toString() };
    }
    case 'mrc20': {
      const { asset: assetId, amount: units, ...rest } = asset;
      return { ...rest, assetId, units: units.toString() };
    }
  }
}

function inscriptionToWire({ kind, id, offset, transfer }: InscribedAsset): WireAsset {
  const base = { kind, inscriptionId: id, offset: offset.toString() };
  if (transfer === undefined) return base;
  return { ...base, tick: transfer.tick, assetId: transfer.asset, units: transfer.amount.toString() };
}

/** The asset a wire asset describes; the schema has checked its fields. */
export function assetFromWire(asset: WireAsset): CoinAsset {
  switch (asset.kind) {
    case 'inscription':
      return inscriptionFromWire(asset);
    case 'pin': {
      const { kind, pinId: id, path } = asset;
      invariant(isPinId(id), 'a PIN has an id');
      return { kind, id, offset: sats(BigInt(asset.offset)), path };
    }
    case 'rune': {
      const { kind, assetId, name, symbol, divisibility, units } = asset;
      const base = { kind, asset: assetId as AssetId, name, divisibility, amount: amount(BigInt(units)) };
      return symbol === undefined ? base : { ...base, symbol };
    }
    case 'mrc20': {
      const { kind, assetId, tick, decimals, units } = asset;
      return { kind, asset: assetId as AssetId, tick, decimals, amount: amount(BigInt(units)) };
    }
  }
}

function inscriptionFromWire(asset: Extract<WireAsset, { kind: 'inscription' }>): CoinAsset {
  const base = {
    kind: asset.kind,
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
