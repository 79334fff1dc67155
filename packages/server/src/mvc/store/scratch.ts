/** A second, empty MVC index beside the live one, in a schema of its own, and the comparison of the two. Of blocks alone: what waits is another at every moment. */
import { MVC, mvcTables } from '@rialto/ground';
import type { MvcTables, Tip } from '@rialto/ground';
import { getTableName, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queries, Store } from '../../store/database.ts';

const SCHEMA = 'rialto_verify_mvc';
export const SCRATCH: MvcTables = mvcTables(SCHEMA);

const compared = ({ blocks, transactions, coins, moves, pools }: MvcTables) => [
  ...[blocks, transactions, coins, moves, pools],
];
/** Differing rows that are shown of each table, and of each so many signs. */
const SHOWN = 3;
const SHOWN_SIGNS = 400;

/** Makes the empty tables, the same pools in them. What an interrupted check left is dropped first. */
export async function makeScratch(db: Queries): Promise<void> {
  await dropScratch(db);
  await db.execute(sql`create schema ${sql.identifier(SCHEMA)}`);
  for (const [at, table] of compared(SCRATCH).entries())
    await db.execute(sql`create table ${table} (like ${compared(MVC)[at]} including all)`);
  await db.execute(sql`insert into ${SCRATCH.pools} select * from ${MVC.pools}`);
}

export async function dropScratch(db: Queries): Promise<void> {
  await db.execute(sql`drop schema if exists ${sql.identifier(SCHEMA)} cascade`);
}

interface IndexDifference {
  readonly table: string;
  /** Rows that one of the two has and the other has not. */
  readonly rows: number;
  readonly examples: readonly string[];
}

export interface MvcComparison extends Tip {
  readonly rows: number;
  readonly differences: readonly IndexDifference[];
  readonly eventsHash: { readonly live: string; readonly rebuilt: string };
}

/** Compares both at one moment; undefined when they are not at the same block. */
export async function compareIndexes(live: Store): Promise<MvcComparison | undefined> {
  return live.transact(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const [ours, theirs] = [await tipOf(tx, MVC), await tipOf(tx, SCRATCH)];
      if (ours === undefined || theirs === undefined || ours.hash !== theirs.hash) return undefined;
      const differences: IndexDifference[] = [];
      let rows = 0;
      for (const [at, table] of compared(MVC).entries()) {
        const [count] = Counted.parse((await tx.execute(sql`select count(*) as total from ${table}`)).rows);
        rows += count?.total ?? 0;
        const odd = await oddRows(tx, sql`${table}`, sql`${compared(SCRATCH)[at]}`);
        if (odd.rows > 0) differences.push({ table: getTableName(table), ...odd });
      }
      const eventsHash = { live: ours.eventsHash, rebuilt: theirs.eventsHash };
      return { height: ours.height, hash: ours.hash, rows, differences, eventsHash };
    },
    { isolationLevel: 'repeatable read' },
  );
}

const Counted = z.array(z.object({ total: z.coerce.number() }));
const Odd = z.array(z.object({ rows: z.coerce.number(), examples: z.array(z.string()).nullable() }));

async function oddRows(db: Queries, live: SQL, rebuilt: SQL): Promise<Omit<IndexDifference, 'table'>> {
  const { rows } = await db.execute(sql`
    with odd as ((table ${live} except table ${rebuilt}) union all (table ${rebuilt} except table ${live}))
    select count(*) as rows, (select array_agg(shown.row) from
      (select left(odd::text, ${SHOWN_SIGNS}) as row from odd limit ${SHOWN}) as shown) as examples from odd`);
  const [found] = Odd.parse(rows);
  return { rows: found?.rows ?? 0, examples: found?.examples ?? [] };
}

async function tipOf(
  db: Queries,
  { blocks }: MvcTables,
): Promise<{ height: number; hash: string; eventsHash: string } | undefined> {
  const { height, hash, eventsHash } = blocks;
  const [row] = await db
    .select({ height, hash, eventsHash })
    .from(blocks)
    .orderBy(sql`${height} desc`)
    .limit(1);
  return row;
}
