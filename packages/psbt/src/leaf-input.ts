/** An input that spends a leaf of ours with the ephemeral key: its signature and its size. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { invariant } from '@rialto/protocols';
import { SIGHASH, digestV1 } from './digest.ts';
import { bodyOf, coinsOf } from './draft.ts';
import type { Draft } from './draft.ts';
import type { EnvelopeLock } from './envelope-script.ts';
import { signSchnorr } from './sign.ts';

/** The witness of input `index`; it holds for this draft alone. */
export function signLeaf(draft: Draft, index: number, lock: EnvelopeLock, key: Uint8Array): Uint8Array[] {
  const spend = { tx: bodyOf(draft), prevouts: coinsOf(draft) };
  const digest = digestV1(spend, index, SIGHASH.DEFAULT, lock.leafHash);
  const signature = signSchnorr(digest, key);
  invariant(
    digest !== undefined && schnorr.verify(signature, digest, schnorr.getPublicKey(key)),
    'the leaf is signed',
  );
  return [signature, lock.leaf, lock.controlBlock];
}

/** Virtual bytes a leaf costs beyond a key-path input: leaf and control block with their lengths (at most 5 and 1 bytes). */
export function leafVsize(lock: EnvelopeLock): number {
  return (lock.leaf.length + lock.controlBlock.length + 6) / 4;
}
