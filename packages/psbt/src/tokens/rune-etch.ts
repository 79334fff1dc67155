/** Etching a rune: a commitment to its name, and six confirmations later the transaction that etches it. */
import { schnorr } from '@noble/curves/secp256k1.js';
import {
  bytesToHex,
  commitmentOf,
  concatBytes,
  equalBytes,
  invariant,
  isReservedName,
  minimumName,
  outpoint,
  sats,
} from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { ChainName, Coin, Etching, RuneName, ScriptHex, Txid, TxOutput } from '@rialto/protocols';
import { weightOf } from '../draft/draft.ts';
import type { Draft, DraftInput } from '../draft/draft.ts';
import { OP, lockLeaf, push } from '../inscribe/envelope-script.ts';
import type { EnvelopeLock } from '../inscribe/envelope-script.ts';
import { intentOf } from '../effects/intent.ts';
import type { Meaning } from '../effects/effects.ts';
import { envelopeInput, signEphemeral } from '../draft/leaf-input.ts';
import type { OutputMessage } from '../effects/messages.ts';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer, checkReceiver, payBeside, small, totalOf } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { labelOfEtching } from '../effects/rune-flow.ts';
import { runestoneOutput } from './runestone-output.ts';
import { selectCoins } from '../draft/selection.ts';
import { feeOf } from '../tx/size.ts';

interface Premine {
  readonly etching: Etching;
  /** Who gets the premine; output 0 of the etching. */
  readonly destination: Uint8Array;
}

export interface EtchRequest extends Premine {
  readonly payer: Payer;
  readonly etching: Etching & { readonly name: RuneName };
  /** 32 random bytes from the caller, the same for both steps, then forgotten. */
  readonly revealKey: Uint8Array;
  readonly feeRateSatVb: number;
  /** The chain as the ledger knows it. */
  readonly at: { readonly chain: ChainName; readonly tipHeight: number; readonly isTaken: boolean };
}

interface EtchCommit {
  readonly commit: Planned;
  /** The coin that is spent by the etching, before it is confirmed. */
  readonly commitment: Coin;
}

/** The block of the etching counts; one block more survives a reorg that moves the commitment by one. */
const COMMIT_CONFIRMATIONS = 6;

/**
 * Plans the commitment. It holds what the etching will cost at the same rate.
 * @throws Refusal wrong-address-type, not-yours, script-not-allowed, bad-request (the name is taken, reserved or not open yet, or
 *   the etching would burn), too-large, and as `selectCoins`
 * Source: runes §6, §7.
 */
