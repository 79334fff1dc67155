/** What the follower tells: the only thing it knows of the rest of the exchange. */
import type { Tip } from '@rialto/ground';
import type { Outpoint, Transaction, Txid } from '@rialto/protocols';
import type { Tx } from '../store/database.ts';

export interface BlockNews extends Tip {
  readonly txids: ReadonlySet<Txid>;
  /** Which transaction of the block spends which outpoint. */
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

export interface MempoolNews {
  readonly added: readonly Transaction[];
  /** Gone: mined, replaced or evicted. */
  readonly removed: readonly Txid[];
  /** What the added ones spend. */
  readonly spends: ReadonlyMap<Outpoint, Txid>;
}

export interface Sink {
  /** Inside the transaction that applies the block: what it writes is there with the block or not at all. */
  block(tx: Tx, news: BlockNews): Promise<void>;
  /** Inside the transaction that undoes the block. */
  undo(tx: Tx, block: Tip): Promise<void>;
  mempool(news: MempoolNews): Promise<void>;
  /** The ledger has reached the node's tip; `first`: for the first time since this process leads. */
  tip(tip: Tip, first: boolean): Promise<void>;
}
