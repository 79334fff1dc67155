/** Where transactions are on MVC, by what they are: the index says where to look, and our own node has the block. */
import type { MvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import type { BridgeSource } from '../source.ts';

interface MvcPlace {
  readonly height: number;
  readonly tx: MvcTransaction;
}

export interface MvcPlaces {
  /** Of those that are in blocks. @throws Refusal syncing where the node’s block is another */
  of(cores: readonly string[]): Promise<ReadonlyMap<string, MvcPlace>>;
}

interface Kept extends MvcPlace {
  readonly hash: string;
}

/** A block is read once for all that is asked of it. */
const KEPT_BLOCKS = 4;

export function openMvcPlaces({ chain, ledger }: BridgeSource['mvc']): MvcPlaces {
  const kept = new Map<string, Kept>();
  const blocks = new Map<string, ReadonlyMap<string, MvcTransaction>>();
  const blockOf = async (hash: string): Promise<ReadonlyMap<string, MvcTransaction>> => {
    const before = blocks.get(hash);
    if (before !== undefined) return before;
    const block = await chain.block(hash);
    if (block === undefined) throw new Refusal('syncing', `block ${hash}`);
    const byCore = new Map(block.transactions.map((tx) => [tx.core, tx]));
    const [oldest] = blocks.keys();
    if (blocks.size >= KEPT_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    blocks.set(hash, byCore);
    return byCore;
  };
  const placeOf = async (core: string, height: number, hash: string): Promise<MvcPlace> => {
    const before = kept.get(core);
    if (before?.hash === hash) return before;
    const tx = (await blockOf(hash)).get(core);
    if (tx === undefined) throw new Refusal('syncing', `${core} is not in block ${height}`);
    const place = { height, hash, tx };
    kept.set(core, place);
    return place;
  };
  return {
    of: async (cores) => {
      const hashes = new Map<number, string>();
      const found = new Map<string, MvcPlace>();
      for (const [core, { height }] of await ledger.byCore([...new Set(cores)])) {
        if (height === undefined) continue;
        const hash = hashes.get(height) ?? (await chain.blockHash(height));
        if (hash === undefined) throw new Refusal('syncing', `block ${height} of MVC`);
        hashes.set(height, hash);
        found.set(core, await placeOf(core, height, hash));
      }
      return found;
    },
  };
}
