/** Verification of one input on our own digest. The library's finaliser verifies nothing, so nothing else is trusted. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, equalBytes, invariant, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, TransactionBody } from '@rialto/protocols';
import { hash160 } from './address.ts';
import { compactOfDer } from './der.ts';
import { SIGHASH } from './digest.ts';
import type { Spend } from './digest.ts';
import { digestOf, hasShape, isV0, itemsOf } from './spend.ts';
import type { SignatureItem, SpendKind } from './spend.ts';

/** The curve arithmetic, so that a server may inject a faster one. Neither function may throw. */
export interface Verifier {
  /** `signature` is compact r,s, its S low; `publicKey` has 33 bytes. Anything else is false. */
  ecdsa(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
  /** BIP-340; `publicKey` has 32 bytes. Anything else is false. */
  schnorr(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
}

const SIGNATURE_BYTES = 64;
const COMPRESSED_BYTES = 33;
const X_ONLY_BYTES = 32;
const COMPACT = { prehash: false, lowS: true, format: 'compact' } as const;

/** In JavaScript alone, for every world; what any other verifier must agree with. */
export const pureVerifier: Verifier = {
  ecdsa: (signature, digest, publicKey) =>
    signature.length === SIGNATURE_BYTES &&
    publicKey.length === COMPRESSED_BYTES &&
    secp256k1.verify(signature, digest, publicKey, COMPACT),
  schnorr: (signature, digest, publicKey) =>
    signature.length === SIGNATURE_BYTES &&
    publicKey.length === X_ONLY_BYTES &&
    schnorr.verify(signature, digest, publicKey),
};

/**
 * A verifier that does each piece of curve arithmetic once. What it remembers is keyed by signature, digest and key
 * together, so an answer is only ever given for exactly what was asked before.
 */
export function rememberingVerifier(inner: Verifier = pureVerifier): Verifier {
  const once = (check: Verifier['ecdsa']): Verifier['ecdsa'] => {
    const known = new Map<string, boolean>();
    return (signature, digest, publicKey) => {
      const key = bytesToHex(concatBytes(publicKey, digest, signature));
      const answer = known.get(key) ?? check(signature, digest, publicKey);
      known.set(key, answer);
      return answer;
    };
  };
  return { ecdsa: once(inner.ecdsa), schnorr: once(inner.schnorr) };
}

/** One input of a transaction; `coins` are in the order of the inputs and come from our own node, never from a PSBT. */
interface InputToVerify {
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
  readonly index: number;
}

/**
 * Verifies the witness of an input as its kind says: items, keys, every signature with its sighash byte and encoding. The sighash is
 * read from the signature itself, never from a PSBT field (trading §3.5, §3.6).
 * @throws Refusal script-not-allowed (the coin has another script), psbt-sequence, signature-missing, sighash-not-allowed,
 *   signature-invalid
 */
export function verifyInput(
  at: InputToVerify,
  kind: SpendKind,
  witness: readonly Uint8Array[],
  verifier: Verifier = pureVerifier,
): void {
  refuseOtherCoin(at, kind);
  if (witness.length === 0) throw new Refusal('signature-missing', `input ${at.index}`);
  if (!hasShape(kind, witness)) throw new Refusal('signature-invalid', `input ${at.index}`);
  let found = 0;
  itemsOf(kind).forEach((item, place) => {
    const bytes = witness[place] ?? NOTHING;
    if (item.item === 'key' && !isKeyOf(bytes, item.hash))
      throw new Refusal('signature-invalid', `input ${at.index}: another key`);
    if (item.item !== 'signature' || bytes.length === 0) return;
    const key = item.key === 'beside' ? witness.at(-1) : item.key;
    verifySignature(at, kind, { item: { ...item, key: key ?? NOTHING }, signature: bytes }, verifier);
    found += 1;
  });
  if (found < kind.signatures) throw new Refusal('signature-missing', `input ${at.index}`);
  if (found > kind.signatures) throw new Refusal('signature-invalid', `input ${at.index}: too many`);
}

/** The same as a yes or no, for assertions. */
export function inputVerifies(
  at: InputToVerify,
  kind: SpendKind,
  witness: readonly Uint8Array[],
  verifier: Verifier = pureVerifier,
): boolean {
  try {
    verifyInput(at, kind, witness, verifier);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Verifies one signature alone, where others of the same input are still missing.
 * @throws Refusal sighash-not-allowed, signature-invalid
 */
export function verifySignature(
  at: InputToVerify,
  kind: SpendKind,
  { item, signature }: { item: SignatureItem & { key: Uint8Array }; signature: Uint8Array },
  verifier: Verifier = pureVerifier,
): void {
  const isEcdsa = isV0(kind);
  if (!isEcdsa && signature.length !== 64 && signature.length !== 65)
    throw new Refusal('signature-invalid', `input ${at.index}`);
  const sighash = isEcdsa ? signature.at(-1) : sighashOf(signature);
  if (sighash === undefined || !item.sighashes.includes(sighash))
    throw new Refusal('sighash-not-allowed', `input ${at.index}: ${sighash ?? '-'}`);
  const digest = digestOf(kind, spendOf(at.tx, at.coins), at.index, sighash);
  const holds = isEcdsa ? ecdsaHolds : schnorrHolds;
  if (digest === undefined || !holds(signature, { digest, key: item.key }, verifier))
    throw new Refusal('signature-invalid', `input ${at.index}`);
}

interface Signed {
  readonly digest: Uint8Array;
  readonly key: Uint8Array;
}

function ecdsaHolds(signature: Uint8Array, { digest, key }: Signed, verifier: Verifier): boolean {
  const compact = compactOfDer(signature.subarray(0, -1));
  return compact !== undefined && verifier.ecdsa(compact, digest, key);
}

/** BIP-341: DEFAULT has no byte; 65 bytes ending in 0x00 are invalid. */
function schnorrHolds(signature: Uint8Array, { digest, key }: Signed, verifier: Verifier): boolean {
  if (signature[64] === SIGHASH.DEFAULT) return false;
  return verifier.schnorr(signature.subarray(0, 64), digest, key);
}

/**
 * The sighash byte a signature carries; undefined when it is empty. 64 bytes are a taproot one without a byte (BIP-341): a DER
 * signature is never that short by chance.
 */
export function sighashOf(signature: Uint8Array): number | undefined {
  return signature.length === 64 ? SIGHASH.DEFAULT : signature.at(-1);
}

const NOTHING = new Uint8Array(0);

function isKeyOf(key: Uint8Array, hash: Uint8Array): boolean {
  return key.length === 33 && equalBytes(hash160(key), hash);
}

/** Bit 31 of a sequence turns a delay off (BIP-68). */
const NO_DELAY = 0x80000000;

/** The coin has the kind's script, and the input waits as long as its branch says, or not at all. */
function refuseOtherCoin({ tx, coins, index }: InputToVerify, { script, delay }: SpendKind): void {
  const [coin, input] = [coins[index], tx.inputs[index]];
  invariant(coin !== undefined && input !== undefined, `input ${index} spends a coin`);
  if (!equalBytes(coin.script, script)) throw new Refusal('script-not-allowed', `input ${index}`);
  const { sequence } = input;
  const isTimely = delay === 'none' ? sequence >= NO_DELAY : delay === undefined || sequence === delay;
  if (!isTimely) throw new Refusal('psbt-sequence', `input ${index}: ${sequence}`);
}

/** A transaction with what it spends, after checking that the coins are the inputs' own. */
function spendOf(tx: TransactionBody, coins: readonly Coin[]): Spend {
  invariant(tx.inputs.length === coins.length, 'one coin for each input');
  tx.inputs.forEach((input, index) => {
    invariant(coins[index]?.outpoint === spentPoint(input), `coin ${index} is the input's own`);
  });
  return { tx, prevouts: coins };
}
