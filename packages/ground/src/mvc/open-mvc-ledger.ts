/** The read side of the MVC index. Needs no more than SELECT; each answer is of one moment. */
import { readMvcTransaction } from '@rialto/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { invariant, isFlaw } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { unionAll } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Select } from '../ledger/ledger-select.ts';
import { MVC } from './mvc-tables.ts';
import { poolCoins, settledTokensOf, spaceOf, spaceSum, tokensOf } from './mvc-ledger-coins.ts';
import { spendersOf, spendersOfTokens } from './mvc-ledger-spends.ts';
import type { MoveQuery, MvcLedger, MvcMove, MvcPoolFacts, MvcTip } from './mvc-ledger.ts';

const { blocks, moves, pools, transactions, waiting, waitingMoves } = MVC;

/** Reads through a pool; a read-only role is enough. */
export function openMvcLedger(pool: pg.Pool): MvcLedger {
  const db = drizzle(pool);
  return {
    tip: () => tipOf(db),
    spaceOf: (keyHash, most) => spaceOf(db, keyHash, most),
    spaceSum: (keyHash) => spaceSum(db, keyHash),
    tokensOf: (holder, key) => tokensOf(db, holder, key),
    settledTokens: (holders, key) => settledTokensOf(db, holders, key),
    spendersOfTokens: (holders, key, since) => spendersOfTokens(db, { holders, key, since }),
    transaction: (txid) => transactionOf(db, txid),
    byCore: (cores) => placesOf(db, cores),
    pools: () => allPools(db),
    poolCoins: (number) => poolCoins(db, number),
    poolMoves: (query) => movesOf(db, query),
    spentBy: (points) => spendersOf(db, points),
  };
}

async function tipOf(db: Select): Promise<MvcTip | undefined> {
  const { height, hash, time, eventsHash } = blocks;
  const [row] = await db
    .select({ height, hash, time, eventsHash })
    .from(blocks)
    .orderBy(desc(height))
    .limit(1);
  return row;
}

async function transactionOf(db: Select, txid: Txid): Promise<MvcTransaction | undefined> {
  const [row] = await unionAll(
    db
      .select({ raw: transactions.raw })
      .from(transactions)
      .where(and(eq(transactions.txid, txid), sql`${transactions.raw} is not null`)),
    db
      .select({ raw: sql<Uint8Array | null>`${waiting.raw}` })
      .from(waiting)
      .where(eq(waiting.txid, txid)),
  );
  if (row === undefined || row.raw === null) return undefined;
  const tx = readMvcTransaction(row.raw);
  invariant(!isFlaw(tx), 'the index keeps transactions that were read');
  return tx;
}

async function placesOf(
  db: Select,
  cores: readonly string[],
): Promise<ReadonlyMap<string, { readonly txid: Txid; readonly height: number | undefined }>> {
  const named = sql`any(${sql.param([...cores])}::text[])`;
  const { txid, core, height } = transactions;
  const rows = await unionAll(
    db
      .select({ txid: waiting.txid, core: waiting.core, height: sql<number | null>`null::int` })
      .from(waiting)
      .where(sql`${waiting.core} = ${named}`),
    db
      .select({ txid, core, height: sql<number | null>`${height}` })
      .from(transactions)
      .where(sql`${core} = ${named}`),
  );
  return new Map(rows.map((row) => [row.core, { txid: row.txid, height: row.height ?? undefined }]));
}

async function allPools(db: Select): Promise<readonly MvcPoolFacts[]> {
  const rows = await db.select().from(pools).orderBy(asc(pools.number));
  return rows.map(poolFacts);
}

/** A row of the table of pools as everybody else knows it. */
export function poolFacts(pool: typeof pools.$inferSelect): MvcPoolFacts {
  const { codehash, genesis, shareCodehash, shareGenesis, ...row } = pool;
  return {
    ...row,
    token: { codehash, genesis },
    share: { codehash: shareCodehash, genesis: shareGenesis },
  };
}

async function movesOf(db: Select, { most, ...query }: MoveQuery): Promise<readonly MvcMove[]> {
  const { since, before } = query;
  const rows = await unionAll(
    db
      .select({ ...moveFields(moves), height: sql<number | null>`${moves.height}`, time, place })
      .from(moves)
      .innerJoin(blocks, eq(blocks.height, moves.height))
      .where(
        and(
          isAskedFor(moves, query),
          ...(since === undefined ? [] : [gte(blocks.time, since)]),
          ...(before === undefined ? [] : [lt(moves.height, before)]),
        ),
      )
      .orderBy(NEWEST_FIRST)
      .limit(most),
    db
      .select({
        ...{ ...moveFields(waitingMoves), height: sql<number | null>`null::int` },
        ...{ time: sql<string | null>`null::bigint`, place: sql<string>`${waiting.sequence}` },
      })
      .from(waitingMoves)
      .innerJoin(waiting, eq(waiting.txid, waitingMoves.txid))
      .where(before === undefined ? isAskedFor(waitingMoves, query) : sql`false`),
  )
    .orderBy(NEWEST_FIRST)
    .limit(most);
  return rows.map(({ place: _, ...row }) => ({
    ...row,
    height: row.height ?? undefined,
    time: row.time === null ? undefined : Number(row.time),
    user: row.user ?? undefined,
  }));
}

const NEWEST_FIRST = sql`height desc nulls first, place desc, pool`;
const time = sql<string | null>`${blocks.time}`.as('time');
const place = sql<string>`${moves.place}::bigint`.as('place');

type MoveTable = typeof moves | typeof waitingMoves;

const moveFields = ({ pool, core, txid, d1, d2, ds, user }: MoveTable) => ({
  ...{ pool, core, txid, d1, d2, ds, user },
});

const isAskedFor = (table: MoveTable, { pool, user }: Omit<MoveQuery, 'most'>): SQL | undefined =>
  and(
    ...(pool === undefined ? [] : [eq(table.pool, pool)]),
    ...(user === undefined ? [] : [eq(table.user, user)]),
  );
