/** The way of a pool's coins through blocks that are in the index already: after it was opened, or after a token of it was found genuine. */
import type { MvcPoolFacts } from '@rialto/ground';
import { outpoint } from '@rialto/protocols';
import type { Outpoint, Txid } from '@rialto/protocols';
import { eq, sql } from 'drizzle-orm';
import { among } from '../../store/database.ts';
import type { CoinRow, MoveRow } from '../coin-row.ts';
import type { PoolBook } from '../pool-book.ts';
import { insertRows, pointRows } from './bulk.ts';
import { rehashFrom } from './events.ts';
import type { Writing } from './index-tables.ts';

type Traced = Pick<MvcPoolFacts, 'number' | 'firstCoins'>;

/**
 * Marks the coins of a pool from its first ones on, and writes its moves anew.
 * @returns all that are its own
 */
export async function tracePool(
  writing: Writing,
  book: PoolBook,
  { number, firstCoins }: Traced,
): Promise<ReadonlySet<Outpoint>> {
  const marked = new Set<Outpoint>();
  const touched = new Set<Txid>();
  const spenders = new Set<Txid>();
  let rows = await madeBy(
    writing,
    firstCoins.map((point) => point.slice(0, 64) as Txid),
  );
  let next = rows.filter((row) => book.ownerOf(row, new Set()) === number);
  while (next.length > 0) {
    for (const { txid, vout } of next) {
      marked.add(outpoint(txid, vout));
      touched.add(txid);
    }
    const found = next.flatMap(({ spentBy }) => spentBy ?? []).filter((txid) => !spenders.has(txid));
    for (const txid of found) spenders.add(txid);
    rows = await madeBy(writing, found);
    next = rows.filter((row) => book.ownerOf(row, new Set([number])) === number);
  }
  await markCoins(writing, number, [...marked]);
  await writeMoves(writing, book, { number, txids: [...new Set([...touched, ...spenders])] });
  return marked;
}

async function madeBy({ tx, tables: { coins } }: Writing, txids: readonly Txid[]) {
  return txids.length === 0 ? [] : tx.select().from(coins).where(among(coins.txid, txids));
}

async function markCoins(
  { tx, tables: { coins } }: Writing,
  pool: number,
  points: readonly Outpoint[],
): Promise<void> {
  await tx
    .update(coins)
    .set({ pool })
    .where(sql`(${coins.txid}, ${coins.vout}) in (select * from ${pointRows(points)})`);
}

async function writeMoves(
  writing: Writing,
  book: PoolBook,
  { number, txids }: { readonly number: number; readonly txids: readonly Txid[] },
): Promise<void> {
  const { tx, tables } = writing;
  const { coins, moves, transactions } = tables;
  await tx.delete(moves).where(eq(moves.pool, number));
  const placed = await tx
    .select({
      ...{ txid: transactions.txid, core: transactions.core },
      ...{ height: transactions.height, place: transactions.place },
    })
    .from(transactions)
    .where(among(transactions.txid, txids));
  const spent = await tx.select().from(coins).where(among(coins.spentBy, txids));
  const made = groups(await madeBy(writing, txids), ({ txid }) => txid);
  const spentBy = groups(spent, (row) => row.spentBy ?? '');
  const rows = placed.flatMap(({ txid, core, height, place }) =>
    book
      .movesOf({ txid, core, spent: spentBy.get(txid) ?? [], made: made.get(txid) ?? [] })
      .filter(({ pool }) => pool === number)
      .map((move: MoveRow) => ({ ...move, height, place })),
  );
  await insertRows(tx, moves, rows);
  if (rows.length > 0) await rehashFrom(writing, Math.min(...rows.map(({ height }) => height)));
}

function groups<T extends CoinRow>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  // As the outputs of a transaction stand: the first who gets something is told.
  for (const row of rows.toSorted((a, b) => a.vout - b.vout)) {
    const group = found.get(key(row));
    if (group === undefined) found.set(key(row), [row]);
    else group.push(row);
  }
  return found;
}
