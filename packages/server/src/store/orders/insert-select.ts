/** An insert whose row comes from a select, so that it can depend on what else a statement finds. */
import { getTableColumns, sql } from 'drizzle-orm';
import type { InferInsertModel, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * `insert into … select …` of one row. Every column that the row names is written, whatever columns the table has by now; the
 * others get their defaults.
 * @param from the rest of the select, from its `from` on: the row is written once for each row of it
 */
export function insertSelect<Table extends PgTable>(
  table: Table,
  row: InferInsertModel<Table>,
  from: SQL,
): SQL {
  const named = new Map(Object.entries(row).filter(([, value]) => value !== undefined));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => named.has(key));
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(
    ([key, column]) => sql`${sql.param(named.get(key), column)}::${sql.raw(column.getSQLType())}`,
  );
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} ${from}`;
}
