/** The data folder that version 4.0.0 left behind (fixtures/4.0.0), put onto a fresh node and a fresh database. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RestorePlace } from '@rialto/devnet';
import { openPool } from '@rialto/ground';
import { z } from 'zod';
import { migrate } from '../../src/store/migrate.ts';

const FOLDER = resolve(import.meta.dirname, '../fixtures/4.0.0');
const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');
/** The last migration of 4.0.0. */
const LAST_MIGRATION = '0009_invariants';

const ToSign = z.array(z.object({ index: z.number(), sighash: z.number() }));
const User = z.object({
  kind: z.enum(['p2tr', 'p2wpkh']),
  key: z.string(),
  address: z.string(),
  /** Of a session that 4.0.0 opened. */
  headers: z.object({ 'x-signature': z.string(), 'x-public-key': z.string() }),
});

/** What its users had in their hands: keys, sessions, ids, and transactions prepared for their signature. */
const Known = z.object({
  savedAt: z.iso.datetime(),
  health: z.object({ height: z.number(), hash: z.string(), hashes: z.record(z.string(), z.string()) }),
  people: z.object({ seller: User, buyer: User, rival: User }),
  orders: z.record(z.string(), z.object({ orderId: z.string(), outpoint: z.string() })),
  trades: z.record(z.string(), z.string()),
  bump: z.object({ first: z.string(), second: z.string() }),
  cancelTxid: z.string(),
  prepared: z.object({
    take: z.object({ takeId: z.string(), psbtRaw: z.string(), toSignInputs: ToSign }),
    cancel: z.object({ orderId: z.string(), psbtRaw: z.string(), toSignInputs: ToSign }),
    own: z.object({
      ownId: z.string(),
      transactions: z.array(z.object({ psbtRaw: z.string(), toSignInputs: ToSign })),
    }),
  }),
  idempotent: z.object({
    path: z.string(),
    key: z.string(),
    body: z.unknown(),
    answer: z.object({ data: z.unknown() }),
  }),
});

const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const lines = (content: string): string[] => content.split('\n').filter((line) => line !== '');

export const known = Known.parse(JSON.parse(text('known.json')));
export const oldJournal = text('signer/journal.jsonl');

/** What 4.0.0 answered, by call, book, user and state, with its times moved to today. */
export function oldAnswers(movedMs: number): ReadonlyMap<string, unknown> {
  const answers = z.record(z.string(), z.unknown()).parse(JSON.parse(text('answers.json')));
  return new Map(Object.entries(answers).map(([name, answer]) => [name, later(answer, movedMs)]));
}

const TIMES = ['timestamp', 'dealTimestamp', 'since'];

function later(value: unknown, movedMs: number): unknown {
  if (Array.isArray(value)) return value.map((one) => later(one, movedMs));
  if (typeof value !== 'object' || value === null) return value;
  const moved = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    TIMES.includes(name) && typeof one === 'number' ? one + movedMs : later(one, movedMs),
  ]);
  return Object.fromEntries(moved);
}

/** As if 4.0.0 had been stopped this moment. @returns by how many milliseconds its times were moved */
export async function restoreOldFolder({ chain, database, directory }: RestorePlace): Promise<number> {
  for (const block of lines(gunzipSync(readFileSync(join(FOLDER, 'blocks.hex.gz'))).toString()))
    await chain.node.rpc('submitblock', [block]);
  for (const transaction of lines(text('mempool.hex')))
    await chain.node.rpc('sendrawtransaction', [transaction, 0]);
  const movedMs = Date.now() - Date.parse(known.savedAt);
  await restoreDatabase(database.ownerUrl, movedMs);
  restoreFiles(directory, movedMs);
  return movedMs;
}

async function restoreDatabase(url: string, movedMs: number): Promise<void> {
  const pool = openPool({ url, onError: () => undefined });
  const migrations = oldMigrations();
  try {
    await migrate(pool, migrations);
    await pool.query(text('data.sql'));
    const { rows } = await pool.query<{ statement: string }>(
      `select format('update %I set %s', table_name, string_agg(
         format('%1$I = %1$I + interval ''%2$s milliseconds''', column_name, $1::bigint), ', ')) as statement
       from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone' group by table_name`,
      [movedMs],
    );
    for (const { statement } of rows) await pool.query(statement);
  } finally {
    rmSync(migrations, { recursive: true });
    await pool.end();
  }
}

/** A copy of the migrations that ends where 4.0.0 ended. */
function oldMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rialto-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = z
    .looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const end = journal.entries.findIndex(({ tag }) => tag === LAST_MIGRATION) + 1;
  if (end === 0) throw new Error(`the migration ${LAST_MIGRATION} is gone`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}

const Leases = z.array(z.tuple([z.string(), z.string(), z.number()]));

function restoreFiles(directory: string, movedMs: number): void {
  const signer = join(directory, 'signer');
  mkdirSync(signer, { recursive: true, mode: 0o700 });
  const write = (path: string, content: string | Uint8Array): void => {
    writeFileSync(path, content, { mode: 0o600 });
  };
  write(join(directory, 'server.secret'), Buffer.from(text('server.secret.hex').trim(), 'hex'));
  write(join(signer, 'pad.key'), text('signer/pad.key'));
  write(join(signer, 'journal.jsonl'), oldJournal);
  const leases = Leases.parse(JSON.parse(text('signer/leases.json')));
  const moved = leases.map(([point, script, until]) => [point, script, until + movedMs]);
  write(join(signer, 'leases.json'), JSON.stringify(moved));
}
