/** Raw Bitcoin transactions, read and written byte for byte (BIP-144). The reader is total: it returns a Flaw, it never throws. */
import { ByteReader } from './byte-reader.ts';
import { concatBytes, doubleSha256, hexToBytes, reversedHex } from './bytes.ts';
import { isFlaw } from './flaw.ts';
import type { Flaw } from './flaw.ts';
import type { Txid } from './ids.ts';
import { MAX_MONEY } from './units.ts';
import type { Sats } from './units.ts';

export interface TxInput {
  readonly txid: Txid;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

export interface TxOutput {
  readonly value: Sats;
  readonly script: Uint8Array;
}

export interface Transaction {
  readonly txid: Txid;
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  /** In weight units (BIP-141). */
  readonly weight: number;
}

/** What is written: everything but what follows from it. */
export type TransactionBody = Omit<Transaction, 'txid' | 'weight'>;

const LEAST_INPUT = 41;
const LEAST_OUTPUT = 9;
const NO_WITNESS: readonly Uint8Array[] = [];

type Draft = Omit<TxInput, 'witness'>;

/**
 * Reads one transaction that fills the bytes exactly.
 * @returns the transaction, or a Flaw (ends-early, trailing-bytes, no-inputs, bad-witness-flag, superfluous-witness, value-out-of-range, size-…)
 * Source: BIP-144, Bitcoin Core `primitives/transaction.h`.
 */
export function readTransaction(bytes: Uint8Array): Transaction | Flaw {
  const reader = new ByteReader(bytes);
  const transaction = readTransactionFrom(reader);
  if (!isFlaw(transaction) && reader.left > 0) return { flaw: 'trailing-bytes', at: reader.at };
  return transaction;
}

/** Reads the next transaction of a longer run of bytes, such as a block. */
export function readTransactionFrom(reader: ByteReader): Transaction | Flaw {
  const start = reader.at;
  const version = reader.i32();
  const segwit = reader.left >= 2 && reader.bytes[reader.at] === 0;
  if (segwit) {
    reader.u8();
    if (reader.u8() !== 1) reader.fail('bad-witness-flag');
  }
  const bodyStart = reader.at;
  const drafts = readInputs(reader);
  const outputs = readOutputs(reader);
  const bodyEnd = reader.at;
  const inputs = segwit
    ? withWitness(reader, drafts)
    : drafts.map((draft) => ({ ...draft, witness: NO_WITNESS }));
  const locktime = reader.u32();
  if (reader.flaw !== undefined) return reader.flaw;
  const base = baseBytes(reader.bytes, { start, bodyStart, bodyEnd, end: reader.at });
  const weight = base.length * 3 + (reader.at - start);
  return { txid: txidOf(base), version, locktime, inputs, outputs, weight };
}

function baseBytes(
  bytes: Uint8Array,
  at: { start: number; bodyStart: number; bodyEnd: number; end: number },
): Uint8Array {
  return concatBytes(
    bytes.subarray(at.start, at.start + 4),
    bytes.subarray(at.bodyStart, at.bodyEnd),
    bytes.subarray(at.end - 4, at.end),
  );
}

function readInputs(reader: ByteReader): Draft[] {
  const inputs: Draft[] = [];
  const count = reader.count(LEAST_INPUT);
  if (count === 0) reader.fail('no-inputs');
  for (let index = 0; index < count; index += 1) {
    const txid = reversedHex(reader.slice(32)) as Txid;
    const vout = reader.u32();
    const scriptSig = reader.sizedSlice();
    inputs.push({ txid, vout, scriptSig, sequence: reader.u32() });
  }
  return inputs;
}

/** Reads a compact-size list of outputs; also the format of one transaction's spent outputs. */
export function readOutputs(reader: ByteReader): TxOutput[] {
  const outputs: TxOutput[] = [];
  const count = reader.count(LEAST_OUTPUT);
  for (let index = 0; index < count; index += 1) {
    const value = reader.u64();
    if (value > MAX_MONEY) reader.fail('value-out-of-range');
    outputs.push({ value: value as Sats, script: reader.sizedSlice() });
  }
  return outputs;
}

function withWitness(reader: ByteReader, drafts: readonly Draft[]): TxInput[] {
  const inputs = drafts.map((draft) => {
    const count = reader.count(1);
    const witness: Uint8Array[] = [];
    for (let index = 0; index < count; index += 1) witness.push(reader.sizedSlice());
    return { ...draft, witness };
  });
  if (inputs.every(({ witness }) => witness.length === 0)) reader.fail('superfluous-witness');
  return inputs;
}

/** Writes a transaction, with the witness part when any input has one. */
export function writeTransaction(tx: TransactionBody): Uint8Array {
  if (tx.inputs.every((input) => input.witness.length === 0)) return writeBase(tx);
  const parts = [uint32(tx.version), Uint8Array.of(0, 1), ...bodyParts(tx)];
  for (const input of tx.inputs) {
    parts.push(writeCompactSize(input.witness.length));
    for (const item of input.witness) parts.push(writeCompactSize(item.length), item);
  }
  parts.push(uint32(tx.locktime));
  return concatBytes(...parts);
}

/** The transaction without witnesses: what its txid is the hash of. */
export function writeBase(tx: TransactionBody): Uint8Array {
  return concatBytes(uint32(tx.version), ...bodyParts(tx), uint32(tx.locktime));
}

function bodyParts(tx: TransactionBody): Uint8Array[] {
  const parts = [writeCompactSize(tx.inputs.length)];
  for (const input of tx.inputs) {
    parts.push(hexToBytes(input.txid).toReversed(), uint32(input.vout));
    parts.push(writeCompactSize(input.scriptSig.length), input.scriptSig, uint32(input.sequence));
  }
  parts.push(writeCompactSize(tx.outputs.length));
  for (const output of tx.outputs) {
    parts.push(uint64(output.value), writeCompactSize(output.script.length), output.script);
  }
  return parts;
}

/** The id of a transaction from its bytes without witnesses. */
export function txidOf(base: Uint8Array): Txid {
  return reversedHex(doubleSha256(base)) as Txid;
}

/** Size in virtual bytes (BIP-141): a quarter of the weight, rounded up. */
export function virtualSize(tx: Pick<Transaction, 'weight'>): number {
  return Math.ceil(tx.weight / 4);
}

/** Bitcoin's compact size in its shortest form; `size` below 2^32. */
export function writeCompactSize(size: number): Uint8Array {
  if (size < 0xfd) return Uint8Array.of(size);
  if (size <= 0xffff) return Uint8Array.of(0xfd, size & 0xff, size >> 8);
  return concatBytes(Uint8Array.of(0xfe), uint32(size));
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value >>> 0, true);
  return bytes;
}

function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
