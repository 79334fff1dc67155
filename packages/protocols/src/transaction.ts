/** Raw Bitcoin transactions, read and written byte for byte (BIP-144). The reader is total: it returns a Flaw, it never throws. */
import { ByteReader } from './byte-reader.ts';
import { concatBytes, doubleSha256Of, hexToBytes, reversedHex, uint32, uint64 } from './bytes.ts';
import { isFlaw } from './flaw.ts';
import type { Flaw } from './flaw.ts';
import { outpoint } from './ids.ts';
import type { Outpoint, Txid } from './ids.ts';
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

const MIN_INPUT = 41;
const MIN_OUTPUT = 9;
const NO_WITNESS: readonly Uint8Array[] = [];

/** An input as read: its witness is parsed when it is first read, because most witnesses are never used. */
class ReadInput implements TxInput {
  readonly txid: Txid;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  /** Set when there is a witness; it was read through once, so it can be read again. */
  private reader: ByteReader | undefined;
  private witnessAt = 0;
  private point: Outpoint | undefined;

  constructor(reader: ByteReader) {
    this.txid = reversedHex(reader.slice(32)) as Txid;
    this.vout = reader.u32();
    this.scriptSig = reader.sizedSlice();
    this.sequence = reader.u32();
  }

  get spent(): Outpoint {
    return (this.point ??= outpoint(this.txid, this.vout));
  }

  get witness(): readonly Uint8Array[] {
    const { reader } = this;
    if (reader === undefined) return NO_WITNESS;
    const back = reader.at;
    reader.at = this.witnessAt;
    const witness: Uint8Array[] = [];
    for (let left = reader.compactSize(); left > 0; left -= 1) witness.push(reader.sizedSlice());
    reader.at = back;
    return witness;
  }

  /** Passes by the witness; answers how many items it has. */
  skipWitness(reader: ByteReader): number {
    const from = reader.at;
    const count = reader.count(1);
    for (let index = 0; index < count; index += 1) reader.skip(reader.compactSize());
    if (count > 0) {
      this.reader = reader;
      this.witnessAt = from;
    }
    return count;
  }
}

export const OP_RETURN = 0x6a;

/** True for the script of an output that nobody can spend: it carries data. */
export function isOpReturn(script: Uint8Array): boolean {
  return script[0] === OP_RETURN;
}

/** The outpoint an input spends. Of an input as read it is made once, for every ledger asks for it. */
export function spentPoint(input: Pick<TxInput, 'txid' | 'vout'>): Outpoint {
  return input instanceof ReadInput ? input.spent : outpoint(input.txid, input.vout);
}

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
  const inputs = readInputs(reader);
  const outputs = readOutputs(reader);
  const bodyEnd = reader.at;
  if (segwit) readWitnesses(reader, inputs);
  const locktime = reader.u32();
  if (reader.flaw !== undefined) return reader.flaw;
  const { bytes, at: end } = reader;
  const base = [
    bytes.subarray(start, start + 4),
    bytes.subarray(bodyStart, bodyEnd),
    bytes.subarray(end - 4, end),
  ];
  const weight = (bodyEnd - bodyStart + 8) * 3 + (end - start);
  const txid = reversedHex(doubleSha256Of(base)) as Txid;
  return { txid, version, locktime, inputs, outputs, weight };
}

function readInputs(reader: ByteReader): ReadInput[] {
  const inputs: ReadInput[] = [];
  const count = reader.count(MIN_INPUT);
  if (count === 0) reader.fail('no-inputs');
  for (let index = 0; index < count; index += 1) {
    inputs.push(new ReadInput(reader));
  }
  return inputs;
}

/** Reads a compact-size list of outputs; also the format of one transaction's spent outputs. */
export function readOutputs(reader: ByteReader): TxOutput[] {
  const outputs: TxOutput[] = [];
  const count = reader.count(MIN_OUTPUT);
  for (let index = 0; index < count; index += 1) {
    const value = reader.u64();
    if (value > MAX_MONEY) reader.fail('value-out-of-range');
    outputs.push({ value: value as Sats, script: reader.sizedSlice() });
  }
  return outputs;
}

function readWitnesses(reader: ByteReader, inputs: readonly ReadInput[]): void {
  let items = 0;
  for (const input of inputs) items += input.skipWitness(reader);
  if (items === 0) reader.fail('superfluous-witness');
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
  return reversedHex(doubleSha256Of([base])) as Txid;
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
