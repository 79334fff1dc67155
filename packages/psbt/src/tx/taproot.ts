/** Taproot outputs with a tree of scripts: leaf and branch hashes, and whether an output commits to a leaf (BIP-341). */
import { schnorr } from '@noble/curves/secp256k1.js';
import { taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { concatBytes, equalBytes, hexToBytes, writeCompactSize } from '@rialto/protocols';

export const LEAF_VERSION = 0xc0;
const HASH_LENGTH = 32;
/** Leaf version with the parity of the output key, and the internal key. */
const CONTROL_BASE = 33;
const MAX_DEPTH = 128;
const OP_1 = 0x51;

/** The point whose secret nobody knows (BIP-341): an output with this internal key has no key path. */
export const UNSPENDABLE = hexToBytes('50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0');

export function leafHashOf(leaf: Uint8Array): Uint8Array {
  const version = Uint8Array.of(LEAF_VERSION);
  return schnorr.utils.taggedHash('TapLeaf', version, writeCompactSize(leaf.length), leaf);
}

/** The hash of two hashes of a tree, whichever comes first. */
export function branchHashOf(a: Uint8Array, b: Uint8Array): Uint8Array {
  const isOrdered = isBelow(a, b);
  return schnorr.utils.taggedHash('TapBranch', isOrdered ? a : b, isOrdered ? b : a);
}

function isBelow(a: Uint8Array, b: Uint8Array): boolean {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

interface TaprootOutput {
  /** The scriptPubKey. */
  readonly script: Uint8Array;
  /** The first byte of the control block of every leaf. */
  readonly controlByte: number;
}

/** The output of an internal key (32 bytes) and the root of a tree. Throws when the key is no point of the curve. */
export function taprootOutput(internalKey: Uint8Array, root: Uint8Array): TaprootOutput {
  const [outputKey, parity] = taprootTweakPubkey(internalKey, root);
  return {
    script: concatBytes(Uint8Array.of(OP_1, HASH_LENGTH), outputKey),
    controlByte: LEAF_VERSION | parity,
  };
}

/** True when a P2TR script commits to this leaf by this control block. Never throws. */
export function commitsTo(script: Uint8Array, leaf: Uint8Array, controlBlock: Uint8Array): boolean {
  const path = controlBlock.length - CONTROL_BASE;
  if (path < 0 || path % HASH_LENGTH !== 0 || path / HASH_LENGTH > MAX_DEPTH) return false;
  let root = leafHashOf(leaf);
  for (let at = CONTROL_BASE; at < controlBlock.length; at += HASH_LENGTH)
    root = branchHashOf(root, controlBlock.subarray(at, at + HASH_LENGTH));
  try {
    const output = taprootOutput(controlBlock.slice(1, CONTROL_BASE), root);
    return output.controlByte === controlBlock[0] && equalBytes(output.script, script);
  } catch {
    return false; // the internal key is no point
  }
}
