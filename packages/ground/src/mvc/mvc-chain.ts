/** The port to an MVC node: what the exchange needs from the second chain, independent of the adapter. */
import type { MvcBlock, MvcTransaction } from '@rialto/mvc';
import type { Outpoint, Txid, TxOutput } from '@rialto/protocols';
import type { Header, Tip, Verdict } from '../node/chain.ts';

interface MvcUnspent extends TxOutput {
  /** 0 while it waits. */
  readonly confirmations: number;
}

export interface MvcChain {
  tip(): Promise<Tip>;
  /** On the branch that the node holds for the longest; undefined above its tip. */
  blockHash(height: number): Promise<string | undefined>;
  /** Undefined when the node has none of that hash. For what stands in a header nobody reads a block: they are large on MVC. */
  header(hash: string): Promise<Header | undefined>;
  /** Undefined as `header`. */
  block(hash: string): Promise<MvcBlock | undefined>;
  /** Waiting or in a block; old ones only where the node keeps an index of transactions. */
  transaction(txid: Txid): Promise<MvcTransaction | undefined>;
  /** With what waits, or by blocks alone: what waits is no reason to hold a coin for spent for good. */
  unspent(point: Outpoint, by: 'mempool' | 'blocks'): Promise<MvcUnspent | undefined>;
  waiting(): Promise<readonly Txid[]>;
  /**
   * Offers transactions together, each after those it builds on. Accepted means that the node had nothing against it; `known` that it
   * has it somewhere, perhaps unjudged; and of one in a block it says `known` or `missing-inputs`, as its outputs are unspent or not.
   * Whoever must know looks the transaction up.
   * @returns a verdict for each, in their order
   */
  send(transactions: readonly MvcTransaction[]): Promise<readonly Verdict[]>;
  close(): void;
}
