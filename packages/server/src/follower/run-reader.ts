/** Reads runs of the node's blocks. */
import { setImmediate } from 'node:timers/promises';
import type { BlockWithSpent, Chain, Tip } from '@rialto/ground';
import { gatherBlock } from '@rialto/protocols';
import type { ChainName, GatheredBlock, Network, NodeFacts } from '@rialto/protocols';
import { nodeFacts } from './node-facts.ts';

/** Blocks one upon the other, with all that is needed to work them out. */
interface Run {
  readonly blocks: readonly GatheredBlock[];
  readonly facts: NodeFacts;
}

export interface ReaderParts {
  readonly chain: Chain;
  readonly chainName: ChainName;
  readonly network: Network;
}

/** Blocks per transaction while far behind: a commit per block would be most of the work. */
const FAR_BEHIND = 12;
const MAX_AT_ONCE = 24;
/** Transactions worked out at once; bounds the memory of a run of full blocks. */
const MAX_TRANSACTIONS = 25_000;

export class RunReader {
  private readonly parts: ReaderParts;

  constructor(parts: ReaderParts) {
    this.parts = parts;
  }

  /** True while the node has a block on its chain. */
  async stands({ height, hash }: Tip): Promise<boolean> {
    return (await this.parts.chain.blockHash(height)) === hash;
  }

  /** The next blocks upon ours; undefined when the node's chain changed while we asked. */
  async read(from: Tip, node: Tip): Promise<Run | undefined> {
    const { chain, chainName, network } = this.parts;
    const count = countFor(from, node);
    const blocks: GatheredBlock[] = [];
    let last = from;
    let transactions = 0;
    while (blocks.length < count && transactions < MAX_TRANSACTIONS) {
      const data = await this.blockAt(last.height + 1);
      if (data === undefined) break;
      const { block, spent } = data;
      if (block.previousHash !== last.hash) return undefined;
      last = { height: last.height + 1, hash: block.hash };
      blocks.push(gatherBlock({ height: last.height, chain: chainName, network, block, spent }));
      transactions += block.transactions.length;
      // Lets the database's answers through between two blocks.
      await setImmediate();
    }
    return blocks.length === 0 ? undefined : { blocks, facts: await nodeFacts(chain, blocks) };
  }

  private async blockAt(height: number): Promise<BlockWithSpent | undefined> {
    const hash = await this.parts.chain.blockHash(height);
    return hash === undefined ? undefined : this.parts.chain.block(hash);
  }
}

/** True when blocks are taken in runs. */
export function isFarBehind(from: Tip, node: Tip): boolean {
  return node.height - from.height > FAR_BEHIND;
}

function countFor(from: Tip, node: Tip): number {
  return Math.min(node.height - from.height, isFarBehind(from, node) ? MAX_AT_ONCE : 1);
}
