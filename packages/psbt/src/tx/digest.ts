/** What a signature signs, computed by ourselves: BIP-143 for version 0, BIP-341 for P2TR by key or leaf. */
import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, doubleSha256, hexToBytes, uint32, uint64, writeCompactSize } from '@rialto/protocols';
import type { TransactionBody, TxInput, TxOutput } from '@rialto/protocols';

/** Sighash bytes (BIP-143, BIP-341). An ask is signed with SINGLE|ANYONECANPAY, everything else with ALL or DEFAULT. */
export const SIGHASH = {
  DEFAULT: 0x00,
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  SINGLE_ANYONECANPAY: 0x83,
} as const;

/** A transaction and what its inputs spend, in the order of the inputs. */
export interface Spend {
  readonly tx: TransactionBody;
  readonly prevouts: readonly TxOutput[];
}

const ANYONECANPAY = 0x80;
const ZERO_HASH = new Uint8Array(32);

/** The digest of a version 0 input with its script code (BIP-143). Undefined for a sighash byte that is not defined. */
export function digestV0(
  spend: Spend,
  { index, scriptCode }: { index: number; scriptCode: Uint8Array },
  sighash: number,
): Uint8Array | undefined {
  const { tx, prevouts } = spend;
  const input = tx.inputs[index];
  const prevout = prevouts[index];
  if (input === undefined || prevout === undefined || !isDefined(sighash) || sighash === 0) return undefined;
  const alone = (sighash & ANYONECANPAY) !== 0;
  const base = sighash & 0x1f;
  const allSequences = !alone && base !== SIGHASH.NONE && base !== SIGHASH.SINGLE;
  return doubleSha256(
    concatBytes(
      uint32(tx.version),
      alone ? ZERO_HASH : doubleSha256(concatBytes(...tx.inputs.map(pointBytes))),
      allSequences ? doubleSha256(concatBytes(...tx.inputs.map((one) => uint32(one.sequence)))) : ZERO_HASH,
      pointBytes(input),
      sized(scriptCode),
      uint64(prevout.value),
      uint32(input.sequence),
      outputsV0(tx.outputs, index, base),
      uint32(tx.locktime),
      uint32(sighash),
    ),
  );
}

function outputsV0(outputs: readonly TxOutput[], index: number, base: number): Uint8Array {
  if (base === SIGHASH.NONE) return ZERO_HASH;
  if (base !== SIGHASH.SINGLE) return doubleSha256(concatBytes(...outputs.map(outputBytes)));
  const own = outputs[index];
  return own === undefined ? ZERO_HASH : doubleSha256(outputBytes(own));
}

/**
 * The digest of a P2TR input without annex (BIP-341): key path, or the script path of `leafHash` (BIP-342, no code separator).
 * Undefined for an undefined sighash byte, and for SINGLE without an output at the same index.
 */
export function digestV1(
  spend: Spend,
  index: number,
  sighash: number,
  leafHash?: Uint8Array,
): Uint8Array | undefined {
  const { tx, prevouts } = spend;
  const input = tx.inputs[index];
  const prevout = prevouts[index];
  if (input === undefined || prevout === undefined || !isDefined(sighash)) return undefined;
  const alone = (sighash & ANYONECANPAY) !== 0;
  const parts = [Uint8Array.of(0, sighash), uint32(tx.version), uint32(tx.locktime)];
  if (!alone) parts.push(...allInputs(spend));
  const base = sighash & 3;
  if (base !== SIGHASH.NONE && base !== SIGHASH.SINGLE)
    parts.push(sha256(concatBytes(...tx.outputs.map(outputBytes))));
  parts.push(Uint8Array.of(leafHash === undefined ? 0 : 2)); // spend type: no annex
  if (alone) parts.push(pointBytes(input), outputBytes(prevout), uint32(input.sequence));
  else parts.push(uint32(index));
  if (base === SIGHASH.SINGLE) {
    const own = tx.outputs[index];
    if (own === undefined) return undefined;
    parts.push(sha256(outputBytes(own)));
  }
  if (leafHash !== undefined) parts.push(leafHash, Uint8Array.of(0), uint32(0xffffffff));
  return schnorr.utils.taggedHash('TapSighash', ...parts);
}

function allInputs({ tx, prevouts }: Spend): Uint8Array[] {
  return [
    sha256(concatBytes(...tx.inputs.map(pointBytes))),
    sha256(concatBytes(...prevouts.map((prevout) => uint64(prevout.value)))),
    sha256(concatBytes(...prevouts.map((prevout) => sized(prevout.script)))),
    sha256(concatBytes(...tx.inputs.map((one) => uint32(one.sequence)))),
  ];
}

function isDefined(sighash: number): boolean {
  return sighash === 0 || [1, 2, 3, 0x81, 0x82, 0x83].includes(sighash);
}

function pointBytes(input: Pick<TxInput, 'txid' | 'vout'>): Uint8Array {
  return concatBytes(hexToBytes(input.txid).toReversed(), uint32(input.vout));
}

function outputBytes(output: TxOutput): Uint8Array {
  return concatBytes(uint64(output.value), sized(output.script));
}

function sized(script: Uint8Array): Uint8Array {
  return concatBytes(writeCompactSize(script.length), script);
}
