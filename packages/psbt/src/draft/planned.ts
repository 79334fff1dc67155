/** A transaction with a message, planned: what the payer signs, what we signed already, and what it means, checked before anybody signs. */
import { invariant, writeTransaction } from '@rialto/protocols';
import type { Outpoint, Sats, Txid } from '@rialto/protocols';
import {
  acceptHalf,
  bodyOf,
  buildPsbt,
  coinsOf,
  feeOfDraft,
  kindsOf,
  transactionOf,
  vsizeOf,
} from './draft.ts';
import type { BuiltPsbt, Draft, Finished, Witnesses } from './draft.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import type { EffectsContext, Meaning } from '../effects/effects.ts';
import type { OutputMessage } from '../effects/messages.ts';
import type { LedgerFacts } from '../effects/party-book.ts';
import type { Verifier } from '../tx/signature.ts';

export interface Planned extends BuiltPsbt {
  readonly txid: Txid;
  readonly fee: Sats;
  readonly draft: Draft;
  /** Witnesses of the inputs that are ours, by index. */
  readonly ours: Witnesses;
  readonly intent: Meaning;
  readonly context: EffectsContext;
}

/** What a template says of a transaction besides its inputs and outputs. */
interface PlannedParts {
  /** 33 bytes, the payer's. */
  readonly key: Uint8Array;
  /** Witnesses of the inputs that a key of our own has signed. */
  readonly ours?: Witnesses;
  readonly intent: Meaning;
  /** The outputs that carry data, with the bytes the template wrote. */
  readonly messages?: readonly OutputMessage[];
  readonly facts?: LedgerFacts;
  /** Unconfirmed coins of the payer's that are known all the same. */
  readonly held?: readonly Outpoint[];
}

/**
 * Plans a transaction whose owner inputs the payer signs.
 * @throws Refusal message-not-allowed unless the messages are the template's
 * @throws invariant when it would not do what is intended
 */
export function planTransaction(draft: Draft, parts: PlannedParts): Planned {
  const { key, ours = [], intent, messages = [], facts = {} } = parts;
  const made = draft.inputs.flatMap(({ coin, signer }) => (signer === 'ephemeral' ? [coin.outpoint] : []));
  const held = [...made, ...(parts.held ?? [])];
  const context = { kinds: kindsOf(draft), messages, held, facts };
  const { txid } = checked(draft, ours, { intent, context });
  return { ...buildPsbt(draft, key), txid, fee: feeOfDraft(draft), draft, ours, intent, context };
}

/** Its size once everything is signed, at most. */
export function plannedVsize({ draft }: Pick<Planned, 'draft'>): number {
  return vsizeOf(draft);
}

/**
 * The final transaction from the payer's signed PSBT, or without one when nothing was left to sign.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 * @throws invariant unless its effects are the intended ones
 */
export function acceptPlanned(plan: Planned, psbt: Uint8Array, verifier?: Verifier): Finished {
  const half = acceptHalf(plan.draft, psbt, verifier);
  const witnesses = half.map((witness, index) => witness ?? plan.ours[index]);
  invariant(
    witnesses.every((witness) => witness !== undefined),
    'every input is signed',
  );
  const { txid } = checked(plan.draft, witnesses, plan);
  return { raw: writeTransaction(bodyOf(plan.draft, witnesses)), txid };
}

function checked(
  draft: Draft,
  witnesses: Witnesses,
  { intent, context }: Pick<Planned, 'intent' | 'context'>,
): { txid: Txid } {
  const tx = transactionOf(bodyOf(draft, witnesses));
  const does = sameEffects(effects(tx, coinsOf(draft), context), intent);
  invariant(does, 'the effects are the intended ones');
  return { txid: tx.txid };
}
