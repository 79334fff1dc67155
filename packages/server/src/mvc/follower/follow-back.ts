/** Tokens of which nobody knew whether they are genuine: asked again, since the node may know by now what they come from. */
import type { MvcChain, MvcTables } from '@rialto/ground';
import { readMvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { asc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { among } from '../../store/database.ts';
import type { Queries, Tx } from '../../store/database.ts';
import { rehashFrom } from '../store/events.ts';
import { knownOutputs } from '../store/known-outputs.ts';
import { lockedPools } from '../store/pool-store.ts';
import { tracePool } from '../store/trace-pool.ts';
import { pointsOf, verdictsOn } from './work-out.ts';

interface FollowBackParts {
  readonly db: NodePgDatabase;
  readonly tables: MvcTables;
  readonly chain: MvcChain;
}

/** Transactions that are asked about at once. */
const AT_ONCE = 50;

/**
 * Asks about tokens whose verdict is unknown, in blocks and waiting. Those that can be told now are written, and their pools' coins with
 * them.
 * @returns true where what waits has to be worked out anew
 */
export async function followBack(parts: FollowBackParts): Promise<boolean> {
  const { db, tables } = parts;
  const found = await toldNow(parts, tables.coins, tables.transactions);
  if (found.length > 0)
    await db.transaction(async (queries: Queries) => {
      const writing = { tx: queries as Tx, tables };
      const book = await lockedPools(writing);
      for (const { txid, vout, verdict } of found)
        await writing.tx
          .update(tables.coins)
          .set({ verdict })
          .where(sql`${tables.coins.txid} = ${txid} and ${tables.coins.vout} = ${vout}`);
      const txids = [...new Set(found.map(({ txid }) => txid))];
      const [lowest] = await writing.tx
        .select({ height: tables.transactions.height })
        .from(tables.transactions)
        .where(among(tables.transactions.txid, txids))
        .orderBy(asc(tables.transactions.height))
        .limit(1);
      for (const pool of book.pools) await tracePool(writing, book, pool);
      if (lowest !== undefined) await rehashFrom(writing, lowest.height);
    });
  const waiting = await toldNow(parts, tables.waitingCoins, tables.waiting);
  return found.length + waiting.length > 0;
}

interface Found {
  readonly txid: Txid;
  readonly vout: number;
  readonly verdict: 'genuine' | 'fake';
}

/** Some of the unknown ones, any: those that nobody will ever know shall not stand before the others. */
async function toldNow(
  { db, tables, chain }: FollowBackParts,
  coins: MvcTables['coins'] | MvcTables['waitingCoins'],
  transactions: MvcTables['transactions'] | MvcTables['waiting'],
): Promise<Found[]> {
  const unknown = await db
    .selectDistinct({ txid: coins.txid })
    .from(coins)
    .where(eq(coins.verdict, 'unknown'));
  const chosen = unknown
    .map(({ txid }) => ({ txid, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, AT_ONCE);
  const found: Found[] = [];
  for (const { txid } of chosen) {
    const [row] = await db
      .select({ raw: transactions.raw })
      .from(transactions)
      .where(eq(transactions.txid, txid));
    const tx = row?.raw === undefined || row.raw === null ? undefined : readMvcTransaction(row.raw);
    invariant(tx !== undefined && !isFlaw(tx), 'what makes tokens is kept');
    const known = await knownOutputs({ db, tables }, pointsOf(tx), 'waiting');
    const verdicts = await verdictsOn(tx, { known, old: (id) => chain.transaction(id) });
    for (const [vout, verdict] of verdicts) if (verdict !== 'unknown') found.push({ txid, vout, verdict });
  }
  return found;
}
