/** The cooperative cancel: locks go back to their user in one transaction, which user and exchange sign whole (trading §11). */
import { DUST_FLOOR, equalBytes, invariant, sats, sumSats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Sats } from '@rialto/protocols';
import { bodyOf, coinsOf, feeOfDraft, finish, unconfirmedOf, vsizeOf } from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { checkDistinct } from '../draft/payer.ts';
import type { Meaning } from '../effects/effects.ts';
import { intentOf } from '../effects/intent.ts';
import { WHOLE } from '../tx/spend-kinds.ts';
import { verifySignature } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { MAX_FEE_RATE, feeOf } from '../tx/size.ts';
import { acceptUserHalf, buildForUser, lockWitness, placeOf, signLock, tradeInput } from './half.ts';
import type { LockedCoin } from './half.ts';
import type { Lock } from './lock.ts';
import { MAX_LOCKS } from './ticket.ts';

export interface CancelLocksPlan {
  readonly locks: readonly LockedCoin[];
  readonly feeRateSatVb: number;
  /** All that was locked, less the network fee. */
  readonly refund: Sats;
}

/**
 * Plans the cancel of a user's locks; they pay for it themselves.
 * @throws Refusal as `checkLockCoin`; bad-request (number of locks), duplicate-input, not-yours (locks of several keys), too-small
 *   (nothing would be left), bad-request or fee-too-high for the rate
 */
export function planCancelLocks(request: Omit<CancelLocksPlan, 'refund'>): CancelLocksPlan {
  const { locks, feeRateSatVb } = request;
  checkDistinct(locks.map(({ coin }) => coin));
  userOf(request);
  const fee = feeOf(vsizeOf(cancelDraft({ ...request, refund: DUST_FLOOR })), feeRateSatVb);
  const refund = sumSats(locks.map(({ coin }) => coin.value)) - fee;
  if (refund < DUST_FLOOR) throw new Refusal('too-small', `${refund} sat come back`);
  return { locks, feeRateSatVb, refund: sats(refund) };
}

/** The one whose locks they all are. */
function userOf({ locks }: Pick<CancelLocksPlan, 'locks'>): Lock {
  const [first] = locks;
  if (first === undefined || locks.length > MAX_LOCKS) throw new Refusal('bad-request', 'number of locks');
  const { script, key } = first.lock.ticket;
  for (const { ticket } of locks.map(({ lock }) => lock)) {
    if (ticket.kind !== 'bid') throw new Refusal('bad-request', 'ticket: kind');
    if (!equalBytes(ticket.script, script) || !equalBytes(ticket.key, key))
      throw new Refusal('not-yours', 'lock');
  }
  return first.lock;
}

function cancelDraft(plan: CancelLocksPlan): Draft {
  return {
    inputs: plan.locks.map((locked) => tradeInput(locked, 'owner', { user: WHOLE, exchange: WHOLE })),
    outputs: [{ value: plan.refund, script: userOf(plan).ticket.script }],
  };
}

/** The PSBT the user signs. */
export function buildCancelLocks(
  plan: CancelLocksPlan,
): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = cancelDraft(plan);
  return { ...buildForUser(draft, userOf(plan)), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/** The user's signatures, one for each lock. Throws as `acceptUserHalf`. */
export function acceptCancelLocks(
  plan: CancelLocksPlan,
  psbt: Uint8Array,
  verifier?: Verifier,
): readonly Uint8Array[] {
  const locks = plan.locks.map(({ lock }) => lock);
  return acceptUserHalf(cancelDraft(plan), locks, psbt, verifier);
}

/**
 * Verifies the user's signatures, where no PSBT is at hand any more.
 * @param signatures what `acceptCancelLocks` returned
 * @throws Refusal psbt-shape (not one for each lock), sighash-not-allowed, signature-invalid
 */
export function verifyCancelLocks(
  plan: CancelLocksPlan,
  signatures: readonly Uint8Array[],
  verifier?: Verifier,
): void {
  const draft = cancelDraft(plan);
  const [tx, coins] = [bodyOf(draft), coinsOf(draft)];
  if (signatures.length !== plan.locks.length) throw new Refusal('psbt-shape', 'one signature each lock');
  draft.inputs.forEach(({ kind }, index) => {
    const [locked, signature] = [plan.locks[index], signatures[index]];
    invariant(locked !== undefined && signature !== undefined, `input ${index} is a lock`);
    const item = placeOf(kind, locked.lock.ticket.key);
    verifySignature({ tx, coins, index }, kind, { item, signature }, verifier);
  });
}

/**
 * The exchange's signatures, one for each lock.
 * @throws Refusal psbt-changed when the transaction is not the plan's byte for byte
 * @throws invariant when the key is another
 */
export function signCancelLocks(
  plan: CancelLocksPlan,
  unsigned: Uint8Array,
  key: Uint8Array,
): readonly Uint8Array[] {
  const draft = cancelDraft(plan);
  return plan.locks.map(({ lock }, index) => signLock(draft, { index, lock }, unsigned, key));
}

/**
 * The final transaction.
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishCancelLocks(
  plan: CancelLocksPlan,
  parts: { readonly user: readonly Uint8Array[]; readonly exchange: readonly Uint8Array[] },
  verifier?: Verifier,
): Finished {
  const draft = cancelDraft(plan);
  const witnesses = draft.inputs.map(({ kind }, index) => {
    const [locked, user, exchange] = [plan.locks[index], parts.user[index], parts.exchange[index]];
    const isSigned = locked !== undefined && user !== undefined && exchange !== undefined;
    invariant(isSigned, `lock ${index} is signed by both`);
    return lockWitness(kind, locked.lock, { user, exchange });
  });
  const held = unconfirmedOf(plan.locks.map(({ coin }) => coin));
  const context = { held, feeRateLimit: MAX_FEE_RATE };
  return finish(draft, witnesses, { intent: intentOfCancel(plan, draft), context }, verifier);
}

function intentOfCancel({ locks }: CancelLocksPlan, { outputs }: Draft): Meaning {
  const intent = intentOf();
  locks.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(outputs);
  return intent.meaning();
}
