/** Who has spent a coin, by the MVC index: in a block or waiting. */
import type { TokenKey } from '@rialto/mvc';
import { bytesToHex, outpoint, splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Select } from '../ledger/ledger-select.ts';
import { MVC } from './mvc-tables.ts';

const { coins, transactions, waiting, waitingSpends } = MVC;

/** Points as a table `point (txid, vout)`: one parameter a column, however many. */
function pointTable(points: readonly Outpoint[]): SQL {
  const split = points.map(splitOutpoint);
  const txids = sql.param(split.map(({ txid }) => txid));
  const vouts = sql.param(split.map(({ vout }) => vout));
  return sql`(select * from unnest(${txids}::text[], ${vouts}::int[]))`;
}

export async function spendersOfTokens(
  db: Select,
  {
    holders,
    key,
    since,
  }: { readonly holders: readonly Uint8Array[]; readonly key: TokenKey; readonly since: number },
): Promise<readonly string[]> {
  const rows = await db
    .select({ core: transactions.core })
    .from(coins)
    .innerJoin(transactions, eq(transactions.txid, coins.spentBy))
    .where(
      and(
        inArray(coins.holder, holders.map(bytesToHex)),
        ...[eq(coins.codehash, key.codehash), eq(coins.genesis, key.genesis)],
        ...[ne(coins.verdict, 'fake'), gte(coins.spentHeight, since)],
      ),
    )
    .groupBy(transactions.core);
  return rows.map(({ core }) => core);
}

export async function spendersOf(
  db: Select,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<string, { readonly core: string; readonly height: number | undefined }>> {
  const rows = await unionAll(
    db
      .select({
        ...{ txid: coins.txid, vout: coins.vout, core: transactions.core },
        height: sql<number | null>`${coins.spentHeight}`,
      })
      .from(coins)
      .innerJoin(transactions, eq(transactions.txid, coins.spentBy))
      .where(sql`(${coins.txid}, ${coins.vout}) in ${pointTable(points)}`),
    db
      .select({
        ...{ txid: waitingSpends.txid, vout: waitingSpends.vout, core: waiting.core },
        height: sql<number | null>`null::int`,
      })
      .from(waitingSpends)
      .innerJoin(waiting, eq(waiting.txid, waitingSpends.by))
      .where(sql`(${waitingSpends.txid}, ${waitingSpends.vout}) in ${pointTable(points)}`),
  );
  return new Map(
    rows.map(({ txid, vout, core, height }) => [outpoint(txid, vout), { core, height: height ?? undefined }]),
  );
}
