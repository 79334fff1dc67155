/** Where the node's chain leaves ours, and the reorg that is too deep to be undone by itself. */
import type { Chain } from '@rialto/ground';
import { lastBlocks, MAX_REORG } from '../store/ledger/ledger-blocks.ts';
import type { TipRow } from '../store/ledger/ledger-blocks.ts';
import type { Queries } from '../store/database.ts';

/** The node left blocks that the exchange treats as final; those are not undone, and trading must stop. */
export class DeepReorg extends Error {
  readonly height: number;
  constructor(height: number, peak: number) {
    super(
      `The node's chain leaves ours more than ${MAX_REORG} blocks deep (below height ${height}; we were at ${peak}). ` +
        'Trading is stopped. Compare the node with others you trust. If it is wrong, repair it: ' +
        'the follower goes on by itself when the node is back on our chain. If it is right, start the server once with ' +
        'REBUILD_LEDGER=1: the index is built again from the first block; orders and trades stay.',
    );
    this.name = 'DeepReorg';
    this.height = height;
  }
}

/**
 * The height of the last block that both chains have; our own tip when the node only went on.
 * @throws DeepReorg when that is more than six blocks below the highest block we ever had
 */
export async function commonHeight(db: Queries, chain: Chain, tip: TipRow): Promise<number> {
  const ours = await lastBlocks(db, MAX_REORG + 2);
  const lowest = tip.peak - MAX_REORG;
  let height = tip.height;
  let hash: string | undefined = tip.hash;
  while (hash !== undefined && (await chain.blockHash(height)) !== hash) {
    height -= 1;
    hash = ours.get(height) ?? (height < lowest ? undefined : await startHash(chain, ours, height));
    if (height < lowest) throw new DeepReorg(lowest, tip.peak);
  }
  return height;
}

/** Below our first block there is nothing to compare: the node is right. */
async function startHash(
  chain: Chain,
  ours: ReadonlyMap<number, string>,
  height: number,
): Promise<string | undefined> {
  return Math.min(...ours.keys()) > height ? chain.blockHash(height) : undefined;
}
