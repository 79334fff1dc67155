/** Blocks of MVC: written and read back, and none whose transactions are not those of its header. */
import { isFlaw, merkleRootOf } from '@rialto/protocols';
import type { Sats, Txid } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { nameMvcTransaction, readMvcBlock, writeMvcBlock } from '../src/index.ts';

const txOf = (locktime: number, version = 10) =>
  nameMvcTransaction({
    version,
    locktime,
    inputs: [{ txid: 'ab'.repeat(32) as Txid, vout: 0, scriptSig: Uint8Array.of(0x51), sequence: 7 }],
    outputs: [{ value: 5n as Sats, script: Uint8Array.of(0x51) }],
  });

const transactions = [txOf(1), txOf(2, 1), txOf(3)];
const header = {
  version: 1,
  previousHash: '11'.repeat(32),
  merkleRoot: merkleRootOf(transactions.map(({ txid }) => txid)),
  time: 1_780_000_000,
  bits: 0x207fffff,
  nonce: 9,
};
const raw = writeMvcBlock({ header, transactions });

it('is read as it was written', () => {
  const read = readMvcBlock(raw);
  if (isFlaw(read)) throw new Error(read.flaw);
  expect(read).toEqual({ hash: read.hash, header, transactions });
  expect(writeMvcBlock(read)).toEqual(raw);
});

it('is none with another transaction behind its header, with fewer, with less or more bytes', () => {
  const flawOf = (bytes: Uint8Array) => {
    const read = readMvcBlock(bytes);
    return isFlaw(read) ? read.flaw : undefined;
  };
  expect(flawOf(writeMvcBlock({ header, transactions: transactions.with(2, txOf(4)) }))).toBe('merkle-root');
  expect(flawOf(writeMvcBlock({ header, transactions: transactions.slice(1) }))).toBe('merkle-root');
  expect(flawOf(raw.subarray(0, -1))).toBe('ends-early');
  expect(flawOf(new Uint8Array([...raw, 0]))).toBe('trailing-bytes');
  for (let size = 0; size < raw.length; size += 1) expect(flawOf(raw.subarray(0, size))).toBeDefined();
});
