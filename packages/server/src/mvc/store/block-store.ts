/** Blocks in the MVC index: written with all they did, and taken back. */
import type { Tip } from '@rialto/ground';
import { outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { invariant } from '@rialto/protocols';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { asc, desc, gt, sql } from 'drizzle-orm';
import type { CoinRow, MoveRow } from '../coin-row.ts';
import { insertRows } from './bulk.ts';
import { eventsHashes, hashBelow } from './events.ts';
import type { Reading, Writing } from './index-tables.ts';
import { arrayText } from '../../store/ledger/ledger-columns.ts';

export interface IndexedBlock extends Tip {
  readonly previousHash: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly transactions: readonly MvcTransaction[];
}

/** What transactions do, in their order. */
export interface Effects {
  readonly made: readonly CoinRow[];
  readonly spends: readonly { readonly point: Outpoint; readonly by: Txid }[];
  readonly moves: readonly MoveRow[];
  /** Those that make tokens, or contracts that make them. */
  readonly kept: ReadonlySet<Txid>;
}

export async function writeBlocks(
  writing: Writing,
  run: readonly IndexedBlock[],
  { made, spends, moves, kept }: Effects,
): Promise<void> {
  const { tx, tables } = writing;
  const rows = run.flatMap(({ height, transactions }) =>
    transactions.map((one, place) => ({
      ...{ txid: one.txid, core: one.core, height, place },
      raw: kept.has(one.txid) ? writeMvcTransaction(one) : null,
    })),
  );
  const places = new Map(rows.map(({ txid, height, place }) => [txid, { height, place }]));
  const placeOf = (txid: Txid): { readonly height: number; readonly place: number } => {
    const place = places.get(txid);
    invariant(place !== undefined, 'what a block does it does in a transaction');
    return place;
  };
  await insertRows(tx, tables.transactions, rows);
  const spenders = new Map(spends.map(({ point, by }) => [point, by]));
  await insertRows(
    tx,
    tables.coins,
    made.map((row) => {
      const point = outpoint(row.txid, row.vout);
      const spentBy = spenders.get(point) ?? null;
      spenders.delete(point);
      const spentHeight = spentBy === null ? null : placeOf(spentBy).height;
      return { ...row, height: placeOf(row.txid).height, spentBy, spentHeight };
    }),
  );
  await spend(
    writing,
    [...spenders].map(([point, by]) => ({ point, by, height: placeOf(by).height })),
  );
  await insertRows(
    tx,
    tables.moves,
    moves.map((move) => ({ ...move, ...placeOf(move.txid) })),
  );
  await writeHeaders(writing, run);
}

interface Spend {
  readonly point: Outpoint;
  readonly by: Txid;
  readonly height: number;
}

async function spend({ tx, tables: { coins } }: Writing, spends: readonly Spend[]): Promise<void> {
  if (spends.length === 0) return;
  const column = (text: (one: Spend) => string): string => arrayText(spends.map(text));
  const spent = sql`unnest(
    ${column(({ point }) => point.slice(0, 64))}::text[], ${column(({ point }) => point.slice(65))}::int[],
    ${column(({ by }) => by)}::text[], ${column(({ height }) => height.toString())}::int[])`;
  await tx.execute(sql`update ${coins} set spent_by = spent.by, spent_height = spent.height
    from ${spent} as spent (txid, vout, by, height)
    where ${coins.txid} = spent.txid and ${coins.vout} = spent.vout`);
}

async function writeHeaders(writing: Writing, run: readonly IndexedBlock[]): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  const hashes = await eventsHashes(writing, run, await hashBelow(writing, first.height));
  await insertRows(
    writing.tx,
    writing.tables.blocks,
    run.map(({ height, hash, previousHash, time }, at) => {
      const eventsHash = hashes[at];
      invariant(eventsHash !== undefined, 'each block has its hash');
      return { height, hash, previousHash, time, eventsHash };
    }),
  );
}

/** Takes back all blocks above a height. */
export async function undoAbove({ tx, tables }: Writing, height: number): Promise<void> {
  const { blocks, coins, moves, transactions } = tables;
  await tx.delete(coins).where(gt(coins.height, height));
  await tx.update(coins).set({ spentBy: null, spentHeight: null }).where(gt(coins.spentHeight, height));
  for (const table of [moves, transactions, blocks]) await tx.delete(table).where(gt(table.height, height));
}

/** Forgets everything but the pools. */
export async function clearIndex({ tx, tables }: Writing): Promise<void> {
  const { blocks, coins, moves, transactions, waiting, waitingCoins, waitingSpends, waitingMoves } = tables;
  const names = [blocks, coins, moves, transactions, waiting, waitingCoins, waitingSpends, waitingMoves];
  await tx.execute(
    sql`truncate table ${sql.join(
      names.map((table) => sql`${table}`),
      sql`, `,
    )}`,
  );
}

/** The last blocks, the highest first. */
export async function lastBlocks({ db, tables: { blocks } }: Reading, most: number): Promise<Tip[]> {
  const { height, hash } = blocks;
  return db.select({ height, hash }).from(blocks).orderBy(desc(height)).limit(most);
}

/** Where the index begins; undefined before its first block. */
export async function lowestHeight({ db, tables: { blocks } }: Reading): Promise<number | undefined> {
  const [row] = await db.select({ height: blocks.height }).from(blocks).orderBy(asc(blocks.height)).limit(1);
  return row?.height;
}
