/**
 * New ready lots: transfers of the tokens that lie on an asset script, inscribed onto that very script at the operator's cost. The pool
 * signs nothing: who inscribes is nothing to the ledger, it takes the tokens of the script on which a transfer first lies (see
 * inscriptions §4). One commit for all, a reveal for each, each of one input, because only an inscription of a first input counts (pools §12).
 */
import { schnorr } from '@noble/curves/secp256k1.js';
import { utf8 } from '@scure/base';
import { DUST_FLOOR, invariant, outpoint, sats, sumSats, txidOf, writeTransaction } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Amount, Brc20Token, Coin, Sats, Transaction, Txid } from '@rialto/protocols';
import { bodyOf, buildPsbt, feeOfDraft, transactionOf, vsizeOf } from '../../draft/draft.ts';
import type { BuiltPsbt, Draft, Finished } from '../../draft/draft.ts';
import { envelopeInput, signEphemeral } from '../../draft/leaf-input.ts';
import { ownDraft, payFor } from '../../draft/own-transaction.ts';
import { checkPayer, totalOf } from '../../draft/payer.ts';
import type { Payer } from '../../draft/payer.ts';
import { lockEnvelope } from '../../inscribe/envelope-script.ts';
import type { EnvelopeLock } from '../../inscribe/envelope-script.ts';
import { BRC20_CONTENT_TYPE, checkTransfer } from '../../inscribe/inscribe-brc20.ts';
import { checkReveal } from '../../inscribe/inscribe.ts';
import { feeOf } from '../../tx/size.ts';
import type { AssetScript } from './asset-script.ts';

interface RestockRequest {
  /** Who pays for everything, the lots' 546 sat too. */
  readonly operator: Payer;
  readonly script: AssetScript;
  readonly tick: string;
  readonly token: Pick<Brc20Token, 'decimals'>;
  /** Of the token on the script, not yet in any transfer. */
  readonly available: Amount;
  /** What each lot is to hold. */
  readonly amounts: readonly Amount[];
  /** 32 random bytes for each lot from the caller, used once and forgotten. */
  readonly revealKeys: readonly Uint8Array[];
  readonly feeRateSatVb: number;
}

export interface RestockPlan {
  /** What the operator signs. */
  readonly commit: BuiltPsbt & { readonly txid: Txid };
  /** Final: signed by keys that are forgotten; one for each lot, in their order. */
  readonly reveals: readonly Finished[];
  /** The lots to be, when the index has read them. */
  readonly lots: readonly Pick<Coin, 'outpoint' | 'value' | 'script'>[];
  /** All network fees; the lots' own sats are no fee. */
  readonly fee: Sats;
  readonly vsize: number;
  /** What `acceptCommit` compares the signed PSBT with. */
  readonly draft: Draft;
}

/** With the commit as many as every node keeps of one family in its mempool. */
export const MOST_RESTOCKED = 20;

/**
 * Plans it. Change, if any, is output 0 of the commit; the committed outputs follow.
 * @throws Refusal bad-request (no lot, too many, nothing in one, finer than the token), insufficient-funds (more than is available: the
 *   transfer that goes beyond it would be dead for good), wrong-address-type, not-yours, and as `selectCoins`
 */
export function planRestock(request: RestockRequest): RestockPlan {
  const { operator, script, tick, token, amounts, available, revealKeys, feeRateSatVb } = request;
  checkPayer(operator);
  invariant(revealKeys.length === amounts.length, 'each lot has a key of its own');
  if (amounts.length === 0 || amounts.length > MOST_RESTOCKED)
    throw new Refusal('bad-request', `${amounts.length} lots`);
  let left: bigint = available;
  const texts = amounts.map((amount) => {
    const text = checkTransfer({ tick, token, amount, available: left as Amount });
    left -= amount;
    return text;
  });
  const { script: home } = script.pool;
  const locks = texts.map((text, at) => lockOf(text, revealKeys[at]));
  const committed = locks.map((lock) => {
    const blank = { outpoint: outpoint(NO_TX, 0), value: DUST_FLOOR, script: lock.script, assets: [] };
    const fee = feeOf(vsizeOf(revealDraft(blank, lock, home)), feeRateSatVb);
    return { value: sats(DUST_FLOOR + fee), script: lock.script };
  });
  const { chosen, change } = payFor({
    first: [],
    outputs: committed,
    coins: operator.coins,
    changeScript: operator.script,
    feeRateSatVb,
    target: totalOf(committed),
  });
  const back = change === undefined ? [] : [{ value: change, script: operator.script }];
  const draft = ownDraft(chosen, [...back, ...committed]);
  const built = buildPsbt(draft, operator.key);
  const commit = { ...built, txid: txidOf(built.unsigned) };
  const drafts = locks.map((lock, at) => {
    const envelope = { value: committed[at]?.value ?? DUST_FLOOR, script: lock.script, assets: [] };
    return revealDraft({ ...envelope, outpoint: outpoint(commit.txid, back.length + at) }, lock, home);
  });
  const reveals = drafts.map((one, at) => signReveal(one, revealKeys[at]));
  return {
    commit,
    reveals: reveals.map((tx) => ({ raw: writeTransaction(tx), txid: tx.txid })),
    lots: reveals.map(({ txid }) => ({ outpoint: outpoint(txid, 0), value: DUST_FLOOR, script: home })),
    fee: sumSats([draft, ...drafts].map(feeOfDraft)),
    vsize: drafts.reduce((sum, one) => sum + vsizeOf(one), vsizeOf(draft)),
    draft,
  };
}

const NO_TX = '0'.repeat(64) as Txid;

function lockOf(text: string, key: Uint8Array | undefined): EnvelopeLock {
  invariant(key?.length === 32, 'an ephemeral key has 32 bytes');
  const content = { contentType: BRC20_CONTENT_TYPE, body: utf8.decode(text) };
  return lockEnvelope(schnorr.getPublicKey(key), content);
}

/** One input and one output: the transfer lies on the first sat of its lot, and no reader finds it cursed. */
function revealDraft(envelope: Coin, lock: EnvelopeLock, home: Uint8Array): Draft {
  return { inputs: [envelopeInput(envelope, lock)], outputs: [{ value: DUST_FLOOR, script: home }] };
}

function signReveal(draft: Draft, key: Uint8Array | undefined): Transaction {
  invariant(key !== undefined, 'each lot has a key of its own');
  const reveal = transactionOf(bodyOf(draft, [signEphemeral(draft, 0, key)]));
  checkReveal(reveal, draft);
  return reveal;
}