export function planEtchCommit(request: EtchRequest): EtchCommit {
  const { payer, feeRateSatVb } = request;
  checkEtching(request);
  const lock = lockName(request);
  const outputs = etchOutputs(request);
  const blank: Coin = {
    outpoint: outpoint('0'.repeat(64) as Txid, 0),
    value: sats(0n),
    script: lock.script,
    assets: [],
  };
  const bare = etchDraft(envelopeInput(blank, lock), [], outputs);
  const value = sats(totalOf(outputs) + feeOf(weightOf(bare) / 4, feeRateSatVb));
  const committed: TxOutput = { value, script: lock.script };
  const { payments, change } = payBeside(payer, { carried: [], outputs: [committed], feeRateSatVb });
  const draft = ownDraft(payments, [...change, committed]);
  const intent = intentOf();
  payments.forEach((coin, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  const commit = planTransaction(draft, { key: payer.key, intent: intent.meaning() });
  return { commit, commitment: { ...committed, outpoint: outpoint(commit.txid, change.length), assets: [] } };
}

/**
 * Plans the etching. In: the commitment and, where it is not enough, coins of the payer. Out: 546 sat or more with the premine, the
 * message, change.
 * @param commitment from our own node, with its height
 * @throws Refusal as `planEtchCommit`; not-yours (another commitment), coin-unconfirmed before the sixth confirmation
 */
export function planEtch(request: EtchRequest, commitment: Coin): Planned {
  checkEtching(request);
  const lock = lockName(request);
  if (!equalBytes(lock.script, commitment.script)) throw new Refusal('not-yours', 'commitment');
  checkMature(request, commitment);
  const draft = fundedDraft(request, envelopeInput(commitment, lock));
  const { payer, revealKey, etching } = request;
  return planTransaction(draft, {
    key: payer.key,
    ours: [signEphemeral(draft, 0, revealKey)],
    intent: intentOfEtch(request, draft),
    messages: [etchMessage(request)],
    facts: { etches: etching.name },
  });
}

function checkEtching({ payer, destination, etching, revealKey, at }: EtchRequest): void {
  checkPayer(payer);
  checkReceiver(destination);
  invariant(revealKey.length === 32, 'the ephemeral key has 32 bytes');
  const { name } = etching;
  if (at.isTaken) throw new Refusal('bad-request', 'the name is taken');
  // A shorter commitment cannot be pushed as nodes relay it.
  if (commitmentOf(name).length < 2) throw new Refusal('bad-request', 'a name of one letter');
  if (isReservedName(name) || name < minimumName(at.tipHeight + 1, at.chain))
    throw new Refusal('bad-request', 'the name is not open yet');
}

function checkMature({ at }: EtchRequest, { height, outpoint: point }: Coin): void {
  const depth = height === undefined ? 0 : at.tipHeight - height + 1;
  if (depth < COMMIT_CONFIRMATIONS)
    throw new Refusal('coin-unconfirmed', `${point}: ${depth} of ${COMMIT_CONFIRMATIONS} blocks`);
}

/** A leaf that pushes the name, drops it and asks for the ephemeral key's signature. */
function lockName({ etching, revealKey }: EtchRequest): EnvelopeLock {
  const key = schnorr.getPublicKey(revealKey);
  const name = push(commitmentOf(etching.name));
  return lockLeaf(key, concatBytes(name, Uint8Array.of(OP.DROP), push(key), Uint8Array.of(OP.CHECKSIG)));
}

export function etchOutputs({ etching, destination }: Premine): TxOutput[] {
  return [small(destination), runestoneOutput({ etching, pointer: 0 }, 2)];
}

/** The etching, and nothing else, behind the premine. */
export function etchMessage({ etching }: Pick<Premine, 'etching'>): OutputMessage {
  return { output: 1, script: runestoneOutput({ etching, pointer: 0 }, 2).script };
}

function etchDraft(commitment: DraftInput, payments: readonly Coin[], outputs: readonly TxOutput[]): Draft {
  return { inputs: [commitment, ...ownDraft(payments, outputs).inputs], outputs };
}

/** What the commitment has too much goes to output 0; what it lacks, because rates rose, the payer adds. */
function fundedDraft({ payer, ...request }: EtchRequest, commitment: DraftInput): Draft {
  const outputs = etchOutputs(request);
  const bare = etchDraft(commitment, [], outputs);
  const { value } = commitment.coin;
  const left = value - totalOf(outputs) - feeOf(weightOf(bare) / 4, request.feeRateSatVb);
  if (left >= 0n) {
    const [first, ...others] = outputs;
    invariant(first !== undefined, 'output 0 takes the premine');
    return etchDraft(commitment, [], [{ ...first, value: sats(first.value + left) }, ...others]);
  }
  const { chosen, change } = selectCoins({
    coins: payer.coins.filter((coin) => equalBytes(coin.script, payer.script)),
    target: totalOf(outputs) - value,
    feeRateSatVb: request.feeRateSatVb,
    baseVsize: weightOf(bare) / 4,
    changeScript: payer.script,
  });
  const home = change === undefined ? [] : [{ value: change, script: payer.script }];
  return etchDraft(commitment, chosen, [...outputs, ...home]);
}

/** Everything spent, everything made, and the premine to output 0. */
export function intentOfEtch({ etching, destination }: Premine, draft: Draft): Meaning {
  const intent = intentOf();
  draft.inputs.forEach(({ coin }, index) => {
    intent.spends(coin, index);
  });
  intent.makes(draft.outputs);
  const { premine } = etching;
  if (premine !== undefined && premine > 0n) {
    const label = labelOfEtching(etching);
    intent.gets(bytesToHex(destination) as ScriptHex, { ...label, amount: premine, index: 0 });
  }
  return intent.meaning();
}
