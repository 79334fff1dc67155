/** An insert whose row comes from a select, so that it can depend on what else a statement finds; its text can be made once for many rows. */
import { Param, Placeholder, getTableColumns, is, sql } from 'drizzle-orm';
import type { InferInsertModel, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What stands in a statement where a row has a value. */
export type Bind = (name: string, value: unknown) => unknown;

/** The value itself. */
export const itself: Bind = (_name, value) => value;
/** A place for it, under its name. */
export const place: Bind = (name) => sql.placeholder(name);

const given = (row: object): [key: string, value: unknown][] =>
  Object.entries(row).filter(([, value]) => value !== undefined);

/** The values of a row under the names of their places. */
export const valuesOf = (of: string, row: object): [name: string, value: unknown][] =>
  given(row).map(([key, value]) => [`${of}.${key}`, value]);

/** The parameters of a statement with places: each value in the form in which its column keeps it. */
export function filled(params: readonly unknown[], values: ReadonlyMap<string, unknown>): unknown[] {
  return params.map((param) => {
    const slot: unknown = is(param, Param) ? param.value : param;
    if (!is(slot, Placeholder)) return param;
    const value = values.get(slot.name);
    return is(param, Param) && value !== null ? param.encoder.mapToDriverValue(value) : value;
  });
}

interface Selected {
  /** Before the names of the row's places. */
  readonly of: string;
  readonly bind: Bind;
  /** The rest of the select, from its `from` on: the row is written once for each row of it. */
  readonly from: SQL;
}

/**
 * `insert into … select …` of one row. Every column that the row names is written, whatever columns the table has by now; the
 * others get their defaults.
 */
export function insertSelect<Table extends PgTable>(
  table: Table,
  row: InferInsertModel<Table>,
  { of, bind, from }: Selected,
): SQL {
  const named = new Map(given(row));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => named.has(key));
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const values = columns.map(([key, column]) => {
    const value = sql.param(bind(`${of}.${key}`, named.get(key)), column);
    return sql`${value}::${sql.raw(column.getSQLType())}`;
  });
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} ${from}`;
}
