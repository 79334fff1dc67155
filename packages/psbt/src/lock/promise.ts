/** The promise of a lock's user: the lock against an own coin for the tokens, or against the payment, SINGLE|ANYONECANPAY (trading §11). */
import { DUST_FLOOR, invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, TxOutput } from '@rialto/protocols';
import { bodyOf, coinsOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft } from '../draft/draft.ts';
import { SIGHASH } from '../tx/digest.ts';
import { WHOLE } from '../tx/spend-kinds.ts';
import { verifySignature } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { acceptUserHalf, buildForUser, placeOf, tradeInput } from './half.ts';
import type { Lock } from './lock.ts';
import type { Ticket } from './ticket.ts';

/** Which bytes the halves of a fill have. */
export const FILL_SIGHASHES = { user: [SIGHASH.SINGLE_ANYONECANPAY], exchange: WHOLE };

/**
 * In: the lock. Out: the coin for the tokens; of an ask the payment. Whatever fills it has both at one index, which the signature does
 * not fix.
 */
function promiseDraft(lock: Lock, coin: Coin): Draft {
  return {
    inputs: [tradeInput({ lock, coin }, 'owner', FILL_SIGHASHES)],
    outputs: [promisedOutput(lock.ticket)],
  };
}

/** What the user gets at the lock's own index. */
export function promisedOutput({ kind, price, script }: Ticket): TxOutput {
  return { value: kind === 'bid' ? DUST_FLOOR : price, script };
}

/** The PSBT the user signs. Throws as `checkLockCoin`. */
export function buildPromise(lock: Lock, coin: Coin): BuiltPsbt {
  return buildForUser(promiseDraft(lock, coin), lock);
}

/**
 * The user's signature with its sighash byte.
 * @throws Refusal as `acceptUserHalf`
 */
export function acceptPromise(lock: Lock, coin: Coin, psbt: Uint8Array, verifier?: Verifier): Uint8Array {
  const [signature] = acceptUserHalf(promiseDraft(lock, coin), [lock], psbt, verifier);
  invariant(signature !== undefined, 'one input has one signature');
  return signature;
}

/** True when a stored promise is the user's for this lock. */
export function verifyPromise(lock: Lock, coin: Coin, signature: Uint8Array, verifier?: Verifier): boolean {
  const draft = promiseDraft(lock, coin);
  const [input] = draft.inputs;
  invariant(input !== undefined, 'a promise has one input');
  const item = placeOf(input.kind, lock.ticket.key);
  try {
    const at = { tx: bodyOf(draft), coins: coinsOf(draft), index: 0 };
    verifySignature(at, input.kind, { item, signature }, verifier);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
