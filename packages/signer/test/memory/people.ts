/** People, their coins and what is on them, out of names alone: real keys and scripts, no node. */
import { createHash } from 'node:crypto';
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
import type { Coin, CoinAsset, Mrc20Asset, Outpoint, RuneAsset, Txid } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey } from '@rialto/psbt';
import type { KeyKind } from '@rialto/psbt';

export interface User {
  readonly secret: Uint8Array;
  /** 33 bytes. */
  readonly key: Uint8Array;
  readonly script: Uint8Array;
  readonly kind: KeyKind;
}

const hashOf = (words: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(words, 'utf8').digest());

const known = new Map<string, User>();

export function user(name: string, kind: KeyKind): User {
  const before = known.get(`${name} ${kind}`);
  if (before !== undefined) return before;
  const secret = hashOf(name);
  const key = publicKeyOf(secret);
  const made = { secret, key, script: scriptOfKey(key, kind), kind };
  known.set(`${name} ${kind}`, made);
  return made;
}

/** Owns the pads; the signer's own key. */
export const operator = (): User => user('pads', 'p2tr');
/** Takes the service fee. */
export const service = (): User => user('service', 'p2tr');
export const stranger = (): User => user('a stranger', 'p2tr');

const txid = (name: string): Txid => bytesToHex(hashOf(name)) as Txid;

export function point(name: string, vout = 0): Outpoint {
  return outpoint(txid(name), vout);
}

export function coin(
  name: string,
  owner: Pick<User, 'script'>,
  value: bigint,
  assets: readonly CoinAsset[] = [],
): Coin {
  return { outpoint: point(name), value: sats(value), script: owner.script, assets, height: 100 };
}

/** The coin as it was before it came into a block. */
export function waiting({ height: _, ...rest }: Coin): Coin {
  return rest;
}

/** An unused BRC-20 transfer. */
export function transferOn(name: string, { tick = 'ordi', units = 1000n, offset = 0n } = {}): CoinAsset {
  const asset = brc20Asset(inscriptionId(txid(`deploy ${tick}`), 0));
  return {
    kind: 'inscription',
    id: inscriptionId(txid(name), 0),
    offset: sats(offset),
    transfer: { asset, tick, amount: amount(units) },
  };
}

export function pictureOn(name: string): CoinAsset {
  return { kind: 'inscription', id: inscriptionId(txid(name), 0), offset: sats(0n) };
}

export function mrc20On(tick: string, units: bigint): Mrc20Asset {
  const asset = mrc20Asset(pinId(txid(`deploy ${tick}`), 0));
  return { kind: 'mrc20', asset, tick, decimals: 0, amount: amount(units) };
}

/** What a transfer of MRC-20 leaves beside the tokens. */
export function receiptOn(name: string, offset = 0n): CoinAsset {
  return { kind: 'pin', id: pinId(txid(name), 0), offset: sats(offset), path: '/ft/mrc20/transfer' };
}

export function runeOn(block: number, units: bigint): RuneAsset {
  const asset = runeAsset(knownRuneId(`${block}:1`));
  return { kind: 'rune', asset, name: `RUNE•${block}`, divisibility: 0, amount: amount(units) };
}
