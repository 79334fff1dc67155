/** A fill from plan to final transaction: the bidder promised long ago, the seller signs ALL, then the exchange (trading §11). */
import { DUST_FLOOR, bytesToHex, equalBytes, invariant, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Sats } from '@rialto/protocols';
import {
  FINAL_SEQUENCE,
  SEQUENCE,
  acceptHalf,
  coinsOf,
  buildPsbt,
  feeOfDraft,
  finish,
  vsizeOf,
} from '../draft/draft.ts';
import type { BuiltPsbt, Finished } from '../draft/draft.ts';
import { disputedPins } from '../effects/sat-flow.ts';
import { requireOffered } from '../trade/lot.ts';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf } from '../tx/size.ts';
import { contextOfFill, fillDraft, fillsBySats, intentOfFill, lockIndexOf } from './fill-layout.ts';
import type { FillPlan } from './fill-layout.ts';
import { lockWitness, signLock } from './half.ts';
import { checkLockCoin } from './lock.ts';

type FillRequest = Omit<FillPlan, 'proceeds' | 'lotSequence'> & { readonly lotSequence?: number };

/**
 * Plans a fill, and says what the seller gets of it.
 * @throws Refusal as `checkLockCoin`; wrong-address-type, not-yours, own-order, coin-unconfirmed, lot-mixed, not-a-lot (also where the
 *   inscription lies too deep in its coin), lots-differ (another token), amount-differs (not exactly the ticket's amount),
 *   psbt-sequence, script-not-allowed, too-small (service fee, or nothing is left for the seller), bad-request or fee-too-high for
 *   the rate
 */
export function planFill(request: FillRequest): FillPlan {
  if (request.lock.ticket.kind !== 'bid') throw new Refusal('bad-request', 'ticket: kind');
  checkLockCoin(request.lock, request.coin);
  checkSeller(request);
  checkSold(request);
  const { serviceFee, lotSequence = SEQUENCE } = request;
  if (lotSequence !== SEQUENCE && lotSequence !== FINAL_SEQUENCE) throw new Refusal('psbt-sequence');
  if (serviceFee !== undefined && serviceFee.value < DUST_FLOOR)
    throw new Refusal('too-small', 'service fee');
  const unpaid = { ...request, lotSequence, proceeds: DUST_FLOOR };
  const fee = feeOf(vsizeOf(fillDraft(unpaid)), request.feeRateSatVb);
  const brought = request.coin.value + request.lot.value;
  const proceeds = brought - DUST_FLOOR - (serviceFee?.value ?? 0n) - fee;
  if (proceeds < DUST_FLOOR) throw new Refusal('too-small', `${proceeds} sat for the seller`);
  const plan: FillPlan = { ...unpaid, proceeds: sats(proceeds) };
  const draft = fillDraft(plan);
  if (disputedPins(coinsOf(draft), draft.outputs).length > 0)
    throw new Refusal('lot-mixed', request.lot.outpoint);
  return plan;
}

function checkSeller({ sellerScript, sellerKey, lot, lock }: FillRequest): void {
  if (scriptKind(sellerScript) === 'other') throw new Refusal('wrong-address-type');
  if (!publicKeyOwns(bytesToHex(sellerKey), sellerScript)) throw new Refusal('not-yours', 'public key');
  if (!equalBytes(lot.script, sellerScript)) throw new Refusal('not-yours', lot.outpoint);
  if (equalBytes(lock.ticket.script, sellerScript)) throw new Refusal('own-order');
}

function checkSold({ lot, lock: { ticket } }: FillRequest): void {
  const sold = requireOffered(lot);
  if (sold.asset !== ticket.asset) throw new Refusal('lots-differ', sold.asset);
  if (sold.amount !== ticket.amount) throw new Refusal('amount-differs', `${sold.amount}`);
  if (!fillsBySats({ lot })) return;
  const isDeep = lot.assets.some((asset) => 'offset' in asset && asset.offset >= DUST_FLOOR);
  if (isDeep) throw new Refusal('not-a-lot', `${lot.outpoint}: the inscription lies too deep`);
}

/** The PSBT the seller signs; it never holds the promise, nor a signature of the exchange. */
export function buildFill(plan: FillPlan): BuiltPsbt & { readonly fee: Sats; readonly vsize: number } {
  const draft = fillDraft(plan);
  return { ...buildPsbt(draft, plan.sellerKey), fee: feeOfDraft(draft), vsize: vsizeOf(draft) };
}

/**
 * The seller's witness.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptFill(plan: FillPlan, psbt: Uint8Array, verifier?: Verifier): readonly Uint8Array[] {
  const witness = acceptHalf(fillDraft(plan), psbt, verifier)[1 - lockIndexOf(plan)];
  invariant(witness !== undefined, 'the seller signs the lot');
  return witness;
}

/**
 * The exchange's signature of the lock, for the fill the plan makes and nothing else.
 * @param unsigned what it is asked to sign
 * @param key the secret of the ticket's exchange key
 * @throws Refusal psbt-changed when the transaction is not the plan's byte for byte
 * @throws invariant when the key is another
 */
export function signFill(plan: FillPlan, unsigned: Uint8Array, key: Uint8Array): Uint8Array {
  return signLock(fillDraft(plan), { index: lockIndexOf(plan), lock: plan.lock }, unsigned, key);
}

interface FillParts {
  /** What `acceptPromise` returned. */
  readonly promise: Uint8Array;
  /** What `signFill` returned. */
  readonly exchange: Uint8Array;
  /** What `acceptFill` returned. */
  readonly seller: readonly Uint8Array[];
}

/**
 * The final transaction.
 * @throws invariant unless every signature verifies on it and its effects are the plan's
 */
export function finishFill(plan: FillPlan, parts: FillParts, verifier?: Verifier): Finished {
  const draft = fillDraft(plan);
  const at = lockIndexOf(plan);
  const kind = draft.inputs[at]?.kind;
  invariant(kind !== undefined, 'the lock is an input');
  const lock = lockWitness(kind, plan.lock, { user: parts.promise, exchange: parts.exchange });
  const witnesses = at === 0 ? [lock, parts.seller] : [parts.seller, lock];
  return finish(draft, witnesses, { intent: intentOfFill(plan), context: contextOfFill(plan) }, verifier);
}
