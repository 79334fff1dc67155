/** Brings the MVC index a step nearer to its node: blocks that the node left go, the next ones come, and at the node's tip so does what waits, all in one transaction. */
import type { MvcChain, MvcTables } from '@rialto/ground';
import type { MvcTransaction } from '@rialto/mvc';
import type { Outpoint, Txid } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Queries, Tx } from '../../store/database.ts';
import type { CoinRow } from '../coin-row.ts';
import type { PoolBook } from '../pool-book.ts';
import { lastBlocks, undoAbove, writeBlocks } from '../store/block-store.ts';
import type { Effects, IndexedBlock } from '../store/block-store.ts';
import type { Writing } from '../store/index-tables.ts';
import { knownOutputs } from '../store/known-outputs.ts';
import { bookOf, lockedPools } from '../store/pool-store.ts';
import { addWaiting, dropOthers, takeAll, waitingTxids } from '../store/waiting-store.ts';
import { commonHeight, MOST_UNDONE, parentsFirst, readBlocks, readTransactions } from './read-chain.ts';
import { pointsOf, workOut } from './work-out.ts';

export interface AdvanceParts {
  /** Of the leader's own connection. */
  readonly db: NodePgDatabase;
  readonly tables: MvcTables;
  readonly chain: MvcChain;
  readonly startHeight: number;
  /** False for an index of blocks alone. */
  readonly waits: boolean;
}

/** What one look at the node brought. */
interface Look {
  readonly common: number;
  readonly undoes: boolean;
  readonly blocks: readonly IndexedBlock[];
  /** All that waits, of the same moment; undefined while blocks are missing. */
  readonly list: readonly Txid[] | undefined;
  readonly added: readonly MvcTransaction[];
  /** True where this is all there is. */
  readonly reached: boolean;
}

/** Of waiting transactions so many are written at once. */
const MOST_ADDED = 2_000;
/**
 * A block takes as long as it takes, but not for ever; a pool that is being opened is waited for; and the node is asked about transactions
 * from before the index.
 */
const TIMES = sql.raw(`set local statement_timeout = '300s'; set local lock_timeout = '20s';
  set local idle_in_transaction_session_timeout = '90s'`);
const CHANNEL = 'rialto_mvc';

export class Advance {
  readonly #parts: AdvanceParts;
  /** What waits in the index; undefined while nobody looked. */
  #waiting: ReadonlySet<Txid> | undefined;
  /** Read from the node already, to be written next. */
  #read: ReadonlyMap<Txid, MvcTransaction> = new Map();
  /** The pools by which what waits was worked out. */
  #judgedBy: string | undefined;

  constructor(parts: AdvanceParts) {
    this.#parts = parts;
  }

  /** @returns `reached`: the index is where the node is. `still`: nothing could be done now */
  async step(): Promise<'reached' | 'behind' | 'still'> {
    const look = await this.#look();
    if (look === undefined) return 'still';
    const { blocks, undoes, reached } = look;
    if (await this.#isNews(look)) await this.#write(look);
    if (reached) return 'reached';
    return blocks.length > 0 || undoes || look.added.length > 0 ? 'behind' : 'still';
  }

  /** What waits is worked out anew with the next step. */
  judgeAgain(): void {
    this.#judgedBy = undefined;
  }

  /** Undefined when the node changed its mind while it was asked. */
  async #look(): Promise<Look | undefined> {
    const { db, tables, chain, startHeight, waits } = this.#parts;
    const ours = await lastBlocks({ db, tables }, MOST_UNDONE + 1);
    const node = await chain.tip();
    const common = await commonHeight(chain, ours, startHeight);
    const hash = ours.find(({ height }) => height === common)?.hash;
    const blocks = await readBlocks(chain, { height: common, hash }, node);
    if (blocks === undefined) return undefined;
    const undoes = ours.some(({ height }) => height > common);
    const isAtTip = (blocks.at(-1)?.hash ?? hash) === node.hash;
    const nothing = { common, undoes, blocks, list: undefined, added: [], reached: isAtTip };
    if (!isAtTip || !waits) return nothing;
    const list = await chain.waiting();
    // Of another moment it would lack what a newer block has.
    if ((await chain.tip()).hash !== node.hash) return undefined;
    const added = await this.#readAdded(list);
    if (added === undefined) return undefined;
    const now = added.slice(0, MOST_ADDED);
    return { ...nothing, list, added: now, reached: now.length === added.length };
  }

