/** What a transaction in the outbox is for: the room that wrote it is told what becomes of it. */
import type { Tip } from '@rialto/ground';
import { invariant } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { Queries, Tx } from '../store/database.ts';
import type { OutboxRow } from '../store/outbox-store.ts';

/** Everything a purpose does it does inside the database transaction that moves the row. */
export interface Purpose {
  /** As the rows keep it: never renamed. A purpose belongs to one chain. */
  readonly name: string;
  /**
   * True when a reference names one thing (a trade, an order) for which one of its transactions counts; false when it only says
   * whose the transaction is.
   */
  readonly exclusive: boolean;
  /** The node has it. */
  sent?(tx: Tx, row: OutboxRow): Promise<void>;
  /** The follower saw it in the mempool. */
  seen?(tx: Tx, row: OutboxRow): Promise<void>;
  /** A block has it. */
  confirmed(tx: Tx, row: OutboxRow, at: Tip): Promise<void>;
  /** That block was undone. */
  undone(tx: Tx, row: OutboxRow, at: Tip): Promise<void>;
  /** It cannot happen any more as things are: another transaction spends one of its coins. */
  voided(tx: Tx, row: OutboxRow, lost: Lost): Promise<void>;
  /** In words, what this one's spend of a coin means for another of ours that spends it too; undefined where it means nothing more. */
  ends?(db: Queries, row: OutboxRow, other: OutboxRow): Promise<string | undefined>;
  /** No block that has it is undone any more. */
  final?(tx: Tx, row: OutboxRow): Promise<void>;
  /** Its payer took the coins back, and a block has the transaction that did. */
  cancelled?(tx: Tx, row: OutboxRow, by: OutboxRow): Promise<void>;
  /**
   * What the reference names goes by another transaction of its payer from now on.
   * @returns false when it went by a third one, or is over
   */
  replaced?(tx: Tx, row: OutboxRow, by: ReplacedBy): Promise<boolean>;
}

export interface Lost {
  /** In words. */
  readonly reason: string;
  /** Those of its coins that another transaction was seen to spend; none where a coin is only missing. */
  readonly points: readonly Outpoint[];
  /** The transactions that spend those. */
  readonly by: readonly Txid[];
}

export interface ReplacedBy {
  readonly txid: Txid;
  /** What it pays, where that is known. */
  readonly fee: bigint | null;
}

export interface Purposes {
  readonly names: readonly string[];
  /** The purpose of a row that this outbox wrote. */
  of(row: Pick<OutboxRow, 'kind'>): Purpose;
  /** Undefined for a row of somebody else: another outbox, or a version with more purposes. It is left alone. */
  find(row: Pick<OutboxRow, 'kind'>): Purpose | undefined;
}

/** The purposes an outbox serves: it sends and checks rows of these only. */
export function purposesOf(list: readonly Purpose[]): Purposes {
  const byName = new Map(list.map((purpose) => [purpose.name, purpose]));
  return {
    names: [...byName.keys()],
    find: ({ kind }) => byName.get(kind),
    of: ({ kind }) => {
      const purpose = byName.get(kind);
      invariant(purpose !== undefined, `${kind} is a purpose of this outbox`);
      return purpose;
    },
  };
}
