/** What the shim works with: the node behind it and what it holds; and how the one follows the other. */
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, isFlaw, isHex, readTransaction, reversedHex } from '@rialto/protocols';
import type { Transaction } from '@rialto/protocols';
import type { Rpc } from '../chain/node-client.ts';
import type { Held } from './held.ts';

export interface Desk {
  /** The node itself. */
  readonly rpc: Rpc;
  readonly held: Held;
  /** One after the other: what holds, and what mines. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function openDesk(rpc: Rpc, held: Held): Desk {
  let last: Promise<unknown> = Promise.resolve();
  return {
    rpc,
    held,
    inTurn: (work) => {
      const next = last.then(work);
      last = next.catch(() => undefined);
      return next;
    },
  };
}

export function parseRaw(raw: string): Transaction | undefined {
  if (!isHex(raw)) return undefined;
  const tx = readTransaction(hexToBytes(raw));
  return isFlaw(tx) ? undefined : tx;
}

/** The hash of all its bytes, witnesses too; of what is no transaction as well. */
export function wtxidOf(raw: string): string {
  return isHex(raw) ? reversedHex(sha256(sha256(hexToBytes(raw)))) : '';
}

/**
 * Lets go of what waits no more. A coin it spends is there no longer when a block has it, when a block or a transaction of the
 * node's voids it, and when what it builds on is gone.
 */
export async function settle({ rpc, held }: Desk): Promise<void> {
  for (const { tx } of held.all()) {
    const foreign = tx.inputs.filter(({ txid }) => held.find(txid) === undefined);
    const coins = await Promise.all(foreign.map(({ txid, vout }) => rpc('gettxout', [txid, vout, true])));
    if (coins.includes(null)) held.drop(tx.txid);
  }
}