  /** What is new at the node, parents first; undefined when some of it is gone again. */
  async #readAdded(list: readonly Txid[]): Promise<MvcTransaction[] | undefined> {
    const { db, tables, chain } = this.#parts;
    this.#waiting ??= new Set(await waitingTxids({ db, tables }));
    const known = this.#waiting;
    const missing = list.filter((txid) => !known.has(txid));
    const unread = missing.filter((txid) => !this.#read.has(txid));
    const read = new Map([...this.#read, ...(await readTransactions(chain, unread))]);
    const found = missing.flatMap((txid) => read.get(txid) ?? []);
    this.#read = new Map(found.map((tx) => [tx.txid, tx]));
    return found.length < missing.length ? undefined : parentsFirst(found);
  }

  async #isNews({ blocks, undoes, list, added }: Look): Promise<boolean> {
    if (blocks.length > 0 || undoes || added.length > 0) return true;
    const { db, tables, waits } = this.#parts;
    if (list === undefined) return false;
    const present = new Set(list);
    const isGone = [...(this.#waiting ?? [])].some((txid) => !present.has(txid));
    return waits && (isGone || (await bookOf(db, tables)).name !== this.#judgedBy);
  }

  async #write({ common, undoes, blocks, list, added }: Look): Promise<void> {
    const { tables, db, waits } = this.#parts;
    const judgedBy = await db.transaction(async (queries: Queries) => {
      const writing = { tx: queries as Tx, tables };
      await queries.execute(TIMES);
      const book = await lockedPools(writing);
      if (undoes) await undoAbove(writing, common);
      if (blocks.length > 0) await this.#writeBlocks(writing, book, blocks);
      // While blocks are missing nobody knows what waits.
      if (waits) await dropOthers(writing, list ?? []);
      if (list !== undefined) await this.#writeWaiting(writing, book, added);
      const height = blocks.at(-1)?.height ?? common;
      await queries.execute(sql`select pg_notify(${CHANNEL}, ${height.toString()})`);
      return book.name;
    });
    const written = new Set(added.map(({ txid }) => txid));
    const known = this.#waiting ?? new Set();
    this.#judgedBy = judgedBy;
    this.#waiting = new Set((list ?? []).filter((txid) => known.has(txid) || written.has(txid)));
    this.#read = new Map([...this.#read].filter(([txid]) => !written.has(txid)));
  }

  async #writeBlocks(writing: Writing, book: PoolBook, blocks: readonly IndexedBlock[]): Promise<void> {
    const transactions = blocks.flatMap((block) => block.transactions);
    const known = await knownTo(writing, transactions, 'blocks');
    await writeBlocks(writing, blocks, await this.#effects(transactions, known, book));
  }

  async #writeWaiting(writing: Writing, book: PoolBook, added: readonly MvcTransaction[]): Promise<void> {
    const again = book.name === this.#judgedBy ? [] : await takeAll(writing);
    const transactions = parentsFirst([...again, ...added]);
    if (transactions.length === 0) return;
    const known = await knownTo(writing, transactions, 'waiting');
    await addWaiting(writing, transactions, await this.#effects(transactions, known, book));
  }

  #effects(
    transactions: readonly MvcTransaction[],
    known: Map<Outpoint, CoinRow>,
    book: PoolBook,
  ): Promise<Effects> {
    return workOut(transactions, { known, book, old: (txid) => this.#parts.chain.transaction(txid) });
  }
}

function knownTo(
  { tx, tables }: Writing,
  transactions: readonly MvcTransaction[],
  where: 'blocks' | 'waiting',
): Promise<Map<Outpoint, CoinRow>> {
  return knownOutputs({ db: tx, tables }, transactions.flatMap(pointsOf), where);
}
