/** Writes a delta into the ledger's tables: one statement per table and direction. */
import { balances, inscriptions, locations, lots, tokens } from '@rialto/ground';
import type {
  Brc20Balance,
  Brc20Lot,
  Brc20Token,
  Delta,
  InscriptionId,
  InscriptionRow,
  LocationRow,
  RowChange,
} from '@rialto/protocols';
import { inArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from './database.ts';

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const ROWS = 1_000;

type Entity = RowChange['entity'];
type ChangeOf<E extends Entity> = Extract<RowChange, { entity: E }>;

interface RowPair<R> {
  readonly key: string;
  readonly before: R | undefined;
  readonly after: R | undefined;
}

/** What is done to one table. */
interface Writer<R> {
  readonly put: (rows: readonly { key: string; row: R }[]) => Promise<unknown>;
  readonly drop: (changes: readonly RowPair<R>[]) => Promise<unknown>;
}

export async function writeDelta(db: Queries, delta: Delta): Promise<void> {
  await write(only(delta, 'inscription'), inscriptionWriter(db));
  await write(only(delta, 'location'), locationWriter(db));
  await write(only(delta, 'token'), tokenWriter(db));
  await write(only(delta, 'lot'), lotWriter(db));
  await write(only(delta, 'balance'), balanceWriter(db));
}

function only<E extends Entity>(delta: Delta, entity: E): ChangeOf<E>[] {
  return delta.filter((change): change is ChangeOf<E> => change.entity === entity);
}

async function write<R>(changes: readonly RowPair<R>[], writer: Writer<R>): Promise<void> {
  for (let from = 0; from < changes.length; from += ROWS) {
    const part = changes.slice(from, from + ROWS);
    const put = part.flatMap(({ key, after }) => (after === undefined ? [] : [{ key, row: after }]));
    const gone = part.filter(({ after }) => after === undefined);
    if (gone.length > 0) await writer.drop(gone);
    if (put.length > 0) await writer.put(put);
  }
}

/** The column of the row that was to be inserted, for an update on conflict. */
const excluded = (column: PgColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

const keysOf = (changes: readonly { key: string }[]): string[] => changes.map(({ key }) => key);

function inscriptionWriter(db: Queries): Writer<InscriptionRow> {
  return {
    put: (rows) => db.insert(inscriptions).values(rows.map(({ row }) => row)),
    drop: (changes) => db.delete(inscriptions).where(inArray(sql`${inscriptions.id}`, keysOf(changes))),
  };
}

function locationWriter(db: Queries): Writer<LocationRow> {
  const { inscription, outpoint, offset, value, script } = locations;
  return {
    put: (rows) =>
      db
        .insert(locations)
        .values(rows.map(({ key, row }) => ({ inscription: key as InscriptionId, ...row })))
        .onConflictDoUpdate({
          target: inscription,
          set: {
            outpoint: excluded(outpoint),
            offset: excluded(offset),
            value: excluded(value),
            script: excluded(script),
          },
        }),
    drop: (changes) => db.delete(locations).where(inArray(sql`${inscription}`, keysOf(changes))),
  };
}

function tokenWriter(db: Queries): Writer<Brc20Token> {
  const { minted, burned, holders, operations } = tokens;
  return {
    put: (rows) =>
      db
        .insert(tokens)
        .values(rows.map(({ row }) => row))
        .onConflictDoUpdate({
          target: tokens.asset,
          set: {
            minted: excluded(minted),
            burned: excluded(burned),
            holders: excluded(holders),
            operations: excluded(operations),
          },
        }),
    drop: (changes) => db.delete(tokens).where(inArray(sql`${tokens.asset}`, keysOf(changes))),
  };
}

function lotWriter(db: Queries): Writer<Brc20Lot> {
  const { usedHeight } = lots;
  return {
    put: (rows) =>
      db
        .insert(lots)
        .values(rows.map(({ row }) => ({ ...row, usedHeight: row.usedHeight ?? null })))
        .onConflictDoUpdate({ target: lots.inscription, set: { usedHeight: excluded(usedHeight) } }),
    drop: (changes) => db.delete(lots).where(inArray(sql`${lots.inscription}`, keysOf(changes))),
  };
}

function balanceWriter(db: Queries): Writer<Brc20Balance> {
  const { asset, script, available, transferable } = balances;
  return {
    put: (rows) =>
      db
        .insert(balances)
        .values(rows.map(({ row }) => row))
        .onConflictDoUpdate({
          target: [script, asset],
          set: { available: excluded(available), transferable: excluded(transferable) },
        }),
    drop: (changes) => {
      const pairs = changes.flatMap(({ before }) =>
        before === undefined ? [] : [sql`(${before.script}, ${before.asset})`],
      );
      return db.delete(balances).where(sql`(${script}, ${asset}) in (${sql.join(pairs, sql`, `)})`);
    },
  };
}
