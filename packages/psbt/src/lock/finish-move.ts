/** A move of a lot from its owner's signed PSBT to the final transaction; out of a lock the exchange signs it too (trading §10). */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import {
  acceptHalf,
  bodyOf,
  coinsOf,
  finish,
  kindsOf,
  transactionOf,
  unconfirmedOf,
} from '../draft/draft.ts';
import type { Finished, Witnesses } from '../draft/draft.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import { verifyInput, verifySignature } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { intentOfMove } from './carried.ts';
import { acceptLocks, lockWitness, placeOf, signLock } from './half.ts';
import { moveDraft } from './move-lot.ts';
import type { LotMovePlan } from './move-lot.ts';

/** What the owner signed. */
export interface MoveHalf {
  /** For the lock it comes out of; absent where it is no lock. */
  readonly user: Uint8Array | undefined;
  /** By input; undefined for that lock. */
  readonly others: Witnesses;
}

/**
 * The owner's half.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, signer-missing, not-finalized, sighash-not-allowed, signature-invalid
 */
export function acceptLotMove(plan: LotMovePlan, psbt: Uint8Array, verifier?: Verifier): MoveHalf {
  const draft = moveDraft(plan);
  const { from } = plan;
  if (from === undefined) return { user: undefined, others: acceptHalf(draft, psbt, verifier) };
  const [user] = acceptLocks(draft, [from], psbt, verifier);
  const [lock, ...payments] = draft.inputs;
  invariant(lock !== undefined, 'the lot is an input');
  const rest = { ...draft, inputs: [{ ...lock, signer: 'exchange' as const }, ...payments] };
  return { user, others: acceptHalf(rest, psbt, verifier) };
}

/**
 * The owner's half, for one who did not read it from a PSBT; its effects are the plan's, or it is refused.
 * @throws Refusal signature-missing, as `verifyInput` and `effects`, effects-differ
 */
export function verifyLotMove(plan: LotMovePlan, { user, others }: MoveHalf, verifier?: Verifier): void {
  const draft = moveDraft(plan);
  const [tx, coins] = [bodyOf(draft), coinsOf(draft)];
  draft.inputs.forEach(({ kind }, index) => {
    const at = { tx, coins, index };
    if (index === 0 && plan.from !== undefined) {
      if (user === undefined) throw new Refusal('signature-missing', 'input 0');
      const item = placeOf(kind, plan.from.ticket.key);
      verifySignature(at, kind, { item, signature: user }, verifier);
      return;
    }
    const witness = others[index];
    if (witness === undefined) throw new Refusal('signature-missing', `input ${index}`);
    verifyInput(at, kind, witness, verifier);
  });
  const does = effects(transactionOf(tx), coins, { kinds: kindsOf(draft), ...contextOf(plan) });
  if (!sameEffects(does, intentOfMove(draft))) throw new Refusal('effects-differ');
}

const contextOf = ({ lot }: LotMovePlan) => ({ held: unconfirmedOf([lot]), feeRateLimit: MAX_FEE_RATE });

/**
 * The exchange's signature of the lock the lot comes out of.
 * @param unsigned what it is asked to sign
 * @param key the secret of the ticket's exchange key
 * @throws Refusal psbt-changed when the transaction is not the plan's byte for byte
 * @throws invariant when the key is another, or the lot lies in no lock
 */
export function signLotMove(plan: LotMovePlan, unsigned: Uint8Array, key: Uint8Array): Uint8Array {
  invariant(plan.from !== undefined, 'the lot lies in a lock');
  return signLock(moveDraft(plan), { index: 0, lock: plan.from }, unsigned, key);
}

/**
 * The final transaction.
 * @param exchange what `signLotMove` returned; absent where the lot comes out of no lock
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishLotMove(
  plan: LotMovePlan,
  { user, others }: MoveHalf,
  exchange: Uint8Array | undefined,
  verifier?: Verifier,
): Finished {
  const draft = moveDraft(plan);
  const { from } = plan;
  const kind = draft.inputs[0]?.kind;
  const both =
    from !== undefined && kind !== undefined && user !== undefined && exchange !== undefined
      ? lockWitness(kind, from, { user, exchange })
      : undefined;
  const witnesses = others.map((witness, index) => (index === 0 ? (witness ?? both) : witness));
  return finish(draft, witnesses, { intent: intentOfMove(draft), context: contextOf(plan) }, verifier);
}
