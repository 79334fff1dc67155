/** Makes transactions with PINs in witnesses and outputs, with real ids, and the scripts of those. */
import {
  concatBytes,
  encodeUtf8,
  invariant,
  isFlaw,
  outpoint,
  readTransaction,
  splitOutpoint,
  writeTransaction,
} from '../../src/index.ts';
import type { Outpoint, Sats, Transaction, TxOutput, Txid } from '../../src/index.ts';

export interface PinText {
  readonly operation: string;
  readonly path: string;
  readonly body: string | Uint8Array;
}

export interface SpentCoin {
  readonly point: Outpoint;
  /** Revealed in the witness of this input. */
  readonly pin?: PinText;
}

const NOTHING = new Uint8Array(0);
const MAX = 520;
/** Longer than any push in a tapscript that MAN reads. */
const MAX_IN_OUTPUT = 2000;

export function utf8(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  invariant(bytes !== undefined, 'well-formed text');
  return bytes;
}

/** One push, in the shortest form that the length allows. */
function pushOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(0);
  if (bytes.length < 76) return concatBytes(Uint8Array.of(bytes.length), bytes);
  if (bytes.length < 256) return concatBytes(Uint8Array.of(76, bytes.length), bytes);
  return concatBytes(Uint8Array.of(77, bytes.length & 0xff, bytes.length >> 8), bytes);
}

/** The fields of a PIN, its content in parts of at most so many bytes. */
function fieldsOf({ operation, path, body }: PinText, most: number): Uint8Array[] {
  const content = typeof body === 'string' ? utf8(body) : body;
  const parts: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < content.length; at += most) parts.push(content.subarray(at, at + most));
  return [...['metaid', operation, path, '0', '1.0.0', 'application/json'].map(utf8), ...parts];
}

/** An output script with a PIN: what stands before it, OP_RETURN, and the fields. */
export function outputPin(pin: PinText, before: Uint8Array = NOTHING): Uint8Array {
  return concatBytes(before, Uint8Array.of(0x6a), ...fieldsOf(pin, MAX_IN_OUTPUT).map(pushOf));
}

/** A tapscript that reveals a PIN: a key, OP_CHECKSIG, and the envelope. */
function pinScript(pin: PinText): Uint8Array {
  const pushes = fieldsOf(pin, MAX).map(pushOf);
  const start = concatBytes(pushOf(new Uint8Array(32).fill(17)), Uint8Array.of(0xac, 0x00, 0x63));
  return concatBytes(start, ...pushes, Uint8Array.of(0x68));
}

/** The transaction with its id. `mark` makes two that are otherwise alike different; `signed` gives the first input a witness. */
export function transactionOf(made: {
  readonly spends: readonly SpentCoin[];
  readonly outputs: readonly TxOutput[];
  readonly mark?: number;
  readonly signed?: boolean;
}): Transaction {
  const inputs = made.spends.map(({ point, pin }, index) => {
    const signature = made.signed === true && index === 0 ? [new Uint8Array(64).fill(1)] : [];
    const witness = pin === undefined ? signature : [pinScript(pin), new Uint8Array(33).fill(0xc0)];
    return { ...splitOutpoint(point), scriptSig: NOTHING, sequence: 0, witness };
  });
  const body = { version: 2, locktime: made.mark ?? 0, inputs, outputs: made.outputs };
  const tx = readTransaction(writeTransaction(body));
  invariant(!isFlaw(tx), 'what is written is read');
  return tx;
}

export const NO_COIN = outpoint('0'.repeat(64) as Txid, 0xffffffff);

export function coinbaseOf(mark: number, outputs: readonly TxOutput[]): Transaction {
  return transactionOf({ spends: [{ point: NO_COIN }], outputs, mark });
}

export function output(script: Uint8Array, value: bigint): TxOutput {
  return { script, value: value as Sats };
}
