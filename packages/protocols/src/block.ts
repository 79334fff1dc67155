/** Blocks and the outputs they spend, read from the node's raw bytes. Total: a Flaw, never an exception. */
import { ByteReader } from './byte-reader.ts';
import { doubleSha256, reversedHex } from './bytes.ts';
import { isFlaw } from './flaw.ts';
import type { Flaw } from './flaw.ts';
import type { Outpoint } from './ids.ts';
import { readOutputs, readTransactionFrom, spentPoint } from './transaction.ts';
import type { Transaction, TxOutput } from './transaction.ts';

export interface Block {
  readonly hash: string;
  readonly previousHash: string;
  /** Seconds since 1970, as the miner claims. */
  readonly time: number;
  readonly transactions: readonly Transaction[];
  /** As the header says it, in hex; absent in a block that was not read from bytes. */
  readonly merkleRoot?: string;
}

const HEADER = 80;
const MIN_TRANSACTION = 60;

/** Reads a serialized block. Proof of work and merkle root are the node's business. */
export function readBlock(bytes: Uint8Array): Block | Flaw {
  const reader = new ByteReader(bytes);
  const header = reader.slice(HEADER);
  const count = reader.count(MIN_TRANSACTION);
  const transactions: Transaction[] = [];
  for (let index = 0; index < count; index += 1) {
    const transaction = readTransactionFrom(reader);
    if (isFlaw(transaction)) return transaction;
    transactions.push(transaction);
  }
  if (reader.flaw !== undefined) return reader.flaw;
  if (reader.left > 0) return { flaw: 'trailing-bytes', at: reader.at };
  return {
    hash: reversedHex(doubleSha256(header)),
    previousHash: reversedHex(header.subarray(4, 36)),
    merkleRoot: reversedHex(header.subarray(36, 68)),
    time: new DataView(header.buffer, header.byteOffset).getUint32(68, true),
    transactions,
  };
}

/** The outpoints of earlier blocks that a block spends. */
export function spentBefore({ transactions }: Pick<Block, 'transactions'>): Set<Outpoint> {
  const made = new Set<string>();
  const points = new Set<Outpoint>();
  transactions.forEach((tx, index) => {
    if (index > 0) for (const input of tx.inputs) if (!made.has(input.txid)) points.add(spentPoint(input));
    made.add(tx.txid);
  });
  return points;
}

/**
 * Reads the outputs a block spends: per transaction (the coinbase has an empty list), per input.
 * Source: Bitcoin Core `rest.cpp`, `/rest/spenttxouts/<hash>.bin`.
 */
export function readSpentOutputs(bytes: Uint8Array): TxOutput[][] | Flaw {
  const reader = new ByteReader(bytes);
  const count = reader.count(1);
  const spent: TxOutput[][] = [];
  for (let index = 0; index < count; index += 1) spent.push(readOutputs(reader));
  if (reader.flaw !== undefined) return reader.flaw;
  return reader.left > 0 ? { flaw: 'trailing-bytes', at: reader.at } : spent;
}
