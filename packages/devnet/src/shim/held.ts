/** What the node's policy keeps out of its mempool, and what builds on it: it waits here for the next block, parents first. */
import { invariant, outpoint, spentPoint } from '@rialto/protocols';
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';

export interface HeldTransaction {
  readonly tx: Transaction;
  readonly raw: string;
  readonly fee: bigint;
  /** When it came, in seconds since 1970, and the tip's height then. */
  readonly time: number;
  readonly height: number;
}

export interface Held {
  all(): readonly HeldTransaction[];
  find(txid: string): HeldTransaction | undefined;
  /** Which of them spends the coin. */
  spenderOf(point: Outpoint): Txid | undefined;
  add(one: HeldTransaction): void;
  drop(txid: string): void;
}

export function createHeld(): Held {
  const byTxid = new Map<string, HeldTransaction>();
  const spenders = new Map<Outpoint, Txid>();
  return {
    all: () => [...byTxid.values()],
    find: (txid) => byTxid.get(txid),
    spenderOf: (point) => spenders.get(point),
    add: (one) => {
      const { txid, inputs, outputs } = one.tx;
      invariant(!byTxid.has(txid), 'a transaction is held once');
      invariant(
        inputs.every((input) => !spenders.has(spentPoint(input))),
        'held transactions spend different coins',
      );
      // A block takes them in this order.
      invariant(
        outputs.every((_, vout) => !spenders.has(outpoint(txid, vout))),
        'a parent is held before its children',
      );
      byTxid.set(txid, one);
      for (const input of inputs) spenders.set(spentPoint(input), txid);
    },
    drop: (txid) => {
      for (const input of byTxid.get(txid)?.tx.inputs ?? []) spenders.delete(spentPoint(input));
      byTxid.delete(txid);
    },
  };
}
