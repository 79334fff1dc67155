/** Writes a PSBT v0 (BIP-174, BIP-371) with the few fields wallets need, and nobody's signature. */
import { concatBytes, uint64, writeCompactSize } from '@rialto/protocols';
import type { TxOutput } from '@rialto/protocols';
import { LEAF_VERSION } from './taproot.ts';

export interface PsbtInputFields {
  readonly prevout: TxOutput;
  readonly sighash?: number;
  /** 32 bytes; for taproot inputs of the wallet the PSBT is for. */
  readonly internalKey?: Uint8Array;
  /** The one leaf that the wallet is to sign (BIP-371). */
  readonly leaf?: { readonly leaf: Uint8Array; readonly controlBlock: Uint8Array };
  readonly witnessScript?: Uint8Array;
}

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
const END = Uint8Array.of(0);
const KEY = {
  unsignedTx: 0x00,
  witnessUtxo: 0x01,
  sighashType: 0x03,
  witnessScript: 0x05,
  tapLeafScript: 0x15,
  tapInternalKey: 0x17,
} as const;

export function writePsbt(
  unsigned: Uint8Array,
  inputs: readonly PsbtInputFields[],
  outputCount: number,
): Uint8Array {
  const parts = [MAGIC, record(KEY.unsignedTx, unsigned), END];
  for (const { prevout, sighash, internalKey, leaf, witnessScript } of inputs) {
    parts.push(record(KEY.witnessUtxo, outputBytes(prevout)));
    if (sighash !== undefined) parts.push(record(KEY.sighashType, Uint8Array.of(sighash, 0, 0, 0)));
    if (witnessScript !== undefined) parts.push(record(KEY.witnessScript, witnessScript));
    if (leaf !== undefined) {
      const value = concatBytes(leaf.leaf, Uint8Array.of(LEAF_VERSION));
      parts.push(record(KEY.tapLeafScript, value, leaf.controlBlock));
    }
    if (internalKey !== undefined) parts.push(record(KEY.tapInternalKey, internalKey));
    parts.push(END);
  }
  for (let index = 0; index < outputCount; index += 1) parts.push(END);
  return concatBytes(...parts);
}

function record(key: number, value: Uint8Array, keyData?: Uint8Array): Uint8Array {
  const type = Uint8Array.of(key);
  return concatBytes(sized(keyData === undefined ? type : concatBytes(type, keyData)), sized(value));
}

function outputBytes(output: TxOutput): Uint8Array {
  return concatBytes(uint64(output.value), sized(output.script));
}

function sized(bytes: Uint8Array): Uint8Array {
  return concatBytes(writeCompactSize(bytes.length), bytes);
}
