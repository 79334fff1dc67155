/** A dense chain behind the Chain port: the follower reads its blocks from the scratch file, byte for byte as from a node. */
import { closeSync, openSync } from 'node:fs';
import type { Chain } from '@rialto/ground';
import { doubleSha256, reversedHex } from '@rialto/protocols';
import { placesIn, readBlockAt } from '../dense-chain/chain-file.ts';
import { parseRaw, readNotes } from './index-scratch.ts';

export interface FileChain {
  readonly chain: Chain;
  /** Blocks above are not given yet; that they are there is known. */
  show(height: number): void;
  /** Milliseconds so far. */
  readonly spent: { reading: number; parsing: number };
  close(): void;
}

/** The hash below the first block. */
export const NO_HASH = '0'.repeat(64);

const notUsed = (): never => {
  throw new Error('a bench of the index does not ask this of a node');
};

/** What catching up never asks. */
const SILENT = {
  header: notUsed,
  mempool: notUsed,
  rawTransaction: notUsed,
  transaction: notUsed,
  unspent: notUsed,
  unspentAt: notUsed,
  settledAt: notUsed,
  spendingOf: notUsed,
  originsOf: notUsed,
  testAccept: notUsed,
  send: notUsed,
  sendPackage: notUsed,
  estimateFees: notUsed,
  waitForBlock: notUsed,
  scanScripts: notUsed,
  identity: notUsed,
  waiting: notUsed,
};

export function openFileChain(file: string): FileChain {
  const handle = openSync(file, 'r');
  const places = placesIn(handle);
  const hashes = [NO_HASH, ...places.map(({ header }) => reversedHex(doubleSha256(header)))];
  const heights = new Map(hashes.map((hash, height) => [hash, height]));
  const commitments = new Map(Object.entries(readNotes(file).commitments));
  const spent = { reading: 0, parsing: 0 };
  let shown = 0;

  const block: Chain['block'] = async (hash) => {
    const height = heights.get(hash) ?? 0;
    const place = places[height - 1];
    if (place === undefined) throw new Error(`there is no block ${hash}`);
    const started = performance.now();
    const raw = readBlockAt(handle, place);
    const read = performance.now();
    const data = parseRaw(raw);
    spent.reading += read - started;
    spent.parsing += performance.now() - read;
    return Promise.resolve(data);
  };
  const chain: Chain = {
    ...SILENT,
    block,
    tip: () => Promise.resolve({ height: places.length, hash: hashes[places.length] ?? NO_HASH }),
    blockHash: (height) => Promise.resolve(height > shown ? undefined : hashes[height]),
    rawTransactions: () => Promise.resolve(new Map()),
    heightsOf: (txids) =>
      Promise.resolve(
        new Map(
          txids.flatMap((txid) => {
            const height = commitments.get(txid);
            return height === undefined ? [] : [[txid, height] as const];
          }),
        ),
      ),
  };
  return {
    chain,
    spent,
    show: (height) => {
      shown = height;
    },
    close: () => {
      closeSync(handle);
    },
  };
}
