/** Signs PSBTs by UniSat's rules: which inputs, which sighash, when it finalises, and what it says when it refuses (wallets §4.2). */
import { bytesToHex, equalBytes, hexToBytes, isHex } from '@rialto/protocols';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import type { WalletAccount } from './accounts.ts';
import { isOfScript, signByScript, signInput } from './sign-input.ts';
import { invalid } from './wallet-error.ts';

/** Which key of a taproot account signs a leaf: the tweaked one, which the address shows, or the plain one behind it. */
type LeafKey = 'output' | 'internal';

interface InputToSign {
  readonly index: number;
  readonly sighashTypes: readonly number[] | undefined;
  /** As the page asked; what a wallet makes of it is its own manner. */
  readonly disableTweakSigner?: boolean;
}

export interface SignOptions {
  readonly autoFinalized: boolean;
  readonly toSignInputs: readonly InputToSign[] | undefined;
  /** The manner of the wallet, where that is always the same; else the page's word decides. */
  readonly leafKey?: LeafKey;
}

/** Reads hex, or base64 as the wallet takes too. */
export function openPsbt(text: unknown): Transaction {
  if (typeof text !== 'string' || text === '') throw invalid('psbtHex is not a string');
  const bytes = isHex(text) ? hexToBytes(text) : base64.decode(text);
  return Transaction.fromPSBT(bytes, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
}

/** The options of a page, checked as UniSat checks them. */
export function readSignOptions(given: unknown, account: WalletAccount): SignOptions {
  const options = asRecord(given);
  const listed = options['toSignInputs'];
  return {
    autoFinalized: options['autoFinalized'] !== false,
    toSignInputs: Array.isArray(listed) ? listed.map((one) => readInputToSign(one, account)) : undefined,
  };
}

function readInputToSign(given: unknown, account: WalletAccount): InputToSign {
  const entry = asRecord(given);
  const { index, address, publicKey, sighashTypes } = entry;
  if (typeof index !== 'number') throw invalid('invalid index in toSignInput');
  if (address === undefined && publicKey === undefined)
    throw invalid('no address or public key in toSignInput');
  if (address !== undefined && address !== account.address) throw invalid('invalid address in toSignInput');
  if (publicKey !== undefined && publicKey !== account.publicKeyHex)
    throw invalid('invalid public key in toSignInput');
  const disableTweakSigner = entry['disableTweakSigner'] === true;
  if (sighashTypes === undefined) return { index, sighashTypes: undefined, disableTweakSigner };
  if (!isNumberList(sighashTypes)) throw invalid('invalid sighashTypes in toSignInput');
  return { index, sighashTypes, disableTweakSigner };
}

function isNumberList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'number');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What the library says of an output; its own type leaves the fields open. */
interface SpentOutput {
  readonly script: Uint8Array;
  readonly amount: bigint;
}

/** The output an input spends; undefined when the PSBT does not say. */
export function spentOutput(tx: Transaction, index: number): SpentOutput | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = tx.getInput(index);
  if (witnessUtxo !== undefined || vout === undefined) return witnessUtxo;
  const found: SpentOutput | undefined = nonWitnessUtxo?.outputs[vout];
  return found;
}

/** The inputs this request signs: the listed ones, or every unsigned one of the account with its own sighash. */
export function inputsToSign(tx: Transaction, options: SignOptions, account: WalletAccount): InputToSign[] {
  if (options.toSignInputs !== undefined) return [...options.toSignInputs];
  const own: InputToSign[] = [];
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const input = tx.getInput(index);
    const script = spentOutput(tx, index)?.script;
    const isFinal = input.finalScriptWitness !== undefined || input.finalScriptSig !== undefined;
    if (isFinal || script === undefined || !equalBytes(script, account.script)) continue;
    own.push({ index, sighashTypes: input.sighashType === undefined ? undefined : [input.sighashType] });
  }
  return own;
}

/** Signs and returns the PSBT as hex. */
export function signPsbt(tx: Transaction, options: SignOptions, account: WalletAccount): string {
  for (const { index, sighashTypes, disableTweakSigner = false } of inputsToSign(tx, options, account)) {
    if (isOfScript(tx, index)) {
      const leafKey = options.leafKey ?? (disableTweakSigner ? 'internal' : 'output');
      signByScript(tx, index, { account, leafKey, sighashTypes });
      // What a script wants beside a signature no wallet knows.
      if (options.autoFinalized) throw new Error(`Can not finalize input #${index}`);
      continue;
    }
    const witness = signInput(tx, index, account, sighashTypes);
    if (options.autoFinalized) finalise(tx, index, witness);
  }
  return bytesToHex(tx.toPSBT(0));
}

/** The library will not finalise half a transaction whose outputs exceed its inputs; wallets do. */
function finalise(tx: Transaction, index: number, witness: Uint8Array[]): void {
  try {
    tx.finalizeIdx(index);
  } catch {
    tx.updateInput(index, { finalScriptWitness: witness }, true);
  }
}
