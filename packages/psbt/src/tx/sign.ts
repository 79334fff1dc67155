/** Signing with a key of our own (pads, fan-outs, the ephemeral key of a reveal). Deterministic: no randomness enters here. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { concatBytes, equalBytes, invariant } from '@rialto/protocols';
import { scriptKind, scriptOfKey } from './address.ts';
import { SIGHASH, digestV1 } from './digest.ts';
import type { Spend } from './digest.ts';
import { digestOf } from './spend.ts';
import { wholeSpend } from './spend-kinds.ts';

const NO_AUX = new Uint8Array(32);

/** The 33-byte public key of a secret key. */
export function publicKeyOf(secret: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(secret, true);
}

/**
 * Signs one P2WPKH or BIP-86 P2TR input with ALL or DEFAULT, whichever the script has.
 * @throws invariant when the key does not own the coin
 */
export function signInput(spend: Spend, index: number, secret: Uint8Array): Uint8Array[] {
  const script = spend.prevouts[index]?.script;
  invariant(script !== undefined, `input ${index} spends a coin`);
  const kind = scriptKind(script);
  invariant(kind !== 'other', `input ${index} has a script we sign for`);
  const publicKey = publicKeyOf(secret);
  invariant(equalBytes(scriptOfKey(publicKey, kind), script), `the key owns input ${index}`);
  if (kind === 'p2tr')
    return [signSchnorr(digestV1(spend, index, SIGHASH.DEFAULT), taprootTweakPrivKey(secret))];
  const digest = digestOf(wholeSpend(script), spend, index, SIGHASH.ALL);
  return [signEcdsa(digest, secret, SIGHASH.ALL), publicKey];
}

export function signEcdsa(digest: Uint8Array | undefined, secret: Uint8Array, sighash: number): Uint8Array {
  invariant(digest !== undefined, 'there is something to sign');
  const signature = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'der' });
  return concatBytes(signature, Uint8Array.of(sighash));
}

/** BIP-340 over a digest with the output key of the taproot script that the key owns: whoever has the script can verify it. */
export function signByOutputKey(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  return signSchnorr(digest, taprootTweakPrivKey(secret));
}

/** BIP-340 over a digest with the key as it is (tweaked by the caller where that is due). */
export function signSchnorr(digest: Uint8Array | undefined, secret: Uint8Array): Uint8Array {
  invariant(digest !== undefined, 'there is something to sign');
  return schnorr.sign(digest, secret, NO_AUX);
}
