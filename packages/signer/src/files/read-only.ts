/** The signer reads the ledger and can change nothing in it; a role that could is a mistake in the settings. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { openPool } from '@rialto/ground';
import { z } from 'zod';

type Pool = Pick<ReturnType<typeof openPool>, 'query'>;

const Role = z.tuple([z.object({ mighty: z.boolean() })]);
const TIMEOUT_MS = 30_000;
const PAUSE_MS = 500;

const MAY_WRITE = `select current_setting('is_superuser') = 'on'
  or has_schema_privilege(current_user, 'public', 'create')
  or exists (select from pg_class where relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('public', 'mvc'))
    and has_table_privilege(current_user, oid, 'insert, update, delete, truncate')) as mighty`;

/** @throws when the role may write, or the database does not answer in half a minute */
export async function assertReadOnly(pool: Pool): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      const { rows } = await pool.query(MAY_WRITE);
      const [{ mighty }] = Role.parse(rows);
      if (mighty) break;
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
  throw new Error('LEDGER_URL names a role that may write: give the signer a role that may only read');
}
