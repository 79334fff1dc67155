/** People, coins and a wallet for the tests: real keys, deterministic, signing through the library like a wallet does. */
import { Transaction } from '@scure/btc-signer';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  amount,
  brc20Asset,
  bytesToHex,
  inscriptionId,
  knownRuneId,
  mrc20Asset,
  outpoint,
  pinId,
  runeAsset,
  sats,
} from '@rialto/protocols';
import type {
  Coin,
  CoinAsset,
  InscribedAsset,
  Mrc20Asset,
  Outpoint,
  PinAsset,
  RuneAsset,
  Txid,
} from '@rialto/protocols';
import { publicKeyOf, scriptOfKey } from '../src/index.ts';
import type { KeyKind, ToSign } from '../src/index.ts';

export interface User {
  readonly secret: Uint8Array;
  readonly key: Uint8Array;
  readonly script: Uint8Array;
  readonly kind: KeyKind;
}

const text = (words: string): Uint8Array => sha256(new TextEncoder().encode(words));

export function user(name: string, kind: KeyKind): User {
  const secret = text(name);
  const key = publicKeyOf(secret);
  return { secret, key, script: scriptOfKey(key, kind), kind };
}

export function txid(name: string): Txid {
  return bytesToHex(text(name)) as Txid;
}

export function point(name: string, vout = 0): Outpoint {
  return outpoint(txid(name), vout);
}

export function transferAsset(name: string, of = 1000n, offset = 0n): InscribedAsset {
  return {
    kind: 'inscription',
    id: inscriptionId(txid(name), 0),
    offset: sats(offset),
    transfer: { asset: brc20Asset(inscriptionId(txid('deploy ordi'), 0)), tick: 'ordi', amount: amount(of) },
  };
}

export function plainAsset(name: string, offset = 0n): InscribedAsset {
  return { kind: 'inscription', id: inscriptionId(txid(name), 0), offset: sats(offset) };
}

/** Rune `block:1` with no decimals. */
export function runeOn(block: number, units: bigint): RuneAsset {
  const id = knownRuneId(`${block}:1`);
  return {
    kind: 'rune',
    asset: runeAsset(id),
    name: `RUNE•${block}`,
    divisibility: 0,
    amount: amount(units),
  };
}

export function mrc20On(tick: string, units: bigint, decimals = 0): Mrc20Asset {
  const asset = mrc20Asset(pinId(txid(`deploy ${tick}`), 0));
  return { kind: 'mrc20', asset, tick, decimals, amount: amount(units) };
}

export function pinOn(name: string, offset = 0n, path = '/info/name'): PinAsset {
  return { kind: 'pin', id: pinId(txid(name), 0), offset: sats(offset), path };
}

export function coin(name: string, owner: User, value: bigint, assets: readonly CoinAsset[] = []): Coin {
  return { outpoint: point(name), value: sats(value), script: owner.script, assets, height: 100 };
}

export function lot(name: string, owner: User, value = 546n, of = 1000n): Coin {
  return coin(name, owner, value, [transferAsset(name, of)]);
}

/** What a wallet does with `toSignInputs`. */
export function walletSigns(psbt: Uint8Array, who: User, toSign: readonly ToSign[]): Uint8Array {
  const tx = Transaction.fromPSBT(psbt);
  for (const { index, sighash } of toSign) tx.signIdx(who.secret, index, [sighash]);
  return tx.toPSBT(0);
}

/** The code of the refusal a call throws; the error itself when it is none. */
export function refusalOf(call: () => unknown): string {
  try {
    call();
    return 'accepted';
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}
