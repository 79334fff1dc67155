/** Writes many ledger rows with two statements a table: what goes, then what comes. One parameter a column, however many rows. */
import { setImmediate } from 'node:timers/promises';
import type { Change, Delta, Entity } from '@rialto/protocols';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { arrayText, columnsOf, keysOf } from './ledger-columns.ts';
import type { LedgerColumn } from './ledger-columns.ts';
import { SHAPES } from './ledger-shapes.ts';

/** What a database knows of a row: the text of each column, null where it has none. */
type Cells = Readonly<Record<string, string | null>>;

/** A row to be written (all its columns) or to go (its key alone). Plain enough to be kept as JSON. */
export interface StoredChange {
  readonly entity: Entity;
  readonly gone: boolean;
  readonly cells: Cells;
}

/** Rows per statement: keeps a parameter far below PostgreSQL's limit of a gigabyte. */
const ROWS = 50_000;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the row that is written, or of the one that goes. */
function fieldsOf<E extends Entity>({ entity, key, before, after }: Change<E>): Fields {
  const row = after ?? before;
  return row === undefined ? {} : SHAPES[entity].record(row, key);
}

/** The changes as they can be kept. */
export function storedDelta(delta: Delta): StoredChange[] {
  return delta.map((change) => {
    const { entity } = change;
    const gone = change.after === undefined;
    const fields = fieldsOf(change);
    const cells: Record<string, string | null> = {};
    for (const { field, text } of gone ? keysOf(entity) : columnsOf(entity))
      cells[field] = text(fields[field]);
    return { entity, gone, cells };
  });
}

interface Group<Row> {
  readonly gone: Row[];
  readonly kept: Row[];
}

/** Writes the changes; of each row there must be one at most. */
export async function writeDelta(tx: Tx, delta: Delta): Promise<void> {
  const groups = new Map<Entity, Group<Fields>>();
  for (const change of delta)
    groupOf(groups, change.entity)[change.after === undefined ? 'gone' : 'kept'].push(fieldsOf(change));
  await writeGroups(tx, groups, ({ field, text }, fields) => text(fields[field]));
}

/** The same of changes that were kept. */
export async function writeStored(tx: Tx, changes: readonly StoredChange[]): Promise<void> {
  const groups = new Map<Entity, Group<Cells>>();
  for (const { entity, gone, cells } of changes) groupOf(groups, entity)[gone ? 'gone' : 'kept'].push(cells);
  await writeGroups(tx, groups, ({ field }, cells) => cells[field] ?? null);
}

function groupOf<Row>(groups: Map<Entity, Group<Row>>, entity: Entity): Group<Row> {
  const group = groups.get(entity) ?? { gone: [], kept: [] };
  groups.set(entity, group);
  return group;
}

async function writeGroups<Row>(
  tx: Tx,
  groups: ReadonlyMap<Entity, Group<Row>>,
  cell: (column: LedgerColumn, row: Row) => string | null,
): Promise<void> {
  // While the database works at one statement the text of the next is made.
  let running: Promise<unknown> = Promise.resolve();
  const run = async (statement: SQL): Promise<void> => {
    await running;
    // A statement runs each time it is waited for; a promise of it runs it once.
    running = Promise.resolve(tx.execute(statement));
    // Whoever waits for it next hears of a failure.
    running.catch(() => undefined);
    await setImmediate();
  };
  for (const [entity, { gone, kept }] of groups) {
    const arrays = (columns: readonly LedgerColumn[], rows: readonly Row[]): SQL =>
      list(
        columns.map((column) => sql`${arrayText(rows.map((row) => cell(column, row)))}::${column.type}[]`),
      );
    for (const part of parts(gone)) await run(dropped(entity, arrays(keysOf(entity), part)));
    for (const part of parts(kept)) await run(put(entity, arrays(columnsOf(entity), part)));
  }
  await running;
}

function parts<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS, (index + 1) * ROWS));
}

function dropped(entity: Entity, arrays: SQL): SQL {
  const { table } = SHAPES[entity];
  const keys = keysOf(entity);
  const names = list(keys.map(({ name }) => name));
  const own = list(keys.map(({ name, compared }) => compared(sql`${table}.${name}`)));
  const theirs = list(keys.map(({ name, compared }) => compared(sql`gone.${name}`)));
  return sql`delete from ${table} using unnest(${arrays}) as gone (${names}) where (${own}) = (${theirs})`;
}

function put(entity: Entity, arrays: SQL): SQL {
  const { table } = SHAPES[entity];
  const columns = columnsOf(entity);
  const set = columns.flatMap(({ key, name }) => (key ? [] : [sql`${name} = excluded.${name}`]));
  const onConflict = set.length === 0 ? sql`do nothing` : sql`do update set ${list(set)}`;
  return sql`insert into ${table} (${list(columns.map(({ name }) => name))}) select * from unnest(${arrays})
    on conflict (${list(keysOf(entity).map(({ name, compared }) => compared(name)))}) ${onConflict}`;
}

function list(items: readonly SQL[]): SQL {
  return sql.join([...items], sql`, `);
}
