/** A transaction with a message, planned: what the payer signs, what we signed already, and what it means, judged before anybody signs. */
import { Refusal, invariant, virtualSize, writeTransaction } from '@rialto/protocols';
import type { Coin, Outpoint, Sats, Txid } from '@rialto/protocols';
import { scriptKind } from './address.ts';
import type { KeyKind } from './address.ts';
import { acceptHalf, bodyOf, buildPsbt, coinsOf, feeOfDraft, transactionOf } from './draft.ts';
import type { BuiltPsbt, Draft, Finished, Witnesses } from './draft.ts';
import { effects, sameEffects } from './effects.ts';
import type { EffectsContext, Meaning } from './effects.ts';
import type { LedgerFacts } from './party-book.ts';
import type { Verifier } from './signature.ts';

export interface Planned extends BuiltPsbt {
  readonly txid: Txid;
  readonly fee: Sats;
  readonly draft: Draft;
  /** Witnesses of the inputs that are ours, by index. */
  readonly ours: Witnesses;
  readonly intent: Meaning;
  readonly context: EffectsContext;
}

/**
 * Plans a transaction whose owner inputs the payer signs.
 * @param parts.key 33 bytes, the payer's
 * @param parts.ours witnesses of the inputs that a key of our own has signed
 * @param parts.held unconfirmed coins of the payer's that are known all the same
 * @throws invariant when it would not do what is intended
 */
export function planTransaction(
  draft: Draft,
  parts: {
    key: Uint8Array;
    ours?: Witnesses;
    intent: Meaning;
    facts?: LedgerFacts;
    held?: readonly Outpoint[];
  },
): Planned {
  const { key, ours = [], intent, facts = {} } = parts;
  const made = draft.inputs.flatMap(({ coin, role }) => (role === 'pad' ? [coin.outpoint] : []));
  const held = [...made, ...(parts.held ?? [])];
  const context = { allowMessages: true, held, facts };
  const { txid } = judged(draft, ours, { intent, context });
  return { ...buildPsbt(draft, { key }), txid, fee: feeOfDraft(draft), draft, ours, intent, context };
}

/** Its size once everything is signed, at most. */
export function plannedVsize({ draft, ours }: Pick<Planned, 'draft' | 'ours'>): number {
  const witnesses = draft.inputs.map(({ coin }, index) => ours[index] ?? LONGEST[keyKindOf(coin)]);
  return virtualSize(transactionOf(bodyOf(draft, witnesses)));
}

/** As many bytes as a wallet's witness has at most. */
const LONGEST: Readonly<Record<KeyKind, readonly Uint8Array[]>> = {
  p2wpkh: [new Uint8Array(72), new Uint8Array(33)],
  p2tr: [new Uint8Array(64)],
};

function keyKindOf({ script }: Coin): KeyKind {
  const kind = scriptKind(script);
  if (kind === 'other') throw new Refusal('script-not-allowed');
  return kind;
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
  const { txid } = judged(plan.draft, witnesses, plan);
  return { raw: writeTransaction(bodyOf(plan.draft, witnesses)), txid };
}

function judged(
  draft: Draft,
  witnesses: Witnesses,
  { intent, context }: Pick<Planned, 'intent' | 'context'>,
): { txid: Txid } {
  const tx = transactionOf(bodyOf(draft, witnesses));
  const does = sameEffects(effects(tx, coinsOf(draft), context), intent);
  invariant(does, 'the effects are the intended ones');
  return { txid: tx.txid };
}
