/** What the node has beyond the MVC index: where its chain leaves ours, the next blocks, and what waits. */
import type { MvcChain, Tip } from '@rialto/ground';
import type { MvcTransaction } from '@rialto/mvc';
import type { Txid } from '@rialto/protocols';
import type { IndexedBlock } from '../store/block-store.ts';

/** The node left more blocks than any node of the same chain would. */
export class DeepReorg extends Error {
  constructor(height: number) {
    super(
      `The MVC node's chain leaves ours more than ${MOST_UNDONE} blocks deep (at height ${height}). Compare the node with others you trust: ` +
        'the index goes on by itself when the node is back on our chain, and is built again when the server is started with REBUILD_LEDGER=1.',
    );
    this.name = 'DeepReorg';
  }
}

export const MOST_UNDONE = 100;
/** Blocks and transactions that are written at once. */
const MOST_BLOCKS = 24;
const MOST_TRANSACTIONS = 8_000;
/** Questions to the node at once. */
const AT_ONCE = 16;

/**
 * The last block that both have.
 * @param ours the last blocks of the index, the highest first
 * @returns its height; the one below our first block when they have none
 * @throws DeepReorg
 */
export async function commonHeight(
  chain: MvcChain,
  ours: readonly Tip[],
  startHeight: number,
): Promise<number> {
  for (const { height, hash } of ours) if ((await chain.blockHash(height)) === hash) return height;
  const lowest = ours.at(-1);
  if (lowest === undefined) return startHeight - 1;
  if (ours.length > MOST_UNDONE) throw new DeepReorg(lowest.height);
  return lowest.height - 1;
}

/** The next blocks behind one of ours; undefined when the node changed its mind meanwhile. */
export async function readBlocks(
  chain: MvcChain,
  from: { readonly height: number; readonly hash: string | undefined },
  node: Tip,
): Promise<readonly IndexedBlock[] | undefined> {
  const run: IndexedBlock[] = [];
  let { height, hash } = from;
  let transactions = 0;
  while (height < node.height && run.length < MOST_BLOCKS && transactions < MOST_TRANSACTIONS) {
    height += 1;
    const name = await chain.blockHash(height);
    const block = name === undefined ? undefined : await chain.block(name);
    if (block === undefined || (hash !== undefined && block.header.previousHash !== hash)) return undefined;
    run.push({
      ...{ height, hash: block.hash, previousHash: block.header.previousHash },
      ...{ time: block.header.time, transactions: block.transactions },
    });
    hash = block.hash;
    transactions += block.transactions.length;
  }
  return run;
}

/** Those of the transactions that the node still has; asked a few at a time. */
export async function readTransactions(
  chain: MvcChain,
  txids: readonly Txid[],
): Promise<ReadonlyMap<Txid, MvcTransaction>> {
  const found = new Map<Txid, MvcTransaction>();
  for (let from = 0; from < txids.length; from += AT_ONCE)
    await Promise.all(
      txids.slice(from, from + AT_ONCE).map(async (txid) => {
        const tx = await chain.transaction(txid);
        if (tx !== undefined) found.set(txid, tx);
      }),
    );
  return found;
}

/** Parents before their children; those among these alone are looked at. */
export function parentsFirst(transactions: readonly MvcTransaction[]): MvcTransaction[] {
  const left = new Map(transactions.map((tx) => [tx.txid, tx]));
  const sorted: MvcTransaction[] = [];
  for (const start of transactions) {
    const path = [start];
    for (let tx = path.at(-1); tx !== undefined; tx = path.at(-1)) {
      const parent = left.has(tx.txid) ? tx.inputs.find(({ txid }) => left.has(txid)) : undefined;
      const next = parent === undefined ? undefined : left.get(parent.txid);
      if (next !== undefined && next !== tx) {
        path.push(next);
        continue;
      }
      path.pop();
      if (left.delete(tx.txid)) sorted.push(tx);
    }
  }
  return sorted;
}
