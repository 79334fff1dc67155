/**
 * An exit on Bitcoin signed by all of several keys, one after the other in the order of the leaf: the first signs for the fees too, each
 * next one adds its half to what those before it have signed, and with the last the transaction is whole (bridge §4).
 */
import {
  equalBytes,
  invariant,
  isFlaw,
  readTransaction,
  writeBase,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { bodyOf, coinsOf, finish } from '../draft/draft.ts';
import type { Witnesses } from '../draft/draft.ts';
import { halvesIn, leafKeys, partWitnesses, placesOf, poolWitnesses, signPool } from '../pool/pool-script.ts';
import type { PoolHalf } from '../pool/pool-script.ts';
import { SIGHASH } from '../tx/digest.ts';
import { inputVerifies, pureVerifier } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { digestOf } from '../tx/spend.ts';
import type { BridgePayout } from './payout-plan.ts';
import { feeWitnesses } from './sign-payout.ts';

/**
 * What the first signs: the fee coins, and its half of the locked ones. The same plan is signed to the same bytes every time.
 * @param lockedSecret of the first key of the leaf; feeSecret of the internal key of the fees
 * @returns the transaction, with the places of the other keys empty
 * @throws invariant when a key is none of its script's, or is not the first
 */
export function beginBridgePayout(
  plan: BridgePayout,
  lockedSecret: Uint8Array,
  feeSecret: Uint8Array,
): Uint8Array {
  const { draft, unsigned, locked } = plan;
  const half = signPool(draft, locked, unsigned, lockedSecret);
  invariant(keysBefore(plan, half).length === 0, 'the first key signs first');
  return written(plan, [half], feeWitnesses(plan, feeSecret));
}

/**
 * What another one signs, after it has verified all that was signed before.
 * @param before as the one before it has written it
 * @param lockedSecret of a key of the leaf that is not the first
 * @returns the transaction with its half; of the last key whole
 * @throws Refusal psbt-changed when it is not the plan's transaction byte for byte, signature-missing when one before it, or the fees,
 *   are not signed for this transaction
 * @throws invariant when the key is none of the leaf's
 */
export function joinBridgePayout(
  plan: BridgePayout,
  before: Uint8Array,
  lockedSecret: Uint8Array,
  verifier: Verifier = pureVerifier,
): Uint8Array {
  const { draft, unsigned, locked, intent, context } = plan;
  const read = readTransaction(before);
  if (isFlaw(read) || !equalBytes(writeBase(read), unsigned)) throw new Refusal('psbt-changed');
  const told = read.inputs.map(({ witness }) => witness);
  const half = signPool(draft, locked, unsigned, lockedSecret);
  const first = keysBefore(plan, half);
  const theirs = halvesIn(draft, locked, told).filter(({ key }) => first.some((one) => equalBytes(one, key)));
  const areSigned = theirs.length === first.length && theirs.every((one) => isHalf(plan, one, verifier));
  if (!areSigned) throw new Refusal('signature-missing', 'a key before it has not signed');
  requireFees(plan, told, verifier);
  const halves = [...theirs, half];
  const isLast = halves.length === leafKeys(locked).length;
  if (!isLast) return written(plan, halves, told);
  const whole = poolWitnesses(draft, locked, halves);
  const witnesses = draft.inputs.map((_, index) => whole[index] ?? told[index]);
  return finish(draft, witnesses, { intent, context }, verifier).raw;
}

function keysBefore({ locked }: BridgePayout, { key }: PoolHalf): readonly Uint8Array[] {
  const keys = leafKeys(locked);
  const at = keys.findIndex((one) => equalBytes(one, key));
  invariant(at >= 0, 'the locked script has a leaf with this key');
  return keys.slice(0, at);
}

function isHalf({ draft, locked }: BridgePayout, half: PoolHalf, verifier: Verifier): boolean {
  const spend = { tx: bodyOf(draft), prevouts: coinsOf(draft) };
  return placesOf(draft, locked).every((index, at) => {
    const digest = digestOf(locked.kind, spend, index, SIGHASH.DEFAULT);
    const signature = half.signatures[at];
    return digest !== undefined && signature !== undefined && verifier.schnorr(signature, digest, half.key);
  });
}

/** @throws Refusal signature-missing */
function requireFees({ draft, fees }: BridgePayout, told: Witnesses, verifier: Verifier): void {
  const tx = bodyOf(draft, told);
  const coins = coinsOf(draft);
  const shown = draft.inputs.flatMap(({ signer }, index) => (signer === 'ephemeral' ? [index] : []));
  for (const index of [...shown, ...placesOf(draft, fees)])
    if (
      !inputVerifies(
        { tx, coins, index },
        draft.inputs[index]?.kind ?? fees.kind,
        told[index] ?? [],
        verifier,
      )
    )
      throw new Refusal('signature-missing', `input ${index}, which pays the fee`);
}

function written(
  { draft, locked }: BridgePayout,
  halves: readonly PoolHalf[],
  ofFees: Witnesses,
): Uint8Array {
  const part = partWitnesses(draft, locked, halves);
  const witnesses = draft.inputs.map((_, index) => part[index] ?? ofFees[index]);
  return writeTransaction(bodyOf(draft, witnesses));
}
