/** A take from plan to final transaction: the buyer signs ALL, the signer the platform's pad, the sellers signed long ago. */
import { equalBytes, invariant, writeBase } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Sats } from '@rialto/protocols';
import {
  FINAL_SEQUENCE,
  SEQUENCE,
  acceptHalf,
  bodyOf,
  buildPsbt,
  coinsOf,
  feeOfDraft,
  finish,
  vsizeOf,
} from '../draft/draft.ts';
import type { BuiltPsbt, Finished, Witnesses } from '../draft/draft.ts';
import { signInput } from '../tx/sign.ts';
import type { Verifier } from '../tx/signature.ts';
import { MAX_FEE_RATE } from '../tx/size.ts';
import { intentOfTake, takeDraft } from './take-layout.ts';
import type { TakePlan } from './take-layout.ts';

export interface BuiltTake extends BuiltPsbt {
  readonly fee: Sats;
  /** Of the signed transaction, at most. */
  readonly vsize: number;
  /** By how much the buyer's clean money shrinks: prices, service and network fee, and the pad that stays in the asset coin. */
  readonly total: Sats;
}

/** The PSBT the buyer signs; never holds a seller's signature (trading §5). */
export function buildTake(plan: TakePlan): BuiltTake {
  const draft = takeDraft(plan);
  for (const lot of plan.lots) {
    invariant(lot.sequence === SEQUENCE || lot.sequence === FINAL_SEQUENCE, 'a lot has a final sequence');
  }
  const built = buildPsbt(draft, plan.buyerKey);
  return { ...built, fee: feeOfDraft(draft), vsize: vsizeOf(draft), total: totalOfTake(plan) };
}

/** By how much the buyer's clean money shrinks. */
export function totalOfTake(plan: TakePlan): Sats {
  let total = plan.pad.platform ? 0n : (plan.pad.coin.value as bigint);
  for (const coin of plan.payments) total += coin.value;
  return (total - (plan.change ?? 0n)) as Sats;
}

/**
 * The buyer's witnesses by input index, after steps 1 to 7 of the table of checks.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptTake(plan: TakePlan, psbt: Uint8Array, verifier?: Verifier): Witnesses {
  return acceptHalf(takeDraft(plan), psbt, verifier);
}

/**
 * The signer's half: the platform's pad, with ALL or DEFAULT, and only for the transaction the plan makes.
 * @throws Refusal psbt-changed when the take is not the plan's byte for byte
 * @throws invariant when the pad is not the platform's or not the key's
 */
export function signPad(plan: TakePlan, takeUnsigned: Uint8Array, key: Uint8Array): Uint8Array[] {
  invariant(plan.pad.platform, 'the pad belongs to the platform');
  const draft = takeDraft(plan);
  const tx = bodyOf(draft);
  if (!equalBytes(writeBase(tx), takeUnsigned)) throw new Refusal('psbt-changed');
  return signInput({ tx, prevouts: coinsOf(draft) }, 0, key);
}

interface TakeParts {
  /** What `acceptTake` returned. */
  readonly buyer: Witnesses;
  /** The sellers' witnesses in the order of the plan's lots. */
  readonly sellers: readonly (readonly Uint8Array[])[];
  readonly padWitness?: readonly Uint8Array[];
}

/**
 * The final transaction.
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishTake(plan: TakePlan, parts: TakeParts, verifier?: Verifier): Finished {
  invariant(parts.sellers.length === plan.lots.length, 'every seller signed');
  const draft = takeDraft(plan);
  const witnesses = draft.inputs.map(({ signer }, index) => {
    if (signer === 'exchange') return parts.padWitness;
    return signer === 'seller' ? parts.sellers[index - 1] : parts.buyer[index];
  });
  const expected = { intent: intentOfTake(plan), context: { feeRateLimit: MAX_FEE_RATE } };
  return finish(draft, witnesses, expected, verifier);
}
