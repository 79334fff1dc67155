/** Keys, addresses and coins for tests: real points of the curve, real scripts, nobody's money. */
import { bytesToHex, outpoint, sats } from '@rialto/protocols';
import type { Amount, AssetId, Coin, InscriptionId, Txid } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { KeyKind } from '@rialto/psbt';

interface FakeUser {
  readonly key: Uint8Array;
  readonly publicKey: string;
  readonly script: Uint8Array;
  readonly address: string;
}

export function user(seed: number, kind: KeyKind = 'p2wpkh'): FakeUser {
  const key = publicKeyOf(new Uint8Array(32).fill(seed));
  const script = scriptOfKey(key, kind);
  const address = scriptToAddress(script, 'regtest') ?? '';
  return { key, publicKey: bytesToHex(key), script, address };
}

/** A 64-digit id from a number and a letter of the family. */
export function id(seed: number, family = 'a'): string {
  return `${family}${seed.toString(16).padStart(4, '0')}`.padEnd(64, '5');
}

export function cleanCoin(owner: FakeUser, seed: number, value: bigint): Coin {
  return {
    outpoint: outpoint(id(seed, 'c') as Txid, 1),
    value: sats(value),
    script: owner.script,
    assets: [],
    height: 100,
  };
}

export const ASSET = `brc20:${id(1, 'd')}i0` as AssetId;

export function lotCoin(owner: FakeUser, seed: number, units: bigint, tick = 'ordi'): Coin {
  const txid = id(seed, 'b') as Txid;
  const transfer = { asset: ASSET, tick, amount: units as Amount };
  const asset = {
    kind: 'inscription' as const,
    id: `${txid}i0` as InscriptionId,
    offset: sats(0n),
    transfer,
  };
  return {
    outpoint: outpoint(txid, 0),
    value: sats(546n),
    script: owner.script,
    assets: [asset],
    height: 100,
  };
}

export const MRC20_ASSET = `mrc20:${id(2, 'd')}i0` as AssetId;

/** A coin that carries an MRC-20 token with eight decimals. */
export function mrc20Coin(owner: FakeUser, seed: number, units: bigint, tick = 'MAN'): Coin {
  const asset = { kind: 'mrc20', asset: MRC20_ASSET, tick, decimals: 8, amount: units as Amount } as const;
  return { ...cleanCoin(owner, seed, 546n), outpoint: outpoint(id(seed, 'e') as Txid, 0), assets: [asset] };
}
