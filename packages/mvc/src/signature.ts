/** One signature of an input, made and verified on our own digest: strict DER, low S, ALL|FORKID and nothing else. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, equalBytes } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { ALL_FORKID, digestOf } from './sighash.ts';
import { nameMvcTransaction } from './transaction.ts';
import type { MvcBody, MvcTransaction } from './transaction.ts';

/** The curve arithmetic, so that a server may use a compiled one: compact r,s with low S, 32 bytes, 33 bytes. It may not throw. */
export type VerifyEcdsa = (signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array) => boolean;

const PUBLIC_KEY_BYTES = 33;

/** In JavaScript alone; what any other must agree with. */
export const pureEcdsa: VerifyEcdsa = (signature, digest, publicKey) =>
  secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: 'compact' });

export interface MvcSignature {
  /** DER with the sighash byte behind it. */
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

interface InputOf {
  readonly tx: MvcBody;
  readonly index: number;
  readonly coin: TxOutput;
}

/**
 * Verifies the signature of a key over one input.
 * @throws Refusal signature-missing (it is empty), sighash-not-allowed, signature-invalid
 */
export function verifyMvcSignature(
  { tx, index, coin }: InputOf,
  { signature, publicKey }: MvcSignature,
  verify: VerifyEcdsa = pureEcdsa,
): void {
  if (signature.length === 0) throw new Refusal('signature-missing', `input ${index}`);
  const sighash = signature.at(-1);
  if (sighash !== ALL_FORKID) throw new Refusal('sighash-not-allowed', `input ${index}: ${sighash ?? '-'}`);
  const compact = compactOf(signature.subarray(0, -1));
  const holds =
    compact !== undefined &&
    publicKey.length === PUBLIC_KEY_BYTES &&
    secp256k1.utils.isValidPublicKey(publicKey, true) &&
    verify(compact, digestOf(tx, index, coin), publicKey);
  if (!holds) throw new Refusal('signature-invalid', `input ${index}`);
}

/** Signs one input over everything (ALL|FORKID), low S, with a nonce that follows from key and digest: twice the same is signed alike. */
export function signMvcInput({ tx, index, coin }: InputOf, secret: Uint8Array): MvcSignature {
  const der = secp256k1.sign(digestOf(tx, index, coin), secret, {
    prehash: false,
    lowS: true,
    format: 'der',
  });
  return {
    signature: concatBytes(der, Uint8Array.of(ALL_FORKID)),
    publicKey: secp256k1.getPublicKey(secret, true),
  };
}

/** The 64 bytes r,s of a DER signature in its one spelling and with low S. */
function compactOf(der: Uint8Array): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(der, 'der');
    const isStrict = !signature.hasHighS() && equalBytes(signature.toBytes('der'), der);
    return isStrict ? signature.toBytes('compact') : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST_DIRECT_PUSH = 75;

/** The scriptSig of a P2PKH input: two direct pushes. */
export function p2pkhScriptSig({ signature, publicKey }: MvcSignature): Uint8Array {
  return concatBytes(Uint8Array.of(signature.length), signature, Uint8Array.of(publicKey.length), publicKey);
}

/**
 * The first two parts of a scriptSig as signature and key; undefined when it is not exactly two direct pushes, of which the second is a
 * compressed key. Wallets answer so for every input they sign, tokens too.
 */
export function readP2pkhScriptSig(scriptSig: Uint8Array): MvcSignature | undefined {
  const size = scriptSig[0] ?? 0;
  const keyAt = 1 + size;
  const isPair =
    size > 0 &&
    size <= LONGEST_DIRECT_PUSH &&
    scriptSig[keyAt] === PUBLIC_KEY_BYTES &&
    scriptSig.length === keyAt + 1 + PUBLIC_KEY_BYTES;
  return isPair ? { signature: scriptSig.slice(1, keyAt), publicKey: scriptSig.slice(keyAt + 1) } : undefined;
}

/**
 * A transaction with P2PKH signatures where they belong; inputs without one stay as they are.
 * @param halves by the place of the input
 */
export function withSignatures(body: MvcBody, halves: ReadonlyMap<number, MvcSignature>): MvcTransaction {
  const inputs = body.inputs.map((input, index) => {
    const half = halves.get(index);
    return half === undefined ? input : { ...input, scriptSig: p2pkhScriptSig(half) };
  });
  return nameMvcTransaction({ ...body, inputs });
}
