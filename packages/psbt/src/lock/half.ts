/** The two halves of a lock's input: what the user's wallet signed, what the exchange signs, and both put together (trading §10). */
import { equalBytes, invariant, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import { SEQUENCE, bodyOf, buildPsbt, coinsOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, DraftInput } from '../draft/draft.ts';
import { SIGHASH } from '../tx/digest.ts';
import { hasSignature, readPsbt } from '../tx/read-psbt.ts';
import { publicKeyOf, signEcdsa, signSchnorr } from '../tx/sign.ts';
import { verifySignature } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { digestOf, isV0, itemsOf } from '../tx/spend.ts';
import type { SignatureItem, SpendKind } from '../tx/spend.ts';
import { signatureFor } from '../tx/witness.ts';
import { checkLockCoin, compressed, tradeSpend } from './lock.ts';
import type { Lock } from './lock.ts';

/** A lock with the coin that it is on the chain, or will be. */
export interface LockedCoin {
  readonly lock: Lock;
  readonly coin: Coin;
}

/** An input that user and exchange sign. Throws as `checkLockCoin`. */
export function tradeInput(
  { lock, coin }: LockedCoin,
  signer: DraftInput['signer'],
  sighashes: Parameters<typeof tradeSpend>[1],
): DraftInput {
  checkLockCoin(lock, coin);
  return { coin, signer, kind: tradeSpend(lock, sighashes), sequence: SEQUENCE };
}

/** The PSBT for the wallet of a lock's user: one leaf, or the witness script, of each lock. */
export function buildForUser(draft: Draft, { ticket }: Lock): BuiltPsbt {
  return buildPsbt(draft, compressed(ticket.key));
}

/**
 * What the user's wallet signed, input by input; the exchange's half is still missing.
 * @param locks of the inputs, in their order
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, signer-missing (another key signed), not-finalized (one input of
 *   several is signed), sighash-not-allowed, signature-invalid
 */
export function acceptUserHalf(
  draft: Draft,
  locks: readonly Lock[],
  psbt: Uint8Array,
  verifier?: Verifier,
): readonly Uint8Array[] {
  invariant(locks.length === draft.inputs.length, 'every input is a lock');
  return acceptLocks(draft, locks, psbt, verifier);
}

/** The same of the first inputs alone, as many as there are locks. */
export function acceptLocks(
  draft: Draft,
  locks: readonly Lock[],
  psbt: Uint8Array,
  verifier?: Verifier,
): readonly Uint8Array[] {
  const [tx, coins] = [bodyOf(draft), coinsOf(draft)];
  const read = readPsbt(psbt);
  if (!equalBytes(read.unsigned, writeBase(tx))) throw new Refusal('psbt-changed');
  const isBegun = read.signatures.some(hasSignature);
  return locks.map((lock, index) => {
    const [signatures, kind] = [read.signatures[index], draft.inputs[index]?.kind];
    invariant(signatures !== undefined && kind !== undefined, 'a PSBT has one map for each input');
    const item = placeOf(kind, lock.ticket.key);
    const signature = signatureFor(kind, item, { signatures });
    if (signature === undefined) {
      if (hasSignature(signatures)) throw new Refusal('signer-missing', `input ${index}`);
      throw new Refusal(isBegun ? 'not-finalized' : 'signature-missing', `input ${index}`);
    }
    verifySignature({ tx, coins, index }, kind, { item, signature }, verifier);
    return signature;
  });
}

/** Where a key of the lock signs. */
export function placeOf(kind: SpendKind, key: Uint8Array): SignatureItem & { readonly key: Uint8Array } {
  for (const item of kind.stack) {
    if (item.item !== 'signature' || item.key === 'beside') continue;
    if (equalBytes(item.key, key) || equalBytes(item.key, key.subarray(1))) return { ...item, key: item.key };
  }
  throw new Error('invariant: the key is one of the lock’s');
}

/**
 * The exchange's half of one input, for the whole transaction.
 * @param unsigned what it is asked to sign
 * @param key the secret of the ticket's exchange key
 * @throws Refusal psbt-changed when that is not the draft's transaction byte for byte
 * @throws invariant when the key is another
 */
export function signLock(
  draft: Draft,
  { index, lock }: { index: number; lock: Lock },
  unsigned: Uint8Array,
  key: Uint8Array,
): Uint8Array {
  const tx = bodyOf(draft);
  if (!equalBytes(writeBase(tx), unsigned)) throw new Refusal('psbt-changed');
  const kind = draft.inputs[index]?.kind;
  const publicKey = publicKeyOf(key);
  const [theirs] = lock.ticket.exchange;
  invariant(kind !== undefined && theirs !== undefined, 'the lock is an input of it');
  invariant(equalBytes(publicKey, theirs), 'the key is the exchange’s of this lock');
  const sighash = isV0(kind) ? SIGHASH.ALL : SIGHASH.DEFAULT;
  invariant(placeOf(kind, publicKey).sighashes.includes(sighash), 'the exchange signs everything');
  const digest = digestOf(kind, { tx, prevouts: coinsOf(draft) }, index, sighash);
  return isV0(kind) ? signEcdsa(digest, key, sighash) : signSchnorr(digest, key);
}

/** Both halves as the witness of one input. */
export function lockWitness(
  kind: SpendKind,
  { ticket }: Lock,
  halves: { readonly user: Uint8Array; readonly exchange: Uint8Array },
): Uint8Array[] {
  const users = placeOf(kind, ticket.key);
  return itemsOf(kind).map((item) => {
    if (item.item === 'bytes') return item.bytes;
    invariant(item.item === 'signature' && item.key !== 'beside', 'the keys of a lock are in its script');
    return equalBytes(item.key, users.key) ? halves.user : halves.exchange;
  });
}
