/** Where transactions are on MVC, by what they are: the index says where to look, and our own node has the block. */
import { readMvcTransaction, writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw } from '@rialto/protocols';
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
/** What a block has at a place never changes; whatever is forgotten is read again. */
const MOST_KEPT = 2_000;

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
  const readAt = async (core: string, height: number, hash: string): Promise<MvcTransaction> => {
    const tx = (await blockOf(hash)).get(core);
    if (tx === undefined) throw new Refusal('syncing', `${core} is not in block ${height}`);
    return ownCopy(tx);
  };
  const placeOf = async (core: string, height: number, hash: string): Promise<MvcPlace> => {
    const before = kept.get(core);
    const place = before?.hash === hash ? before : { height, hash, tx: await readAt(core, height, hash) };
    kept.delete(core);
    kept.set(core, place);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
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

/** Scripts are parts of their block’s bytes: whoever keeps one of them keeps the whole block. */
function ownCopy(tx: MvcTransaction): MvcTransaction {
  const copy = readMvcTransaction(writeMvcTransaction(tx));
  invariant(!isFlaw(copy), 'what was written can be read');
  return copy;
}
