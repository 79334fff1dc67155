/** What was on coins that are spent long since: the index is built again beside the live one, up to the block before each spend. */
import { assertNode, openLedger } from '@rialto/ground';
import type { Chain, NodeRules } from '@rialto/ground';
import type { CoinAsset, Network, Outpoint } from '@rialto/protocols';
import { startOf, syncToTip } from '../follower/chain-sync.ts';
import type { Store } from '../store/database.ts';
import { takeLead } from '../store/ledger/ledger-blocks.ts';
import { dropScratch, openScratch } from '../store/ledger/ledger-scratch.ts';

export interface RebuildParts {
  readonly live: Store;
  readonly databaseUrl: string;
  readonly chain: Chain;
  readonly network: Network;
  readonly nodeRules?: NodeRules;
}

/** Coins to be looked at as they were before a height. */
export interface Look {
  readonly height: number;
  readonly points: readonly Outpoint[];
}

type AssetsBefore = ReadonlyMap<Outpoint, readonly CoinAsset[]>;

/**
 * The assets of each coin before the block in which it was spent. A coin made in that very block has none that anybody could
 * have relied on.
 */
export async function assetsBefore(parts: RebuildParts, looks: readonly Look[]): Promise<AssetsBefore> {
  const found = new Map<Outpoint, readonly CoinAsset[]>();
  if (looks.length === 0) return found;
  const { live, databaseUrl, chain, network } = parts;
  const chainName = await assertNode(chain, network, parts.nodeRules);
  const scratch = await openScratch(live, databaseUrl);
  try {
    const { epoch } = await takeLead(scratch.db, chainName, await startOf(chain, chainName));
    const ledger = openLedger(scratch.pool);
    for (const height of [...new Set(looks.map((look) => look.height))].toSorted((a, b) => a - b)) {
      const until = endingAt(chain, height - 1);
      await syncToTip({
        store: scratch,
        chain: until,
        chainName,
        network,
        epoch,
        sink: SILENT,
        goOn: () => true,
      });
      const points = looks.filter((look) => look.height === height).flatMap((look) => look.points);
      for (const [point, assets] of (await ledger.assetsOn(points)).assets) found.set(point, assets);
    }
    return found;
  } finally {
    await scratch.close();
    await dropScratch(live);
  }
}

const nothing = (): Promise<void> => Promise.resolve();
const SILENT = { block: nothing, height: nothing, undo: nothing, mempool: nothing, tip: nothing };

/** The same chain, as if it ended at a height. */
function endingAt(chain: Chain, height: number): Chain {
  return {
    ...chain,
    tip: async () => {
      const hash = await chain.blockHash(height);
      if (hash === undefined) throw new Error(`the node has no block ${height} any more`);
      return { height, hash };
    },
  };
}
