/** Raw MVC transactions, read and written byte for byte. No witnesses; from version 10 on the id is of another kind. The reader is total: it returns a Flaw, it never throws. */
import {
  ByteReader,
  MAX_MONEY,
  bytesToHex,
  concatBytes,
  doubleSha256,
  hexToBytes,
  invariant,
  isFlaw,
  reversedHex,
  uint32,
  uint64,
  writeCompactSize,
} from '@rialto/protocols';
import type { Flaw, Sats, TxOutput, Txid } from '@rialto/protocols';
import { sha256 } from './hashes.ts';

export interface MvcInput {
  readonly txid: Txid;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
}

/** What is written: everything but what follows from it. */
export interface MvcBody {
  /** Signed, as the node has it. */
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly MvcInput[];
  readonly outputs: readonly TxOutput[];
}

export interface MvcTransaction extends MvcBody {
  /** No identity: a stranger can change unused parts of a scriptSig, and this with them. For showing and for spending. */
  readonly txid: Txid;
  /** What a transaction is, whoever touched its scriptSigs: see `coreOf`. */
  readonly core: string;
  /** In bytes. */
  readonly size: number;
}

/** The version that contracts demand of every transaction they are spent in, and of every one they read. */
export const CONTRACT_VERSION = 10;

const MIN_INPUT = 41;
const MIN_OUTPUT = 9;

/**
 * Reads one transaction that fills the bytes exactly.
 * @returns the transaction, or a Flaw (ends-early, trailing-bytes, no-inputs, no-outputs, value-out-of-range, size-…)
 * Source: microvisionchain `primitives/transaction.h`.
 */
export function readMvcTransaction(bytes: Uint8Array): MvcTransaction | Flaw {
  const reader = new ByteReader(bytes);
  const tx = readMvcTransactionFrom(reader);
  if (isFlaw(tx)) return tx;
  return reader.left > 0 ? { flaw: 'trailing-bytes', at: reader.at } : tx;
}

/** Reads the next of several. */
export function readMvcTransactionFrom(reader: ByteReader): MvcTransaction | Flaw {
  const from = reader.at;
  const version = reader.i32();
  const inputs = readInputs(reader);
  const outputs = readOutputs(reader);
  const locktime = reader.u32();
  if (reader.flaw !== undefined) return reader.flaw;
  return named({ version, locktime, inputs, outputs }, reader.bytes.subarray(from, reader.at));
}

function readInputs(reader: ByteReader): MvcInput[] {
  const count = reader.count(MIN_INPUT);
  if (count === 0) reader.fail('no-inputs');
  return Array.from({ length: count }, () => ({
    txid: reversedHex(reader.slice(32)) as Txid,
    vout: reader.u32(),
    scriptSig: reader.sizedSlice(),
    sequence: reader.u32(),
  }));
}

function readOutputs(reader: ByteReader): TxOutput[] {
  const count = reader.count(MIN_OUTPUT);
  if (count === 0) reader.fail('no-outputs');
  return Array.from({ length: count }, () => {
    const value = reader.u64();
    if (value > MAX_MONEY) reader.fail('value-out-of-range');
    return { value: value as Sats, script: reader.sizedSlice() };
  });
}

/** Adds what follows from the parts: id, core and size. */
export function nameMvcTransaction(body: MvcBody): MvcTransaction {
  return named(body, writeMvcTransaction(body));
}

/**
 * A transaction whose scriptSigs are kept back: from version 10 on their hashes are enough to know its id. Who has it knows all that it makes,
 * and can send it to nobody.
 */
export interface BareTransaction {
  /** With empty scriptSigs. */
  readonly raw: Uint8Array;
  /** SHA-256 of each. */
  readonly scriptSigs: readonly Uint8Array[];
}

