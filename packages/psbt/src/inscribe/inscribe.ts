/** Inscribing: commit and reveal built together; the reveal is signed by an ephemeral key before the commit is sent. */
import { schnorr } from '@noble/curves/secp256k1.js';
import {
  bytesToHex,
  inscriptionId,
  invariant,
  outpoint,
  sats,
  txidOf,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, InscriptionId, Sats, ScriptHex, Transaction, Txid, TxOutput } from '@rialto/protocols';
import { publicKeyOwns, scriptKind } from '../tx/address.ts';
import {
  bodyOf,
  buildPsbt,
  coinsOf,
  feeOfDraft,
  kindsOf,
  transactionOf,
  unconfirmedOf,
  vsizeOf,
} from '../draft/draft.ts';
import type { BuiltPsbt, Draft, DraftInput, Finished } from '../draft/draft.ts';
import { effects, sameEffects } from '../effects/effects.ts';
import { lockEnvelope } from './envelope-script.ts';
import { intentOf } from '../effects/intent.ts';
import { envelopeInput, signEphemeral } from '../draft/leaf-input.ts';
import { acceptOwn, ownDraft, payFor } from '../draft/own-transaction.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST_FLOOR, feeOf } from '../tx/size.ts';

export interface InscriptionRequest {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly payer: {
    readonly script: Uint8Array;
    /** 33 bytes. */
    readonly key: Uint8Array;
    readonly coins: readonly Coin[];
  };
  /** Who gets the inscription. */
  readonly destination: Uint8Array;
  /** 32 random bytes from the caller, used once and forgotten. */
  readonly revealKey: Uint8Array;
  readonly feeRateSatVb: number;
  /** Sats the inscription is on; 546 when absent. */
  readonly postage?: Sats;
}

export interface InscriptionPlan {
  readonly commit: BuiltPsbt & { readonly txid: Txid };
  /** The reveal, final: signed by the ephemeral key over the commit's txid, which no signature changes (BIP-141). */
  readonly reveal: Uint8Array;
  readonly revealTxid: Txid;
  readonly inscriptionId: InscriptionId;
  readonly destination: Uint8Array;
  readonly postage: Sats;
  readonly fees: { readonly commit: Sats; readonly reveal: Sats; readonly vsize: number };
  /** By how much the payer's clean money shrinks: both fees and the postage. */
  readonly total: Sats;
  /** What `acceptCommit` compares the signed PSBT with. */
  readonly draft: Draft;
}

/** A reveal heavier than this is not relayed. Source: Bitcoin Core `MAX_STANDARD_TX_WEIGHT`. */
const MAX_WEIGHT = 400_000;

/**
 * Plans an inscription and signs its reveal. Change, if any, is output 0 of the commit; the committed output follows.
 * @throws Refusal not-yours, script-not-allowed (destination), too-small (postage), too-large (body), and as `selectCoins`
 * Source: inscriptions §2; ord's two-transaction scheme.
 */
export function planInscription(request: InscriptionRequest): InscriptionPlan {
  const { payer, destination, feeRateSatVb } = request;
  const postage = request.postage ?? DUST_FLOOR;
  checkInscription(request, postage);
  const lock = lockEnvelope(schnorr.getPublicKey(request.revealKey), request);
  const home: TxOutput = { value: postage, script: destination };
  const blank = { outpoint: outpoint(NO_TX, 0), value: postage, script: lock.script, assets: [] };
  const revealVsize = vsizeOf(revealDraft(envelopeInput(blank, lock), home));
  const revealFee = feeOf(revealVsize, feeRateSatVb);
  const committed: TxOutput = { value: sats(postage + revealFee), script: lock.script };
  const selection = payFor({
    first: [],
    outputs: [committed],
    coins: payer.coins,
    changeScript: payer.script,
    feeRateSatVb,
    target: committed.value,
  });
  const change = selection.change === undefined ? [] : [{ value: selection.change, script: payer.script }];
  const draft = ownDraft(selection.chosen, [...change, committed]);
  const built = buildPsbt(draft, payer.key);
  const commit = { ...built, txid: txidOf(built.unsigned) };
  const envelope = { ...committed, outpoint: outpoint(commit.txid, change.length), assets: [] };
  const reveal = signReveal(revealDraft(envelopeInput(envelope, lock), home), request.revealKey);
  return {
    commit,
    reveal: writeTransaction(reveal),
    revealTxid: reveal.txid,
    inscriptionId: inscriptionId(reveal.txid, 0),
    destination,
    postage,
    fees: { commit: feeOfDraft(draft), reveal: revealFee, vsize: vsizeOf(draft) + revealVsize },
    total: sats(feeOfDraft(draft) + committed.value),
    draft,
  };
}

const NO_TX = '0'.repeat(64) as Txid;

/** What every inscription needs, whatever its shape. */
export function checkInscription(
  { payer, destination, body, contentType, revealKey }: InscriptionRequest,
  postage: Sats,
): void {
  if (!publicKeyOwns(bytesToHex(payer.key), payer.script)) throw new Refusal('not-yours', 'public key');
  if (scriptKind(destination) === 'other') throw new Refusal('script-not-allowed', 'destination');
  if (postage < DUST_FLOOR) throw new Refusal('too-small', `postage ${postage}`);
  if (contentType.length === 0 || contentType.length > 200) throw new Refusal('bad-request', 'content type');
  // Weight of the script is its length: anything near the limit cannot be revealed.
  if (body.length > MAX_WEIGHT - 4000) throw new Refusal('too-large', `${body.length} bytes`);
  invariant(revealKey.length === 32, 'the ephemeral key has 32 bytes');
}

function revealDraft(envelope: DraftInput, home: TxOutput): Draft {
  return { inputs: [envelope], outputs: [home] };
}

function signReveal(draft: Draft, key: Uint8Array): Transaction {
  const reveal = transactionOf(bodyOf(draft, [signEphemeral(draft, 0, key)]));
  checkReveal(reveal, draft);
  return reveal;
}

/** The reveal makes one inscription, on the first sat of its home, and moves nothing else. */
export function checkReveal(reveal: Transaction, draft: Draft): void {
  const coins = coinsOf(draft);
  const [home] = draft.outputs;
  invariant(home !== undefined, 'an inscription has a home');
  const intent = intentOf();
  coins.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  const id = inscriptionId(reveal.txid, 0);
  const made = { kind: 'inscription' as const, id, index: 0, offset: sats(0n) };
  intent.gets(bytesToHex(home.script) as ScriptHex, made);
  const found = effects(reveal, coins, { kinds: kindsOf(draft), held: unconfirmedOf(coins) });
  invariant(sameEffects(found, intent.meaning()), 'the reveal inscribes and does nothing else');
}

/**
 * The final commit from the payer's signed PSBT; commit and reveal then go out as a package.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 */
export function acceptCommit(
  plan: Pick<InscriptionPlan, 'draft'>,
  psbt: Uint8Array,
  verifier?: Verifier,
): Finished {
  return acceptOwn(plan.draft, psbt, verifier);
}

/** The coin the reveal makes, before it is confirmed; its assets are unknown until the index has read it. */
export function revealedCoin(plan: InscriptionPlan): Coin {
  return {
    outpoint: outpoint(plan.revealTxid, 0),
    value: plan.postage,
    script: plan.destination,
    assets: [],
  };
}
