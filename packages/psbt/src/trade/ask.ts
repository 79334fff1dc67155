/** A classic ask: the seller signs the lot against one payment, SINGLE|ANYONECANPAY, and nothing else (trading §5). */
import { MAX_MONEY, bytesToHex, equalBytes, outpoint, sats, spentPoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Outpoint, Sats, TransactionBody, Txid } from '@rialto/protocols';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import {
  FINAL_SEQUENCE,
  SEQUENCE,
  VERSION,
  bodyOf,
  buildPsbt,
  coinsOf,
  kindsOf,
  transactionOf,
} from '../draft/draft.ts';
import type { BuiltPsbt, Draft } from '../draft/draft.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import { requireLot, requireOffered } from './lot.ts';
import { readPsbt } from '../tx/read-psbt.ts';
import type { ReadPsbt } from '../tx/read-psbt.ts';
import { inputVerifies, verifyInput } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST_FLOOR } from '../tx/size.ts';
import { askSpend } from '../tx/spend-kinds.ts';
import { intentOfTake, takeDraft } from './take-layout.ts';
import type { TakePlan } from './take-layout.ts';
import { witnessOf } from '../tx/witness.ts';

/** A seller's promise as it is stored: all that is needed to put it into a take, and to verify it again. */
export interface SignedAsk {
  readonly outpoint: Outpoint;
  readonly price: Sats;
  readonly payScript: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

/**
 * The PSBT a seller signs.
 * @throws Refusal not-yours, too-small, bad-request (price), script-not-allowed, and as `requireOffered`
 */
export function buildAsk(ask: {
  lot: Coin;
  price: Sats;
  payScript: Uint8Array;
  publicKey: Uint8Array;
}): BuiltPsbt {
  requireOffered(ask.lot);
  if (!publicKeyOwns(bytesToHex(ask.publicKey), ask.lot.script)) throw new Refusal('not-yours', 'public key');
  checkPayment(ask.price, ask.payScript);
  return buildPsbt(askDraft(ask.lot, { ...ask, sequence: SEQUENCE }), ask.publicKey);
}

function askDraft(lot: Coin, ask: Pick<SignedAsk, 'price' | 'payScript' | 'sequence'>): Draft {
  return {
    inputs: [{ coin: lot, signer: 'owner', kind: askSpend(lot.script), sequence: ask.sequence }],
    outputs: [{ value: ask.price, script: ask.payScript }],
  };
}

/** What a buyer adds to a price must still be an amount of money. */
const HIGHEST_PRICE = MAX_MONEY / 2n;

function checkPayment(price: Sats, payScript: Uint8Array): void {
  if (price > HIGHEST_PRICE) throw new Refusal('bad-request', `price ${price}`);
  if (price < DUST_FLOOR) throw new Refusal('too-small', `price ${price}`);
  if (scriptKind(payScript) === 'other') throw new Refusal('script-not-allowed', 'payment');
}

/**
 * Which coin a signed ask sells, so that the caller can load it from the own node and index. Nothing is verified yet.
 * @throws Refusal as `readPsbt`, psbt-shape, psbt-version, psbt-sequence
 */
export function askOutpoint(psbt: Uint8Array | ReadPsbt): Outpoint {
  return shapeOf(asRead(psbt)).point;
}

/** A caller that peeks first reads once with `readPsbt` and passes the reading on. */
function asRead(psbt: Uint8Array | ReadPsbt): ReadPsbt {
  return psbt instanceof Uint8Array ? readPsbt(psbt) : psbt;
}

interface AskShape {
  point: Outpoint;
  price: Sats;
  payScript: Uint8Array;
  sequence: number;
}

/** One input, one output, version 2, locktime 0, a final or replaceable sequence: else it could never be taken, or only later. */
function shapeOf({ tx }: ReadPsbt): AskShape {
  const [input, moreInputs] = tx.inputs;
  const [output, moreOutputs] = tx.outputs;
  if (input === undefined || output === undefined || moreInputs !== undefined || moreOutputs !== undefined) {
    throw new Refusal('psbt-shape', 'one input and one output');
  }
  if (tx.version !== VERSION || tx.locktime !== 0) throw new Refusal('psbt-version');
  const { sequence } = input;
  if (sequence !== SEQUENCE && sequence !== FINAL_SEQUENCE) throw new Refusal('psbt-sequence', `${sequence}`);
  return {
    point: spentPoint(input),
    price: output.value,
    payScript: output.script,
    sequence,
  };
}

/**
 * Does the curve arithmetic of an ask while the node is still being asked for its coin: verifies against the amount the
 * PSBT claims, into a remembering verifier. Decides nothing and never throws a Refusal; when the claim was false, `acceptAsk`
 * with the node's coin makes another digest and verifies that.
 */
export function preverifyAsk(read: ReadPsbt, owner: Uint8Array, verifier: Verifier): void {
  try {
    const { point } = shapeOf(read);
    const [value] = read.claimed;
    const [signatures] = read.signatures;
    if (value === undefined || signatures === undefined) return;
    const coin: Coin = { outpoint: point, value, script: owner, assets: [] };
    const kind = askSpend(owner);
    const witness = witnessOf(kind, signatures);
    inputVerifies({ tx: read.tx, coins: [coin], index: 0 }, kind, witness, verifier);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

interface AskExpectation {
  /** From our own node and index. */
  readonly lot: Coin;
  /** The script of the seller who is logged in: owns the lot and is paid. */
  readonly owner: Uint8Array;
  /** The 33-byte key of the session, when the caller has it; it must own the lot (BIP-371 fields of the PSBT are not read). */
  readonly publicKey?: Uint8Array;
  /** What the request says the price is, when it says so. */
  readonly price?: Sats;
  readonly verifier?: Verifier;
}

/**
 * Accepts a seller's signed ask: steps 1 to 6 and 8 of the table of checks, the last with a placeholder buyer.
 * @throws Refusal as `askOutpoint`; psbt-changed (another coin), not-yours, amount-differs, too-small, bad-request (price), script-not-allowed,
 *   effects-differ, as `requireLot`, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptAsk(psbt: Uint8Array | ReadPsbt, expected: AskExpectation): SignedAsk {
  const read = asRead(psbt);
  const shape = shapeOf(read);
  const { lot } = expected;
  if (shape.point !== lot.outpoint) throw new Refusal('psbt-changed', 'another coin');
  checkOwner(expected);
  requireLot(lot);
  checkPayment(shape.price, shape.payScript);
  if (!equalBytes(shape.payScript, expected.owner))
    throw new Refusal('effects-differ', 'the payment is not to the seller');
  if (expected.price !== undefined && expected.price !== shape.price)
    throw new Refusal('amount-differs', 'price');
  const [signatures] = read.signatures;
  if (signatures === undefined) throw new Refusal('psbt-malformed');
  const kind = askSpend(lot.script);
  const witness = witnessOf(kind, signatures);
  verifyInput({ tx: read.tx, coins: [lot], index: 0 }, kind, witness, expected.verifier);
  const { price, payScript, sequence } = shape;
  const ask: SignedAsk = { outpoint: shape.point, price, payScript, sequence, witness };
  if (!isTakenAsOffered(ask, lot)) throw new Refusal('effects-differ');
  return ask;
}

function checkOwner({ lot, owner, publicKey }: AskExpectation): void {
  if (!equalBytes(lot.script, owner)) throw new Refusal('not-yours');
  if (publicKey !== undefined && !publicKeyOwns(bytesToHex(publicKey), owner)) {
    throw new Refusal('not-yours', 'public key');
  }
}

/** True when a stored ask still verifies for its coin; the digest is the same in every take. */
export function verifyAskWitness(ask: SignedAsk, lot: Coin, verifier?: Verifier): boolean {
  if (ask.outpoint !== lot.outpoint) return false;
  const tx: TransactionBody = bodyOf(askDraft(lot, ask));
  return inputVerifies({ tx, coins: [lot], index: 0 }, askSpend(lot.script), ask.witness, verifier);
}

/** Step 8: in a take by anybody the seller gives exactly the lot and gets exactly the price. */
export function isTakenAsOffered(ask: Omit<SignedAsk, 'witness'>, lot: Coin): boolean {
  const plan = placeholderTake(ask, lot);
  const draft = takeDraft(plan);
  const found = effects(transactionOf(bodyOf(draft)), coinsOf(draft), { kinds: kindsOf(draft) });
  return sameEffects(found, intentOfTake(plan));
}

/** Nobody's script: 32 zero bytes are no point of the curve. */
const NOBODY = Uint8Array.from({ length: 34 }, (_, at) => (at === 0 ? 0x51 : at === 1 ? 32 : 0));
const NO_TX = 'f'.repeat(64) as Txid;

function placeholderTake(ask: Omit<SignedAsk, 'witness'>, lot: Coin): TakePlan {
  const placeholder = (vout: number, value: Sats): Coin => ({
    outpoint: outpoint(NO_TX, vout),
    value,
    script: NOBODY,
    assets: [],
    height: 0,
  });
  return {
    lots: [{ coin: lot, price: ask.price, payScript: ask.payScript, sequence: ask.sequence }],
    buyerScript: NOBODY,
    buyerKey: new Uint8Array(33),
    pad: { coin: placeholder(0, DUST_FLOOR), platform: false },
    payments: [placeholder(1, sats(ask.price + 1000n))],
    serviceFee: undefined,
    feeRateSatVb: 1,
    change: undefined,
  };
}
