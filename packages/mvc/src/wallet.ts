/** What goes to the wallet and comes back: the text that Metalet's `unlockP2PKHInput` takes and answers, and what an answer has to be. */
import { equalBytes, hexToBytes, invariant, isHex, isTxid, bytesToHex, MAX_MONEY } from '@rialto/protocols';
import type { Flaw, Sats, TxOutput } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { coreOf, nameMvcTransaction } from './transaction.ts';
import type { MvcBody, MvcInput } from './transaction.ts';
import { readP2pkhScriptSig, verifyMvcSignature } from './signature.ts';
import type { MvcSignature, VerifyEcdsa } from './signature.ts';
import { bodyOfPlan, signedByUser } from './swap/plan.ts';
import type { MvcPlan } from './swap/plan.ts';

/**
 * A plan as the text that the wallet reads (meta-contract's TxComposer). Written from what was verified, never taken from a server.
 * Source: meta-contract 0.4.16 `tx-composer`, mvc-lib 1.0.5 `transaction`.
 */
export function composerText(plan: MvcPlan): string {
  const { txid, version, locktime, inputs, outputs } = nameMvcTransaction(bodyOfPlan(plan));
  const spent = plan.inputs.map(({ coin }) => outputWords(coin));
  const tx = {
    hash: txid,
    version,
    inputs: inputs.map((input, index) => ({
      prevTxId: input.txid,
      outputIndex: input.vout,
      sequenceNumber: input.sequence,
      script: '',
      scriptString: '',
      output: spent[index],
    })),
    outputs: outputs.map(outputWords),
    nLockTime: locktime,
  };
  return JSON.stringify({ tx, txPrevOutputs: spent, sigHashList: [], changeOutputIndex: -1 });
}

/** All sats there can be are below 2^53. */
function outputWords({ value, script }: TxOutput) {
  return { satoshis: Number.parseInt(value.toString(), 10), script: bytesToHex(script) };
}

/** The transaction in such a text. Total: a Flaw (not-json, not-a-composer) for anything else. */
export function readComposer(text: string): MvcBody | Flaw {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { flaw: 'not-json' };
  }
  const tx = field(json, 'tx');
  const inputs = list(field(tx, 'inputs'), inputOf);
  const outputs = list(field(tx, 'outputs'), outputOf);
  const version = whole(field(tx, 'version'), 0x7fffffff);
  const locktime = whole(field(tx, 'nLockTime'), 0xffffffff);
  const isWhole =
    inputs !== undefined && outputs !== undefined && version !== undefined && locktime !== undefined;
  return isWhole ? { version, locktime, inputs, outputs } : { flaw: 'not-a-composer' };
}

function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}

function list<T>(values: unknown, read: (value: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const all = values.map(read).filter((one) => one !== undefined);
  return all.length === values.length ? all : undefined;
}

function whole(value: unknown, most: number): number | undefined {
  const is = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
  return is ? value : undefined;
}

function bytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === 'string' && isHex(value) ? hexToBytes(value) : undefined;
}

function inputOf(value: unknown): MvcInput | undefined {
  const txid = field(value, 'prevTxId');
  const vout = whole(field(value, 'outputIndex'), 0xffffffff);
  const sequence = whole(field(value, 'sequenceNumber'), 0xffffffff);
  const scriptSig = bytesOf(field(value, 'script'));
  const isWhole = vout !== undefined && sequence !== undefined && scriptSig !== undefined;
  return isWhole && typeof txid === 'string' && isTxid(txid)
    ? { txid, vout, scriptSig, sequence }
    : undefined;
}

function outputOf(value: unknown): TxOutput | undefined {
  const satoshis = whole(field(value, 'satoshis'), Number.parseInt(MAX_MONEY.toString(), 10));
  const script = bytesOf(field(value, 'script'));
  return satoshis === undefined || script === undefined
    ? undefined
    : { value: BigInt(satoshis) as Sats, script };
}

/** The signature of one input. */
export interface SignedInput extends MvcSignature {
  readonly index: number;
}

/**
 * The user's half out of what a wallet answered: the same transaction but for scriptSigs, and in each input of his two pushes, a
 * signature by his key over everything. What stands in other inputs is not looked at.
 * @throws Refusal effects-differ (another transaction), signature-missing, signature-invalid, sighash-not-allowed
 */
export function userHalf(
  plan: MvcPlan,
  answer: MvcBody,
  userKey: Uint8Array,
  verify?: VerifyEcdsa,
): SignedInput[] {
  const tx = bodyOfPlan(plan);
  if (coreOf(answer) !== coreOf(tx))
    throw new Refusal('effects-differ', 'the wallet signed another transaction');
  return signedByUser(plan).map((index) => {
    const { coin } = plan.inputs[index] ?? {};
    const scriptSig = answer.inputs[index]?.scriptSig;
    invariant(coin !== undefined && scriptSig !== undefined, 'the same inputs');
    if (scriptSig.length === 0) throw new Refusal('signature-missing', `input ${index}`);
    const found = readP2pkhScriptSig(scriptSig);
    if (found === undefined || !equalBytes(found.publicKey, userKey))
      throw new Refusal('signature-invalid', `input ${index}: not your key`);
    verifyMvcSignature({ tx, index, coin }, found, verify);
    return { index, ...found };
  });
}
