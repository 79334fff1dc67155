/** Writes many ledger rows with two statements a table: what goes, then what comes. One parameter a column, however many rows. */
import type { Change, Delta, Entity } from '@rialto/protocols';
import { bytesToHex } from '@rialto/protocols';
import { getTableColumns, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';
import { SHAPES } from './ledger-shapes.ts';

/** What a database knows of a row: the text of each column, null where it has none. */
export type Cells = Readonly<Record<string, string | null>>;

/** A row to be written (all its columns) or to go (its key alone). Plain enough to be kept as JSON. */
export interface StoredChange {
  readonly entity: Entity;
  readonly gone: boolean;
  readonly cells: Cells;
}

/** Rows per statement: keeps a parameter far below PostgreSQL's limit of a gigabyte. */
const ROWS = 50_000;

export function storedChange<E extends Entity>(change: Change<E>): StoredChange | undefined {
  const { entity, key, before, after } = change;
  const row = after ?? before;
  if (row === undefined) return undefined;
  const shape = SHAPES[entity];
  const record = shape.record(row, key);
  const gone = after === undefined;
  return { entity, gone, cells: cellsOf(shape.table, record, gone ? shape.keys : undefined) };
}

/** The changes as they are written. */
export function storedDelta(delta: Delta): StoredChange[] {
  return delta.flatMap((change) => storedChange(change) ?? []);
}

function cellsOf(
  table: PgTable,
  record: Readonly<Record<string, unknown>>,
  only: readonly string[] | undefined,
): Cells {
  const columns = columnsOf(table);
  const cells: Record<string, string | null> = {};
  for (const field of only ?? columns.keys()) {
    const value = record[field];
    const column = columns.get(field);
    cells[field] =
      column === undefined || value === undefined || value === null
        ? null
        : cellText(column.mapToDriverValue(value));
  }
  return cells;
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return `\\x${bytesToHex(value)}`;
  const plain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
  return plain ? value.toString() : JSON.stringify(value);
}

const columnCache = new Map<PgTable, ReadonlyMap<string, PgColumn>>();

function columnsOf(table: PgTable): ReadonlyMap<string, PgColumn> {
  const known = columnCache.get(table);
  if (known !== undefined) return known;
  const columns = new Map(Object.entries(getTableColumns(table)));
  columnCache.set(table, columns);
  return columns;
}

/** Writes the changes; of each row there must be one at most. */
export async function writeStored(db: Queries, changes: readonly StoredChange[]): Promise<void> {
  for (const entity of new Set(changes.map((change) => change.entity))) {
    const { table, keys } = SHAPES[entity];
    const group = changes.filter((change) => change.entity === entity);
    const gone = group.filter((change) => change.gone).map(({ cells }) => cells);
    const kept = group.filter((change) => !change.gone).map(({ cells }) => cells);
    for (const part of parts(gone)) await db.execute(dropped(table, keys, part));
    for (const part of parts(kept)) await db.execute(put(table, keys, part));
  }
}

function parts(rows: readonly Cells[]): (readonly Cells[])[] {
  const count = Math.ceil(rows.length / ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS, (index + 1) * ROWS));
}

function dropped(table: PgTable, keys: readonly string[], rows: readonly Cells[]): SQL {
  const names = list(keys.map((key) => nameOf(table, key)));
  const own = list(keys.map((key) => sql`${table}.${nameOf(table, key)}`));
  const theirs = list(keys.map((key) => sql`gone.${nameOf(table, key)}`));
  return sql`delete from ${table} using unnest(${arrays(table, keys, rows)}) as gone (${names}) where (${own}) = (${theirs})`;
}

function put(table: PgTable, keys: readonly string[], rows: readonly Cells[]): SQL {
  const fields = [...columnsOf(table).keys()];
  const names = list(fields.map((field) => nameOf(table, field)));
  const others = fields.filter((field) => !keys.includes(field));
  const set = others.map((field) => sql`${nameOf(table, field)} = excluded.${nameOf(table, field)}`);
  const onConflict = others.length === 0 ? sql`do nothing` : sql`do update set ${list(set)}`;
  return sql`insert into ${table} (${names}) select * from unnest(${arrays(table, fields, rows)})
    on conflict (${list(keys.map((key) => nameOf(table, key)))}) ${onConflict}`;
}

function list(items: readonly SQL[]): SQL {
  return sql.join([...items], sql`, `);
}

function nameOf(table: PgTable, field: string): SQL {
  return sql`${sql.identifier(columnOf(table, field).name)}`;
}

function columnOf(table: PgTable, field: string): PgColumn {
  const column = columnsOf(table).get(field);
  if (column === undefined) throw new Error(`invariant: ${field} is a column`);
  return column;
}

function arrays(table: PgTable, fields: readonly string[], rows: readonly Cells[]): SQL {
  return list(
    fields.map((field) => {
      const type = sql.raw(columnOf(table, field).getSQLType());
      return sql`${arrayText(rows.map((cells) => cells[field] ?? null))}::${type}[]`;
    }),
  );
}

const PLAIN = /^[\w:.-]+$/;

/** PostgreSQL's own text form of an array. */
function arrayText(values: readonly (string | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | null): string {
  if (value === null) return 'NULL';
  // A bare NULL would be read as no value.
  return PLAIN.test(value) && value.toUpperCase() !== 'NULL'
    ? value
    : `"${value.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
