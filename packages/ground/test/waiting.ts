/** Transactions that wait, and the node and ledger a projection of them asks. */
import {
  hexToBytes,
  isFlaw,
  outpoint,
  readTransaction,
  sats,
  splitOutpoint,
  writeTransaction,
} from '@rialto/protocols';
import type { CoinAsset, Outpoint, Transaction, Txid } from '@rialto/protocols';
import type { MempoolSource } from '../src/ledger/project-mempool.ts';

export const SCRIPT = hexToBytes(`0014${'33'.repeat(20)}`);
export const CONFIRMED = `${'ab'.repeat(32)}:0` as Outpoint;

export interface Waiting {
  readonly tx: Transaction;
  readonly raw: Uint8Array;
}

/** A transaction with these outputs; the inputs show these witnesses, as far as there are. */
export function waitingOf(
  points: readonly Outpoint[],
  scripts: readonly Uint8Array[],
  ...witnesses: readonly Uint8Array[][]
): Waiting {
  const raw = writeTransaction({
    version: 2,
    locktime: 0,
    inputs: points.map((point, at) => ({
      ...splitOutpoint(point),
      scriptSig: new Uint8Array(0),
      sequence: 0xfffffffd,
      witness: witnesses[at] ?? [],
    })),
    outputs: scripts.map((script) => ({ value: sats(script[0] === 0x6a ? 0n : 1_000n), script })),
  });
  const tx = readTransaction(raw);
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { tx, raw };
}

export const outputOf = ({ tx }: Waiting, vout: number): Outpoint => outpoint(tx.txid, vout);

/** A node with these in its mempool, and a ledger with these assets; whatever else is asked for is in a block. */
export function sourceOf(
  waiting: readonly Waiting[],
  assets: ReadonlyMap<Outpoint, readonly CoinAsset[]>,
): MempoolSource & { readonly asked: Txid[][] } {
  const asked: Txid[][] = [];
  const mempool = new Map(waiting.map(({ tx, raw }) => [tx.txid, raw]));
  return {
    asked,
    chain: {
      rawTransactions: (txids) => {
        asked.push([...txids]);
        return Promise.resolve(
          new Map(
            txids.flatMap((txid) =>
              mempool.has(txid) ? [[txid, mempool.get(txid) ?? new Uint8Array(0)] as const] : [],
            ),
          ),
        );
      },
      heightsOf: (txids) =>
        Promise.resolve(new Map(txids.flatMap((txid) => (mempool.has(txid) ? [] : [[txid, 5] as const])))),
    },
    ledger: {
      assetsOn: (points) =>
        Promise.resolve({
          tip: { height: 9, hash: '00'.repeat(32) },
          assets: new Map(
            points.flatMap((point) => (assets.has(point) ? [[point, assets.get(point) ?? []] as const] : [])),
          ),
        }),
    },
  };
}
