/** Signatures verified by libsecp256k1, compiled to WebAssembly: the verdicts of the JavaScript verifier in a fifth of its time. */
import { pureVerifier } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import type * as Secp256k1 from 'tiny-secp256k1';

const DIGEST_BYTES = 32;
const SIGNATURE_BYTES = 64;
const COMPRESSED_BYTES = 33;
/** A high S is false. */
const STRICT = true;

/**
 * Reads secp256k1.wasm, which lies beside the program, or in its package where nothing is bundled.
 * @throws Error when it cannot be read or is not WebAssembly
 */
export async function openVerifier(): Promise<Verifier> {
  try {
    return verifierOf(await import('tiny-secp256k1'));
  } catch (error) {
    throw new Error('secp256k1.wasm, which verifies signatures, cannot be loaded', { cause: error });
  }
}

/**
 * The library throws where it is not asked about numbers from 1 to n - 1 and points of the curve. Out of its compiled code an
 * exception is worse than that: each one leaks stack, and after some thousands every question fails, so a key is never handed
 * over before it is known to be a point. What else is out of the ordinary goes to the JavaScript verifier, whose verdict counts.
 */
function verifierOf(curve: typeof Secp256k1): Verifier {
  // What the library calls private is any number from 1 to n - 1.
  const isOrdinary = (signature: Uint8Array, digest: Uint8Array): boolean =>
    digest.length === DIGEST_BYTES &&
    signature.length === SIGNATURE_BYTES &&
    curve.isPrivate(signature.subarray(0, 32)) &&
    curve.isPrivate(signature.subarray(32));
  return {
    ecdsa: (signature, digest, publicKey) => {
      if (!isOrdinary(signature, digest)) return pureVerifier.ecdsa(signature, digest, publicKey);
      const isKey = publicKey.length === COMPRESSED_BYTES && curve.isPoint(publicKey);
      return isKey && curve.verify(digest, publicKey, signature, STRICT);
    },
    schnorr: (signature, digest, publicKey) => {
      if (!isOrdinary(signature, digest)) return pureVerifier.schnorr(signature, digest, publicKey);
      return curve.isXOnlyPoint(publicKey) && curve.verifySchnorr(digest, publicKey, signature);
    },
  };
}
