/** The columns of each kind of ledger row, and the text by which PostgreSQL knows a value and an array of them. */
import { scriptHash } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { Entity } from '@rialto/protocols';
import { getTableColumns, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { SHAPES } from './ledger-shapes.ts';

export interface LedgerColumn {
  readonly field: string;
  readonly name: SQL;
  readonly type: SQL;
  /** True when it is part of what names a row. */
  readonly key: boolean;
  /** What a value of it is compared by. */
  readonly compared: (value: SQL) => SQL;
  /** The value as the database writes it; null when there is none. */
  readonly text: (value: unknown) => string | null;
}

const known = new Map<Entity, readonly LedgerColumn[]>();

/** In the order of the table; looked up once, because a run of blocks writes a hundred thousand rows. */
export function columnsOf(entity: Entity): readonly LedgerColumn[] {
  const columns = known.get(entity) ?? readColumns(entity);
  known.set(entity, columns);
  return columns;
}

export function keysOf(entity: Entity): readonly LedgerColumn[] {
  return columnsOf(entity).filter(({ key }) => key);
}

function readColumns(entity: Entity): LedgerColumn[] {
  const { table, keys, scripts = [] } = SHAPES[entity];
  return Object.entries(getTableColumns(table)).map(([field, column]) => ({
    field,
    name: sql.identifier(column.name).getSQL(),
    type: sql.raw(column.getSQLType()),
    key: keys.includes(field),
    compared: scripts.includes(field) ? scriptHash : (value) => value,
    text: (value) => (value === undefined || value === null ? null : textOf(column, value)),
  }));
}

function textOf(column: PgColumn, given: unknown): string {
  const value = column.mapToDriverValue(given);
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return `\\x${bytesToHex(value)}`;
  const plain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
  return plain ? value.toString() : JSON.stringify(value);
}

const PLAIN = /^[\w:.-]+$/;

/** PostgreSQL's own text form of an array. */
export function arrayText(values: readonly (string | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | null): string {
  if (value === null) return 'NULL';
  // A bare NULL would be read as no value.
  const plain = PLAIN.test(value) && (value.length !== 4 || value.toUpperCase() !== 'NULL');
  return plain ? value : `"${value.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}
