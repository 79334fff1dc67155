/** A second, empty ledger beside the live one, in a schema of its own, and the comparison of the two. */
import { LEDGER_TABLES } from '@rialto/ground';
import { HASHED } from '@rialto/protocols';
import type { EventHashes } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { openStore } from '../database.ts';
import type { Queries, Store } from '../database.ts';
import { totalsOf } from './ledger-totals.ts';

const SCHEMA = 'rialto_verify';
const NEEDED = [...LEDGER_TABLES, 'tip', 'block', 'coin', 'mempool_coin', 'followed_script'];
/** Differing rows that are shown of each table. */
const SHOWN = 3;

/** Makes the empty tables and opens them. What an interrupted check left is dropped first. */
export async function openScratch(live: Store, url: string): Promise<Store> {
  await dropScratch(live);
  return openBeside(live, url, SCHEMA);
}

/** An empty ledger in a schema of its own: another chain's, or the same chain's once more. */
export async function openBeside(live: Store, url: string, schema: string): Promise<Store> {
  await live.db.execute(sql`create schema ${sql.identifier(schema)}`);
  for (const table of NEEDED) {
    const name = sql.identifier(table);
    await live.db.execute(
      sql`create table ${sql.identifier(schema)}.${name} (like public.${name} including all)`,
    );
  }
  const besideUrl = new URL(url);
  besideUrl.searchParams.set('options', `-c search_path=${schema}`);
  return openStore(besideUrl.href, () => undefined);
}

export async function dropScratch(live: Store): Promise<void> {
  await live.db.execute(sql`drop schema if exists ${sql.identifier(SCHEMA)} cascade`);
}

interface LedgerDifference {
  readonly table: string;
  /** Rows that one of the two has and the other has not. */
  readonly rows: number;
  readonly examples: readonly string[];
}

export interface Comparison {
  readonly height: number;
  readonly hash: string;
  readonly rows: number;
  readonly differences: readonly LedgerDifference[];
  /** Of the live ledger, and of the one built from the first block. */
  readonly hashes: { readonly live: EventHashes; readonly rebuilt: EventHashes };
}

/** Compares both at one moment; undefined when they are not at the same block. */
export async function compareLedgers(live: Store): Promise<Comparison | undefined> {
  return live.transact(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      const ours = await tipOf(tx, 'public');
      const theirs = await tipOf(tx, SCHEMA);
      if (ours === undefined || theirs === undefined || ours.hash !== theirs.hash) return undefined;
      const differences: LedgerDifference[] = [];
      let rows = 0;
      for (const table of LEDGER_TABLES) {
        const compared = await compareTable(tx, table);
        rows += compared.total;
        if (compared.rows > 0) differences.push({ table, ...compared });
      }
      const { height, hash } = ours;
      return { height, hash, rows, differences, hashes: { live: ours.hashes, rebuilt: theirs.hashes } };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** The protocols whose events were not the same. */
export function differingHashes({ hashes }: Comparison): string[] {
  return HASHED.filter((protocol) => hashes.live[protocol] !== hashes.rebuilt[protocol]);
}

const TipRows = z.array(z.object({ height: z.number(), hash: z.string(), counts: z.unknown() }));
const Counted = z.array(z.object({ total: z.coerce.number() }));
const Odd = z.array(z.object({ rows: z.coerce.number(), examples: z.array(z.string()).nullable() }));

async function tipOf(db: Queries, schema: string) {
  const from = sql.identifier(schema);
  const { rows } = await db.execute(
    sql`select tip.height, tip.hash, block.counts from ${from}.tip join ${from}.block using (height)`,
  );
  const [row] = TipRows.parse(rows);
  return row === undefined
    ? undefined
    : { height: row.height, hash: row.hash, hashes: totalsOf(row.counts).hashes };
}

async function compareTable(
  db: Queries,
  table: string,
): Promise<{ total: number; rows: number; examples: readonly string[] }> {
  const live = sql`select * from public.${sql.identifier(table)}`;
  const rebuilt = sql`select * from ${sql.identifier(SCHEMA)}.${sql.identifier(table)}`;
  const [count] = Counted.parse((await db.execute(sql`select count(*) as total from (${live}) as l`)).rows);
  const odd = await db.execute(sql`
    with odd as ((${live} except ${rebuilt}) union all (${rebuilt} except ${live}))
    select count(*) as rows, (select array_agg(shown.row) from
      (select odd::text as row from odd limit ${SHOWN}) as shown) as examples from odd`);
  const [found] = Odd.parse(odd.rows);
  return { total: count?.total ?? 0, rows: found?.rows ?? 0, examples: found?.examples ?? [] };
}
