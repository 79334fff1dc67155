/** Raw MVC blocks, read and written. The header is Bitcoin's, and its hash stands for the transactions behind it; proof of work is the node's business. The reader is total. */
import {
  ByteReader,
  concatBytes,
  doubleSha256,
  hexToBytes,
  isFlaw,
  merkleRootOf,
  reversedHex,
  uint32,
  writeCompactSize,
} from '@rialto/protocols';
import type { Flaw } from '@rialto/protocols';
import { readMvcTransactionFrom, writeMvcTransaction } from './transaction.ts';
import type { MvcTransaction } from './transaction.ts';

interface MvcHeader {
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  /** Seconds since 1970, as its miner wrote it. */
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

export interface MvcBlock {
  readonly hash: string;
  readonly header: MvcHeader;
  readonly transactions: readonly MvcTransaction[];
}

const HEADER = 80;
const MERKLE_ROOT = 36;
const MIN_TRANSACTION = 60;

/**
 * Reads one block that fills the bytes exactly.
 * @returns the block, or a Flaw (ends-early, trailing-bytes, merkle-root, those of its transactions)
 * Source: microvisionchain `primitives/block.h`.
 */
export function readMvcBlock(bytes: Uint8Array): MvcBlock | Flaw {
  const reader = new ByteReader(bytes);
  const head = reader.slice(HEADER);
  const count = reader.count(MIN_TRANSACTION);
  const transactions: MvcTransaction[] = [];
  for (let at = 0; at < count; at += 1) {
    const tx = readMvcTransactionFrom(reader);
    if (isFlaw(tx)) return tx;
    transactions.push(tx);
  }
  if (reader.flaw !== undefined) return reader.flaw;
  if (reader.left > 0) return { flaw: 'trailing-bytes', at: reader.at };
  const header = readHeader(head);
  if (merkleRootOf(transactions.map(({ txid }) => txid)) !== header.merkleRoot)
    return { flaw: 'merkle-root', at: MERKLE_ROOT };
  return { hash: reversedHex(doubleSha256(head)), header, transactions };
}

function readHeader(head: Uint8Array): MvcHeader {
  const view = new DataView(head.buffer, head.byteOffset, HEADER);
  return {
    version: view.getInt32(0, true),
    previousHash: reversedHex(head.subarray(4, 36)),
    merkleRoot: reversedHex(head.subarray(36, 68)),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
    nonce: view.getUint32(76, true),
  };
}

export function writeMvcBlock({ header, transactions }: Omit<MvcBlock, 'hash'>): Uint8Array {
  return concatBytes(
    uint32(header.version),
    hexToBytes(header.previousHash).toReversed(),
    hexToBytes(header.merkleRoot).toReversed(),
    uint32(header.time),
    uint32(header.bits),
    uint32(header.nonce),
    writeCompactSize(transactions.length),
    ...transactions.map(writeMvcTransaction),
  );
}
