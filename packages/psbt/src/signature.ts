/** Verification of one input on our own digest. The library's finaliser verifies nothing, so nothing else is trusted. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Refusal, bytesToHex, concatBytes, equalBytes, invariant, spentPoint } from '@rialto/protocols';
import type { Coin, TransactionBody } from '@rialto/protocols';
import { hash160, scriptKind } from './address.ts';
import { compactOfDer } from './der.ts';
import { SIGHASH, digestV0, digestV1 } from './digest.ts';
import type { Spend } from './digest.ts';

/** The curve arithmetic, so that a server may inject a faster one. Neither function may throw. */
export interface Verifier {
  /** `signature` is compact r,s with low S already checked; `publicKey` has 33 bytes. */
  ecdsa(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
  /** BIP-340; `publicKey` has 32 bytes. */
  schnorr(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
}

export const pureVerifier: Verifier = {
  ecdsa: (signature, digest, publicKey) =>
    secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: 'compact' }),
  schnorr: (signature, digest, publicKey) => schnorr.verify(signature, digest, publicKey),
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
export interface InputToVerify {
  readonly tx: TransactionBody;
  readonly coins: readonly Coin[];
  readonly index: number;
}

/**
 * Verifies the witness of a P2WPKH or P2TR key-path input: shape, sighash byte, encoding, key, signature.
 * The sighash is read from the signature itself, never from a PSBT field (trading §3.5, §3.6).
 * @throws Refusal script-not-allowed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function verifyInput(
  at: InputToVerify,
  witness: readonly Uint8Array[],
  allowed: readonly number[],
  verifier: Verifier = pureVerifier,
): void {
  const spend = spendOf(at.tx, at.coins);
  const coin = at.coins[at.index];
  invariant(coin !== undefined, `input ${at.index} spends a coin`);
  const kind = scriptKind(coin.script);
  if (kind === 'other') throw new Refusal('script-not-allowed', `input ${at.index}`);
  if (witness.length === 0) throw new Refusal('signature-missing', `input ${at.index}`);
  const valid =
    kind === 'p2wpkh'
      ? verifyV0({ spend, index: at.index, allowed, verifier }, witness, coin.script)
      : verifyV1({ spend, index: at.index, allowed, verifier }, witness, coin.script);
  if (!valid) throw new Refusal('signature-invalid', `input ${at.index}`);
}

/** The same as a yes or no, for assertions. */
export function inputVerifies(
  at: InputToVerify,
  witness: readonly Uint8Array[],
  allowed: readonly number[],
  verifier: Verifier = pureVerifier,
): boolean {
  try {
    verifyInput(at, witness, allowed, verifier);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * The sighash byte a signature carries; undefined when it is empty. 64 bytes are a taproot one without a byte (BIP-341): a DER
 * signature is never that short by chance.
 */
export function sighashOf(signature: Uint8Array): number | undefined {
  return signature.length === 64 ? SIGHASH.DEFAULT : signature.at(-1);
}

interface Job {
  spend: Spend;
  index: number;
  allowed: readonly number[];
  verifier: Verifier;
}

function verifyV0(job: Job, witness: readonly Uint8Array[], script: Uint8Array): boolean {
  const [signature, key, more] = witness;
  if (signature === undefined || key === undefined || more !== undefined) return false;
  if (key.length !== 33 || !equalBytes(hash160(key), script.subarray(2))) return false;
  const sighash = signature.at(-1);
  if (sighash === undefined) throw new Refusal('signature-missing', `input ${job.index}`);
  if (!job.allowed.includes(sighash) || sighash === SIGHASH.DEFAULT) {
    throw new Refusal('sighash-not-allowed', `input ${job.index}: ${sighash}`);
  }
  const compact = compactOfDer(signature.subarray(0, -1));
  const digest = digestV0(job.spend, job.index, sighash);
  return compact !== undefined && digest !== undefined && job.verifier.ecdsa(compact, digest, key);
}

function verifyV1(job: Job, witness: readonly Uint8Array[], script: Uint8Array): boolean {
  const [signature, more] = witness;
  // More than one item is a script path or an annex: never ours to accept (threats §C2).
  if (signature === undefined || more !== undefined) return false;
  if (signature.length !== 64 && signature.length !== 65) return false;
  const sighash = signature[64] ?? SIGHASH.DEFAULT;
  if (!job.allowed.includes(sighash))
    throw new Refusal('sighash-not-allowed', `input ${job.index}: ${sighash}`);
  // BIP-341: DEFAULT has no byte; 65 bytes ending in 0x00 are invalid.
  if (signature.length === 65 && sighash === SIGHASH.DEFAULT) return false;
  const digest = digestV1(job.spend, job.index, sighash);
  return digest !== undefined && job.verifier.schnorr(signature.subarray(0, 64), digest, script.subarray(2));
}

/** A transaction with what it spends, after checking that the coins are the inputs' own. */
function spendOf(tx: TransactionBody, coins: readonly Coin[]): Spend {
  invariant(tx.inputs.length === coins.length, 'one coin for each input');
  tx.inputs.forEach((input, index) => {
    invariant(coins[index]?.outpoint === spentPoint(input), `coin ${index} is the input's own`);
  });
  return { tx, prevouts: coins };
}
