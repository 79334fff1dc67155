/** What a follower tells of its chain, and who listens. One follower has one list of listeners: a second chain has its own. */
import type { Tip } from '@rialto/ground';
import type { Brc20Move, Outpoint, RuneEvent, Transaction, Txid } from '@rialto/protocols';
import type { Tx } from './database.ts';

export interface BlockNews extends Tip {
  /** Seconds since 1970, as the block says. */
  readonly time: number;
  readonly txids: ReadonlySet<Txid>;
  /** Which transaction of the block spends which outpoint. */
  readonly spends: ReadonlyMap<Outpoint, Txid>;
  /** In their order. */
  readonly transactions: readonly Transaction[];
  /** What they did to runes, in their order. */
  readonly runes: readonly RuneEvent[];
  /** The BRC-20 lots that they moved, in their order. */
  readonly lotMoves: readonly Brc20Move[];
}

export interface MempoolNews {
  readonly added: readonly Transaction[];
  /** No longer in the mempool: mined, replaced or evicted. */
  readonly removed: readonly Txid[];
  /** What the added ones spend. */
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

/** A room that wants news; it is told in the order of the list, and may be told the same twice. */
export interface Listener {
  /**
   * Inside the transaction that applies the block: what it writes is there with the block or not at all. Not told of a block that holds
   * its coinbase alone, for nothing in it concerns a room.
   */
  block?(tx: Tx, news: BlockNews): Promise<void>;
  /** Inside the same transaction, for every block, after `block`. */
  height?(tx: Tx, block: Tip): Promise<void>;
  /** Inside the transaction that undoes the block. */
  undo?(tx: Tx, block: Tip): Promise<void>;
  mempool?(news: MempoolNews): Promise<void>;
  /** The ledger has reached the node's tip; `first`: for the first time since this process leads. */
  tip?(tip: Tip, first: boolean): Promise<void>;
}
