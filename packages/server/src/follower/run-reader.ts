/** Reads runs of the node's blocks, the next one while the database still writes the one before. */
import { setImmediate } from 'node:timers/promises';
import type { BlockWithSpent, Chain, Tip } from '@rialto/ground';
import { gatherBlock } from '@rialto/protocols';
import type { ChainName, GatheredBlock, Network, NodeFacts } from '@rialto/protocols';
import { nodeFacts } from './node-facts.ts';

/** Blocks one upon the other, with all that is needed to work them out. */
export interface Run {
  readonly blocks: readonly GatheredBlock[];
  readonly facts: NodeFacts;
  readonly last: Tip;
}

interface ReaderParts {
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
  private ahead: { readonly upon: string; readonly run: Promise<Run | undefined> } | undefined;

  constructor(parts: ReaderParts) {
    this.parts = parts;
  }

  /** The next blocks upon ours; undefined when the node's chain changed while we asked. */
  async next(from: Tip, node: Tip): Promise<Run | undefined> {
    const { ahead } = this;
    this.ahead = undefined;
    const ready = ahead?.upon === from.hash ? await ahead.run : undefined;
    if (ready !== undefined && (await this.stands(ready.last))) return ready;
    return this.read(from, countFor(from, node));
  }

  /** Begins to read what will come upon a run, unless that is near the tip, where the node may change its mind. */
  readAhead(from: Tip, node: Tip): void {
    const count = countFor(from, node);
    if (count < 2) return;
    // Whatever goes wrong goes wrong again when it is asked for in earnest.
    this.ahead = { upon: from.hash, run: this.read(from, count).catch(() => undefined) };
  }

  private async stands({ height, hash }: Tip): Promise<boolean> {
    return (await this.parts.chain.blockHash(height)) === hash;
  }

  private async read(from: Tip, count: number): Promise<Run | undefined> {
    const { chain, chainName, network } = this.parts;
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
    return blocks.length === 0 ? undefined : { blocks, facts: await nodeFacts(chain, blocks), last };
  }

  private async blockAt(height: number): Promise<BlockWithSpent | undefined> {
    const hash = await this.parts.chain.blockHash(height);
    return hash === undefined ? undefined : this.parts.chain.block(hash);
  }
}

function countFor(from: Tip, node: Tip): number {
  const behind = node.height - from.height;
  return behind > FAR_BEHIND ? Math.min(behind, MAX_AT_ONCE) : Math.min(behind, 1);
}
