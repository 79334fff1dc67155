/** The folder of migrations as an earlier version had it. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const Journal = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int() })) });

/** @returns a folder of its own, to be removed by who asked for it */
export function oldMigrations(last: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'rialto-migrations-'));
  cpSync(MIGRATIONS, copy, { recursive: true });
  const at = join(copy, 'meta', '_journal.json');
  const journal = Journal.parse(JSON.parse(readFileSync(at, 'utf8')));
  const entries = journal.entries.filter(({ idx }) => idx <= last);
  writeFileSync(at, JSON.stringify({ ...journal, entries }));
  return copy;
}
