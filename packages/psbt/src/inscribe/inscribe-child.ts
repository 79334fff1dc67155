/** An inscription with a parent (a self-mint proves by it that the deployer mints): the reveal also moves the parent home. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import {
  equalBytes,
  inscriptionId,
  invariant,
  outpoint,
  sats,
  txidOf,
  writeTransaction,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, InscriptionId, Sats, Txid, TxOutput } from '@rialto/protocols';
import {
  acceptHalf,
  bodyOf,
  buildPsbt,
  coinsOf,
  feeOfDraft,
  inputOf,
  kindsOf,
  transactionOf,
  vsizeOf,
} from '../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../draft/draft.ts';
import { effects, partyOf } from '../effects/effects.ts';
import { lockEnvelope } from './envelope-script.ts';
import type { EnvelopeLock } from './envelope-script.ts';
import { checkInscription } from './inscribe.ts';
import type { InscriptionRequest } from './inscribe.ts';
import { envelopeInput, signEphemeral } from '../draft/leaf-input.ts';
import { moveOf, textOf } from '../effects/moves.ts';
import { acceptOwn, ownDraft, payFor } from '../draft/own-transaction.ts';
import { inputVerifies } from '../tx/signature.ts';
import type { Verifier } from '../tx/signature.ts';
import { DUST, DUST_FLOOR, feeOf } from '../tx/size.ts';

export interface ChildRequest extends InscriptionRequest {
  /** The parent's coin, the payer's own; the id is one of its assets. */
  readonly parent: { readonly id: InscriptionId; readonly coin: Coin };
}

export interface ChildPlan {
  readonly commit: BuiltPsbt & { readonly txid: Txid };
  /** The payer signs the parent's input here; our two inputs are signed already. */
  readonly reveal: BuiltPsbt & { readonly txid: Txid };
  readonly inscriptionId: InscriptionId;
  readonly fees: { readonly commit: Sats; readonly reveal: Sats };
  readonly parent: ChildRequest['parent'];
  readonly commitDraft: Draft;
  readonly revealDraft: Draft;
  /** Witnesses of the envelope's input and of the coin that pays the reveal. */
  readonly ours: { readonly envelope: readonly Uint8Array[]; readonly fee: readonly Uint8Array[] };
}

/**
 * Plans an inscription with a parent. The reveal: in envelope, parent, fee coin; out the inscription, the parent.
 * The envelope must be in the first input (else it is cursed), so the fee has a coin of its own behind the parent:
 * every sat of envelope and parent lands in an output of its own size.
 * @throws Refusal as `planInscription`; not-yours (parent's coin), coin-unconfirmed, bad-request (the parent is not on it),
 *   lot-mixed (a transfer is on it, which would be used up, or what follows no sat)
 */
export function planChildInscription(request: ChildRequest): ChildPlan {
  const { payer, parent, revealKey } = request;
  const postage = request.postage ?? DUST_FLOOR;
  checkInscription(request, postage);
  checkParent(request);
  const { contentType, body } = request;
  const lock = lockEnvelope(schnorr.getPublicKey(revealKey), { contentType, body, parent: parent.id });
  const { commitDraft, envelopeAt } = commitOf(request, [
    { value: postage, script: lock.script },
    { value: revealFee(request, lock, postage), script: lock.script },
  ]);
  const commit = withTxid(buildPsbt(commitDraft, payer.key));
  const committed = (at: number): Coin => {
    const output = commitDraft.outputs[at];
    invariant(output !== undefined, 'the commit pays both coins of the reveal');
    return { ...output, outpoint: outpoint(commit.txid, at), assets: [] };
  };
  const coins = { envelope: committed(envelopeAt), fee: committed(envelopeAt + 1), postage };
  const revealDraft = draftOf(request, lock, coins);
  const reveal = withTxid(buildPsbt(revealDraft, payer.key));
  return {
    commit,
    reveal,
    inscriptionId: inscriptionId(reveal.txid, 0),
    fees: { commit: feeOfDraft(commitDraft), reveal: feeOfDraft(revealDraft) },
    parent,
    commitDraft,
    revealDraft,
    ours: signOurs(revealDraft, lock, revealKey),
  };
}

function checkParent({ parent, payer }: ChildRequest): void {
  const { coin, id } = parent;
  if (!equalBytes(coin.script, payer.script)) throw new Refusal('not-yours', 'parent');
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  if (!coin.assets.some((asset) => asset.kind === 'inscription' && asset.id === id))
    throw new Refusal('bad-request', 'the parent is not there');
  if (coin.assets.some((asset) => asset.kind !== 'inscription' || asset.transfer !== undefined))
    throw new Refusal('lot-mixed', coin.outpoint);
}

