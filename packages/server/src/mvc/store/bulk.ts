/** Many rows in one statement, one parameter a column. */
import { getTableColumns, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { splitOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import type { Queries } from '../../store/database.ts';
import { arrayText } from '../../store/ledger/ledger-columns.ts';

/** Rows a statement: keeps a parameter far below PostgreSQL's limit of a gigabyte. */
const ROWS = 5_000;

/** @param rows each with the same columns; those left out have a default */
export async function insertRows<T extends PgTable>(
  db: Queries,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => Object.hasOwn(first, field));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += ROWS) {
    const part: readonly Readonly<Record<string, unknown>>[] = rows.slice(from, from + ROWS);
    const arrays = columns.map(([field, column]) =>
      arrayOf(
        column,
        part.map((row) => row[field]),
      ),
    );
    await db.execute(sql`insert into ${table} (${names}) select * from unnest(${sql.join(arrays, sql`, `)})`);
  }
}

function arrayOf(column: PgColumn, values: readonly unknown[]): SQL {
  const text = arrayText(values.map((value) => textOf(column, value)));
  return sql`${text}::${sql.raw(column.getSQLType())}[]`;
}

function textOf(column: PgColumn, given: unknown): string | null {
  if (given === null || given === undefined) return null;
  const value: unknown = column.mapToDriverValue(given);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

/** Outpoints as a relation of two columns, txid and vout. */
export function pointRows(points: readonly Outpoint[]): SQL {
  const split = points.map(splitOutpoint);
  const txids = arrayText(split.map(({ txid }) => txid));
  const vouts = arrayText(split.map(({ vout }) => vout.toString()));
  return sql`unnest(${txids}::text[], ${vouts}::int[])`;
}
