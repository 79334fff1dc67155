/**
 * Commit and reveal of a PIN: in the reveal the payer's carried coins are first, then the envelope; every sat of a carried coin
 * lands in an output of its own size, and the PIN's sat on an output that holds nothing else.
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import {
  bytesToHex,
  decodePin,
  invariant,
  isFlaw,
  outpoint,
  pinId,
  sats,
  txidOf,
  writeBase,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, PinId, ScriptHex, Txid, TxOutput } from '@rialto/protocols';
import { bodyOf, weightOf } from '../draft/draft.ts';
import type { Draft, DraftInput, Finished } from '../draft/draft.ts';
import type { EnvelopeLock } from './envelope-script.ts';
import { intentOf } from '../effects/intent.ts';
import type { Intent } from '../effects/intent.ts';
import { envelopeInput, signEphemeral } from '../draft/leaf-input.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import type { LedgerFacts } from '../effects/party-book.ts';
import { checkPayer, payBeside, small, totalOf } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { lockPin } from './pin-script.ts';
import type { PinWords } from './pin-script.ts';
import { acceptPlanned, planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import type { Verifier } from '../tx/signature.ts';
import { feeOf } from '../tx/size.ts';

/** What every PIN of ours needs. */
export interface PinRequest {
  readonly payer: Payer;
  /** 32 random bytes from the caller, used once and forgotten. */
  readonly revealKey: Uint8Array;
  readonly feeRateSatVb: number;
}

interface RevealRequest extends PinRequest {
  readonly words: PinWords;
  /** Coins of the payer that the reveal spends for what is on them. */
  readonly carried: readonly Coin[];
  /** Takes the carried coins' sats, sum for sum. */
  readonly homes: readonly TxOutput[];
  /** What is behind the PIN's own output. */
  readonly others: readonly TxOutput[];
  readonly facts?: LedgerFacts;
  /** Writes down where what is on the carried coins goes and what is made, the PIN apart. */
  readonly intend: (intent: Intent, pin: PinId) => void;
}

export interface RevealPlan {
  readonly commit: Planned;
  /** The payer signs the carried coins here; with none it is final already. */
  readonly reveal: Planned;
  readonly pin: PinId;
}

/** A reveal heavier than this is not relayed. Source: Bitcoin Core `MAX_STANDARD_TX_WEIGHT`. */
const MAX_WEIGHT = 400_000;

/**
 * Plans both. Commit: change first, then the envelope's coin. Reveal: in carried coins, envelope; out homes, PIN, others.
 * @throws Refusal wrong-address-type, not-yours, bad-request (the words make no PIN), too-large, and as `selectCoins`
 * @throws invariant when the reveal would not do what is intended
 */
export function planReveal(request: RevealRequest): RevealPlan {
  const { payer, revealKey, words, homes, others, carried } = request;
  checkPayer(payer);
  invariant(revealKey.length === 32, 'the ephemeral key has 32 bytes');
  invariant(totalOf(homes) === totalOf(carried), 'what is carried comes home sat for sat');
  const lock = lockPin(schnorr.getPublicKey(revealKey), words);
  const read = decodePin(lock.leaf);
  const isPin = read !== undefined && !isFlaw(read) && read.path === words.path;
  if (!isPin) throw new Refusal('bad-request', 'no PIN');
  const outputs = [...homes, small(payer.script), ...others];
  const { commit, envelope } = commitFor(request, lock, outputs);
  const draft = revealDraft(carried, envelopeInput(envelope, lock), outputs);
  const txid = txidOf(writeBase(bodyOf(draft)));
  const pin = pinId(txid, homes.length);
  return { commit, reveal: revealOf(request, draft, pin), pin };
}

function commitFor(
  { payer, carried, feeRateSatVb }: RevealRequest,
  lock: EnvelopeLock,
  outputs: readonly TxOutput[],
): { commit: Planned; envelope: Coin } {
  const blank = { outpoint: outpoint(NO_TX, 0), value: sats(0n), script: lock.script, assets: [] };
  const weight = weightOf(revealDraft(carried, envelopeInput(blank, lock), outputs));
  if (weight > MAX_WEIGHT) throw new Refusal('too-large', `${lock.leaf.length} bytes`);
  const fee = feeOf(weight / 4, feeRateSatVb);
  const committed = { value: sats(totalOf(outputs) - totalOf(carried) + fee), script: lock.script };
  const free = payer.coins.filter((coin) => carried.every((one) => one.outpoint !== coin.outpoint));
  const { payments, change } = payBeside(
    { ...payer, coins: free },
    { carried: [], outputs: [committed], feeRateSatVb },
  );
  const draft = ownDraft(payments, [...change, committed]);
  const intent = spending(draft);
  const commit = planTransaction(draft, { key: payer.key, intent: intent.meaning() });
  return { commit, envelope: { ...committed, outpoint: outpoint(commit.txid, change.length), assets: [] } };
}

const NO_TX = '0'.repeat(64) as Txid;

function revealDraft(carried: readonly Coin[], envelope: DraftInput, outputs: readonly TxOutput[]): Draft {
  return { inputs: [...ownDraft(carried, outputs).inputs, envelope], outputs };
}

/** An intent that has every input and output of the draft in it, and nobody's gain. */
export function spending(draft: Draft): Intent {
  const intent = intentOf();
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  return intent;
}

function revealOf(
  { payer, revealKey, words, carried, homes, facts = {}, intend }: RevealRequest,
  draft: Draft,
  pin: PinId,
): Planned {
  const intent = spending(draft);
  const place = { index: homes.length, offset: sats(0n) };
  intent.gets(bytesToHex(payer.script) as ScriptHex, { kind: 'pin', id: pin, path: words.path, ...place });
  intend(intent, pin);
  const ours = [...carried.map(() => undefined), signEphemeral(draft, carried.length, revealKey)];
  return planTransaction(draft, { key: payer.key, ours, intent: intent.meaning(), facts });
}

/**
 * Both final transactions from the payer's signed PSBTs; they go out as a package.
 * @throws Refusal as `acceptPlanned`
 */
export function acceptReveal(
  plan: RevealPlan,
  signed: { commit: Uint8Array; reveal?: Uint8Array },
  verifier?: Verifier,
): { commit: Finished; reveal: Finished } {
  return {
    commit: acceptPlanned(plan.commit, signed.commit, verifier),
    reveal: acceptPlanned(plan.reveal, signed.reveal ?? plan.reveal.psbt, verifier),
  };
}

/**
 * Plans a PIN that moves nothing, on 546 sat of the payer's (a follow, a profile).
 * @throws Refusal as `planReveal`
 */
export function planPin(words: PinWords, request: PinRequest): RevealPlan {
  return planReveal({ ...request, words, carried: [], homes: [], others: [], intend: () => undefined });
}