/** Change first, as in every transaction its payer builds; then what the reveal spends. */
function commitOf(
  { payer, parent, feeRateSatVb }: ChildRequest,
  outputs: readonly TxOutput[],
): { commitDraft: Draft; envelopeAt: number } {
  const selection = payFor({
    first: [],
    outputs,
    coins: payer.coins.filter((coin) => coin.outpoint !== parent.coin.outpoint),
    changeScript: payer.script,
    feeRateSatVb,
    target: sats(outputs.reduce((sum, output) => sum + output.value, 0n)),
  });
  const change = selection.change === undefined ? [] : [{ value: selection.change, script: payer.script }];
  return { commitDraft: ownDraft(selection.chosen, [...change, ...outputs]), envelopeAt: change.length };
}

function withTxid(built: BuiltPsbt): BuiltPsbt & { readonly txid: Txid } {
  return { ...built, txid: txidOf(built.unsigned) };
}

function draftOf(
  request: ChildRequest,
  lock: EnvelopeLock,
  coins: { envelope: Coin; fee: Coin; postage: Sats },
): Draft {
  const { parent, payer, destination } = request;
  return {
    inputs: [envelopeInput(coins.envelope, lock), inputOf(parent.coin), inputOf(coins.fee, 'ephemeral')],
    outputs: [
      { value: coins.postage, script: destination },
      { value: parent.coin.value, script: payer.script },
    ],
  };
}

/** The reveal's fee before the commit is known: the size does not depend on it. */
function revealFee(request: ChildRequest, lock: EnvelopeLock, postage: Sats): Sats {
  const { outpoint: anywhere } = request.parent.coin;
  const blank: Coin = { outpoint: anywhere, value: postage, script: lock.script, assets: [] };
  const vsize = vsizeOf(draftOf(request, lock, { envelope: blank, fee: blank, postage }));
  const fee = feeOf(vsize, request.feeRateSatVb);
  return fee > DUST.p2tr ? fee : DUST.p2tr;
}

function signOurs(draft: Draft, lock: EnvelopeLock, key: Uint8Array): ChildPlan['ours'] {
  const tweaked = taprootTweakPrivKey(key, lock.leafHash);
  return { envelope: signEphemeral(draft, 0, key), fee: signEphemeral(draft, 2, tweaked) };
}

/**
 * Both final transactions from the payer's two signed PSBTs.
 * @throws Refusal as `readPsbt`; psbt-changed, signature-missing, sighash-not-allowed, signature-invalid
 * @throws invariant unless the parent comes home whole
 */
export function acceptChild(
  plan: ChildPlan,
  signed: { commit: Uint8Array; reveal: Uint8Array },
  verifier?: Verifier,
): { commit: Finished; reveal: Finished } {
  const commit = acceptOwn(plan.commitDraft, signed.commit, verifier);
  const [, parentWitness] = acceptHalf(plan.revealDraft, signed.reveal, verifier);
  const { envelope, fee } = plan.ours;
  const body = bodyOf(plan.revealDraft, [envelope, parentWitness, fee]);
  const coins = coinsOf(plan.revealDraft);
  const kinds = kindsOf(plan.revealDraft);
  const [envelopeKind, , feeKind] = kinds;
  invariant(envelopeKind !== undefined && feeKind !== undefined, 'a reveal has three inputs');
  const isSigned =
    inputVerifies({ tx: body, coins, index: 0 }, envelopeKind, envelope, verifier) &&
    inputVerifies({ tx: body, coins, index: 2 }, feeKind, fee, verifier);
  invariant(isSigned, 'our two inputs are signed');
  const tx = transactionOf(body);
  const held = coins.filter((coin) => coin.height === undefined).map((coin) => coin.outpoint);
  const { coin } = plan.parent;
  const home = partyOf(effects(tx, coins, { kinds, held }), coin.script).gets;
  const isWhole = coin.assets.every((asset) => {
    return (
      asset.kind === 'inscription' &&
      home.some((move) => textOf(move) === textOf(moveOf(asset, { index: 1, offset: asset.offset })))
    );
  });
  invariant(isWhole, 'the parent comes home to its own output');
  return { commit, reveal: { raw: writeTransaction(body), txid: tx.txid } };
}
