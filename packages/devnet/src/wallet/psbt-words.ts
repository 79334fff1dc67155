/** What a PSBT does, in words for the approval: own inputs, outputs by address, fee, and what the signature covers. */
import { sha256 } from '@noble/hashes/sha2.js';
import { ADDRESS_PREFIX, equalBytes } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { scriptToAddress } from '@rialto/psbt';
import { bech32 } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import type { WalletAccount } from './accounts.ts';
import { inputsToSign, spentOutput } from './psbt-signing.ts';
import type { SignOptions } from './psbt-signing.ts';

export interface CoinLine {
  readonly outpoint: string;
  readonly address: string;
  /** It lies on a script (P2WSH), not on a key. */
  readonly script: boolean;
  /** Undefined when the PSBT does not say. */
  readonly value: bigint | undefined;
  readonly mine: boolean;
  /** What signing it promises; empty when this request does not sign it. */
  readonly covers: string;
}

export interface OutputLine {
  readonly address: string;
  /** It pays a script (P2WSH), not a key: a lock, say. */
  readonly script: boolean;
  readonly value: bigint;
  readonly mine: boolean;
}

export interface PsbtWords {
  readonly inputs: readonly CoinLine[];
  readonly outputs: readonly OutputLine[];
  /** Undefined while the transaction is not whole or a value is unknown. */
  readonly fee: bigint | undefined;
  readonly spends: bigint;
  readonly receives: bigint;
  /** The id it will have: of segwit inputs no signature changes it. */
  readonly txid: string;
  /** Blocks its coins must have before a block may hold it (BIP-68); 0 when it may go at once. */
  readonly waits: number;
  /** Somebody else completes it: the signature covers a part of it. */
  readonly isPart: boolean;
}

const SIGHASH_WORDS: Readonly<Record<number, string>> = {
  0: 'the whole transaction',
  1: 'the whole transaction',
  0x81: 'all outputs; anybody may add coins',
  0x83: 'this coin against the output beside it only; anybody may complete the rest',
};

export function describePsbt(tx: Transaction, options: SignOptions, account: WalletAccount): PsbtWords {
  const signing = new Map(inputsToSign(tx, options, account).map((one) => [one.index, one]));
  const inputs: CoinLine[] = [];
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const sighash = tx.getInput(index).sighashType ?? 0;
    const covers = signing.has(index)
      ? (SIGHASH_WORDS[sighash] ?? `an unusual part (0x${sighash.toString(16)})`)
      : '';
    inputs.push({ ...coinLine(tx, index, account), covers });
  }
  const outputs = outputLines(tx, account);
  const spends = total(inputs.filter((line) => line.mine).map((line) => line.value ?? 0n));
  const receives = total(outputs.filter((line) => line.mine).map((line) => line.value));
  const isPart = [...signing.keys()].some((index) => ((tx.getInput(index).sighashType ?? 0) & 0x80) !== 0);
  return {
    inputs,
    outputs,
    fee: isPart ? undefined : feeOf(inputs, outputs),
    spends,
    receives,
    txid: txidOf(tx),
    waits: waitOf(tx),
    isPart,
  };
}

function coinLine(tx: Transaction, index: number, account: WalletAccount): Omit<CoinLine, 'covers'> {
  const input = tx.getInput(index);
  const spent = spentOutput(tx, index);
  const script = spent?.script;
  const vout = input.index ?? 0;
  const txid = [...(input.txid ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    outpoint: `${txid}:${vout}`,
    address: addressOf(script, account.network),
    script: isScriptHash(script),
    value: spent?.amount,
    mine: script !== undefined && equalBytes(script, account.script),
  };
}

function outputLines(tx: Transaction, account: WalletAccount): OutputLine[] {
  const lines: OutputLine[] = [];
  for (let index = 0; index < tx.outputsLength; index += 1) {
    const { script, amount } = tx.getOutput(index);
    const mine = script !== undefined && equalBytes(script, account.script);
    lines.push({
      address: addressOf(script, account.network),
      script: isScriptHash(script),
      value: amount ?? 0n,
      mine,
    });
  }
  return lines;
}

function addressOf(script: Uint8Array | undefined, network: Network): string {
  if (script === undefined) return 'unknown';
  if (script[0] === 0x6a) return 'data (OP_RETURN)';
  if (isScriptHash(script))
    return bech32.encode(ADDRESS_PREFIX[network], [0, ...bech32.toWords(script.subarray(2))]);
  return scriptToAddress(script, network) ?? 'a script';
}

/** Source: BIP-141. */
const isScriptHash = (script: Uint8Array | undefined): script is Uint8Array =>
  script?.length === 34 && script[0] === 0 && script[1] === 32;

function txidOf(tx: Transaction): string {
  const hash = sha256(sha256(tx.unsignedTx)).toReversed();
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The longest of its inputs, in blocks; waits in time (the flag 0x400000) are nothing this exchange makes. */
function waitOf(tx: Transaction): number {
  let waits = 0;
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const { sequence = 0xffffffff } = tx.getInput(index);
    if (sequence < 0x80000000 && (sequence & 0x400000) === 0) waits = Math.max(waits, sequence & 0xffff);
  }
  return tx.version < 2 ? 0 : waits;
}

function feeOf(inputs: readonly CoinLine[], outputs: readonly OutputLine[]): bigint | undefined {
  if (inputs.some((line) => line.value === undefined)) return undefined;
  const fee = total(inputs.map((line) => line.value ?? 0n)) - total(outputs.map((line) => line.value));
  return fee < 0n ? undefined : fee;
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