/** @throws invariant below version 10, whose ids are hashes of all bytes */
export function bareOf(tx: MvcBody): BareTransaction {
  invariant(tx.version >= CONTRACT_VERSION, 'an id of hashes');
  return {
    raw: writeMvcTransaction(withoutScriptSigs(tx)),
    scriptSigs: tx.inputs.map(({ scriptSig }) => sha256(scriptSig)),
  };
}

/** @returns the transaction under its whole id, its scriptSigs empty; or a Flaw (as `readMvcTransaction`, not-bare) */
export function readBareTransaction({ raw, scriptSigs }: BareTransaction): MvcTransaction | Flaw {
  const tx = readMvcTransaction(raw);
  if (isFlaw(tx)) return tx;
  const isBare =
    tx.version >= CONTRACT_VERSION &&
    scriptSigs.length === tx.inputs.length &&
    scriptSigs.every(({ length }) => length === 32) &&
    tx.inputs.every(({ scriptSig }) => scriptSig.length === 0);
  if (!isBare) return { flaw: 'not-bare' };
  return { ...tx, txid: reversedHex(doubleSha256(headerOf(tx, scriptSigs))) as Txid };
}

function named(body: MvcBody, bytes: Uint8Array): MvcTransaction {
  const { version, locktime, inputs, outputs } = body;
  const id = doubleSha256(version < CONTRACT_VERSION ? bytes : txidHeader(body));
  const txid = reversedHex(id) as Txid;
  return { version, locktime, inputs, outputs, txid, core: coreOf(body), size: bytes.length };
}

export function writeMvcTransaction({ version, locktime, inputs, outputs }: MvcBody): Uint8Array {
  return concatBytes(
    uint32(version),
    writeCompactSize(inputs.length),
    ...inputs.flatMap(({ scriptSig, ...input }) => [
      pointBytes(input),
      writeCompactSize(scriptSig.length),
      scriptSig,
      uint32(input.sequence),
    ]),
    writeCompactSize(outputs.length),
    ...outputs.map(outputBytes),
    uint32(locktime),
  );
}

/** The outpoint an input spends, as it is hashed everywhere. */
export function pointBytes({ txid, vout }: Pick<MvcInput, 'txid' | 'vout'>): Uint8Array {
  return concatBytes(hexToBytes(txid).toReversed(), uint32(vout));
}

/** An output as it stands in a transaction and in every hash of outputs. */
export function outputBytes({ value, script }: TxOutput): Uint8Array {
  return concatBytes(uint64(value), writeCompactSize(script.length), script);
}

/**
 * The 112 bytes whose double SHA-256 is the id from version 10 on. Contracts read them too, to know of which transaction a coin is.
 * Source: mvc-knowledge-base `meta-txid.md`.
 */
export function txidHeader(body: MvcBody): Uint8Array {
  return headerOf(
    body,
    body.inputs.map(({ scriptSig }) => sha256(scriptSig)),
  );
}

function headerOf(
  { version, locktime, inputs, outputs }: MvcBody,
  scriptSigs: readonly Uint8Array[],
): Uint8Array {
  const points = inputs.flatMap((input) => [pointBytes(input), uint32(input.sequence)]);
  const paid = outputs.flatMap(({ value, script }) => [uint64(value), sha256(script)]);
  return concatBytes(
    uint32(version),
    uint32(locktime),
    uint32(inputs.length),
    uint32(outputs.length),
    sha256(concatBytes(...points)),
    sha256(concatBytes(...scriptSigs)),
    sha256(concatBytes(...paid)),
  );
}

/**
 * The identity of a transaction on MVC: a hash over version, locktime, outpoints, sequences and outputs, without scriptSigs. An
 * accepted transaction of a token can be mined under another id, made by anybody; its core stays.
 * @returns 64 hex digits
 */
export function coreOf(body: MvcBody): string {
  return bytesToHex(doubleSha256(writeMvcTransaction(withoutScriptSigs(body))));
}

function withoutScriptSigs({ version, locktime, inputs, outputs }: MvcBody): MvcBody {
  const bare = inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(0) }));
  return { version, locktime, inputs: bare, outputs };
}
