/** Refuses a database that may lose what it acknowledged, or that lacks what leadership and the feed need. */
import type pg from 'pg';

/** The database cannot be used; says which setting, and what to set it to. */
export class UnsafeDatabase extends Error {
  constructor(why: string) {
    super(`This database cannot be used: ${why}`);
    this.name = 'UnsafeDatabase';
  }
}

const NOTICE_MS = 3_000;
const CHANNEL = 'rialto_probe';
const LOCK = 7_780_003;

export async function assertDatabase(pool: pg.Pool): Promise<void> {
  const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    checkSettings(await settingsOf(one));
    await assertLocks(one, two);
    await assertNotices(one, two);
  } finally {
    one.release();
    two.release();
  }
}

/** What must not be off for a commit to mean anything. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'];

async function settingsOf(client: pg.PoolClient): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [DURABLE],
  );
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

/** @throws UnsafeDatabase when an acknowledged commit could be lost in a power cut */
export function checkSettings(settings: ReadonlyMap<string, string>): void {
  for (const name of DURABLE) {
    const setting = settings.get(name);
    if (setting === undefined) throw new UnsafeDatabase(`it does not say what ${name} is`);
    if (setting === 'off') throw new UnsafeDatabase(`${name} is off; set it to on`);
  }
}

async function tryLock(client: pg.PoolClient, key: number): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [key]);
  return rows[0]?.got === true;
}

/** A lock held by one session must be refused to another; some stores only pretend. The key is one of many, so that two starts seldom meet. */
async function assertLocks(one: pg.PoolClient, two: pg.PoolClient): Promise<void> {
  const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid');
  const key = LOCK * 1_000_000 + ((rows[0]?.pid ?? 0) % 1_000_000);
  const first = await tryLock(one, key);
  const second = await tryLock(two, key);
  if (second) await two.query('select pg_advisory_unlock($1)', [key]);
  if (first) await one.query('select pg_advisory_unlock($1)', [key]);
  if (!first || second) throw new UnsafeDatabase('its advisory locks do not lock');
}

async function assertNotices(one: pg.PoolClient, two: pg.PoolClient): Promise<void> {
  const heard = new Promise<boolean>((done) => {
    const timer = setTimeout(() => {
      done(false);
    }, NOTICE_MS);
    one.once('notification', () => {
      clearTimeout(timer);
      done(true);
    });
  });
  await one.query(`listen ${CHANNEL}`);
  await two.query('select pg_notify($1, $2)', [CHANNEL, '']);
  const works = await heard;
  await one.query(`unlisten ${CHANNEL}`);
  if (!works) throw new UnsafeDatabase('LISTEN and NOTIFY do not work (a pooler in transaction mode?)');
}
