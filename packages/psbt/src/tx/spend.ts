/** How an input may be spent, as data: its witness item by item, what its signatures sign, and which sighash bytes they may have. */
import { concatBytes, equalBytes } from '@rialto/protocols';
import { SIGHASH, digestV0, digestV1 } from './digest.ts';
import type { Spend } from './digest.ts';
import { leafHashOf } from './taproot.ts';

/** Which part of its coin's script an input uses; what is signed follows (BIP-143, BIP-341, BIP-342). */
export type SpendPath =
  | { readonly path: 'p2wpkh' }
  | { readonly path: 'witness-script'; readonly witnessScript: Uint8Array }
  | { readonly path: 'key' }
  | { readonly path: 'leaf'; readonly leaf: Uint8Array; readonly controlBlock: Uint8Array };

/** A place for a signature. */
export interface SignatureItem {
  readonly item: 'signature';
  /** 33 bytes for ECDSA, 32 for Schnorr; `beside` for the key that is in the witness itself (P2WPKH). */
  readonly key: Uint8Array | 'beside';
  readonly sighashes: readonly number[];
}

/** One item of a witness. */
export type WitnessItem =
  | SignatureItem
  /** A key of 33 bytes, known by its hash. */
  | { readonly item: 'key'; readonly hash: Uint8Array }
  /** Exactly these bytes. */
  | { readonly item: 'bytes'; readonly bytes: Uint8Array };

export interface SpendKind {
  readonly name: string;
  /** The scriptPubKey of the coins it spends. */
  readonly script: Uint8Array;
  readonly path: SpendPath;
  /** The stack the script starts with, its first item first; script, leaf and control block follow from the path. */
  readonly stack: readonly WitnessItem[];
  /** So many signatures; the other places for one stay empty (k of n by CHECKSIGADD, BIP-342). */
  readonly signatures: number;
  /**
   * Blocks the coin must be deep: the input's sequence is exactly this (BIP-68, BIP-112). `none` for a script that also has a branch
   * with a delay: bit 31 of the sequence is set, so that a signature is good for this branch alone. Absent where no branch has one.
   */
  readonly delay?: number | 'none';
}

/** Every item of the witness, those that follow from the path included. */
export function itemsOf({ stack, path }: SpendKind): readonly WitnessItem[] {
  switch (path.path) {
    case 'p2wpkh':
    case 'key':
      return stack;
    case 'witness-script':
      return [...stack, { item: 'bytes', bytes: path.witnessScript }];
    case 'leaf':
      return [...stack, { item: 'bytes', bytes: path.leaf }, { item: 'bytes', bytes: path.controlBlock }];
  }
}

/** True where signatures are ECDSA: witness version 0. */
export function isV0({ path }: SpendKind): boolean {
  return path.path === 'p2wpkh' || path.path === 'witness-script';
}

/**
 * True when a witness has the kind's items: their number, all bytes that are fixed, and no signature or key longer than there are,
 * so that it cannot make the transaction look larger. Says nothing else of signatures and keys.
 */
export function hasShape(kind: SpendKind, witness: readonly Uint8Array[]): boolean {
  const items = itemsOf(kind);
  if (witness.length !== items.length) return false;
  return items.every((item, at) => isItem(kind, item, witness[at] ?? NOTHING));
}

function isItem(kind: SpendKind, item: WitnessItem, bytes: Uint8Array): boolean {
  switch (item.item) {
    case 'bytes':
      return equalBytes(bytes, item.bytes);
    case 'key':
      return bytes.length === KEY_LENGTH;
    case 'signature':
      return bytes.length <= (isV0(kind) ? LONGEST_ECDSA : LONGEST_SCHNORR);
  }
}

const NOTHING = new Uint8Array(0);
/** The longest strict DER signature with low S, and its sighash byte. */
const LONGEST_ECDSA = 72;
/** With its sighash byte. */
const LONGEST_SCHNORR = 65;
const KEY_LENGTH = 33;

/** The witness as long as it can be, with zeros for signatures and keys; a Schnorr signature names no sighash where it need not. */
export function longestWitness(kind: SpendKind): readonly Uint8Array[] {
  let left = kind.signatures;
  return itemsOf(kind).map((item) => {
    if (item.item === 'bytes') return item.bytes;
    if (item.item === 'key') return new Uint8Array(KEY_LENGTH);
    left -= 1;
    return left < 0 ? NOTHING : new Uint8Array(signatureLength(kind, item));
  });
}

function signatureLength(kind: SpendKind, { sighashes }: SignatureItem): number {
  if (isV0(kind)) return LONGEST_ECDSA;
  return sighashes.includes(SIGHASH.DEFAULT) ? 64 : 65;
}

/** What a signature with this sighash byte signs; undefined where it can sign nothing. */
export function digestOf(
  { path, script }: SpendKind,
  spend: Spend,
  index: number,
  sighash: number,
): Uint8Array | undefined {
  switch (path.path) {
    case 'p2wpkh':
      return digestV0(spend, { index, scriptCode: p2pkhCode(script) }, sighash);
    case 'witness-script':
      return digestV0(spend, { index, scriptCode: path.witnessScript }, sighash);
    case 'key':
      return digestV1(spend, index, sighash);
    case 'leaf':
      return digestV1(spend, index, sighash, leafHashOf(path.leaf));
  }
}

/** The script code of P2WPKH: the P2PKH script of the same hash (BIP-143). */
function p2pkhCode(script: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), script.subarray(2), Uint8Array.of(0x88, 0xac));
}
