/** The follower killed without warning while it waits at one statement of a block: nothing is half done, and the next one goes on as if nothing had been. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endWithUs } from '@rialto/postgres';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilTrue } from '../follower/follow-world.ts';
import { KILL_POINTS, SLOW_COMMIT } from './ledgers-kill-points.ts';
import type { KillPoint } from './ledgers-kill-points.ts';
import { Chronicle } from '../ledgers/ledgers-reorg-chronicle.ts';
import { expectedRows, storedRows } from '../ledgers/ledgers-reorg-rows.ts';
import { FOLLOWED, mineBlock, openStage, proven } from '../ledgers/ledgers-reorg-stage.ts';
import type { Stage } from '../ledgers/ledgers-reorg-stage.ts';
import { trafficOn } from '../ledgers/ledgers-reorg-traffic.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-kill-'));
const program = join(dir, 'follower.mjs');
/** More than the follower works out one by one. */
const MANY = 14;

let stage: Stage;
let child: ChildProcess;
/** How often it said that it is at the tip. */
let arrivals = 0;
let complaints = '';
let serial = 0;

beforeAll(async () => {
  await build({
    entryPoints: [resolve(import.meta.dirname, 'ledgers-kill-follower.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    external: ['pg-native'],
    // What CommonJS packages ask for inside an ES module.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  stage = await openStage();
  const { world } = stage;
  for (let block = 0; block < 2; block += 1) await mineTraffic();
  await proven(world);
  await world.follower.stop();
  await world.store.pool.query('create table heard (height integer primary key, hash text not null)');
  await world.store.pool.query('insert into heard select height, hash from block');
  await world.store.pool.query(SLOW_COMMIT);
  begin();
}, 180_000);

afterAll(async () => {
  if (isAlive()) await killed();
  await stage.world.close();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);

function begin(): void {
  const { chain, database } = stage.world;
  child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DATABASE_URL: database.ownerUrl, NODE_URL: chain.rpcUrl, NODE_COOKIE: chain.cookieFile },
  });
  endWithUs(child);
  arrivals = 0;
  child.stdout?.on('data', () => {
    arrivals += 1;
  });
  child.stderr?.on('data', (part: Buffer) => {
    complaints += part.toString();
  });
}

const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;

/** As a power cut; returns when the process is gone. */
async function killed(): Promise<void> {
  const gone = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  if (!isAlive()) throw new Error(`it ended by itself: ${complaints}`);
  child.kill('SIGKILL');
  await gone;
  expect(child.signalCode).toBe('SIGKILL');
}

async function mineTraffic(): Promise<void> {
  serial += 1;
  const { world, names } = stage;
  await mineBlock(world.chain, trafficOn(await Chronicle.read(world.node), serial, names));
}

const WORK: Readonly<Record<KillPoint['work'], () => Promise<void>>> = {
  block: mineTraffic,
  undo: async () => {
    const { chain, node } = stage.world;
    await chain.node.rpc('invalidateblock', [(await node.tip()).hash]);
  },
  'catch-up': async () => {
    await killed();
    await mineTraffic();
    await stage.world.chain.mine(MANY);
    begin();
  },
};

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await stage.world.store.pool.query<Row>(text, values)).rows;

/** The follower's connection, once it waits for us, and for nobody else, at the statement. */
async function waitsFor(holder: number, statement: RegExp): Promise<number> {
  let found: { pid: number; query: string } | undefined;
  const look = async (): Promise<boolean> => {
    const rows = await query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity where wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
      [holder],
    );
    [found] = rows;
    return found !== undefined;
  };
  await untilTrue(look);
  // The text is copied before the locks are looked at: the first one that waits may be told with the statement before it.
  await look();
  expect(found?.query).toMatch(statement);
  return found?.pid ?? 0;
}

/** Lets the follower work into a lock, kills it there, and opens the lock. */
async function killAt({ hold, waits, work }: KillPoint): Promise<void> {
  const holder = await stage.world.store.pool.connect();
  try {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await holder.query('begin');
    await holder.query(hold);
    await WORK[work]();
    const waiting = await waitsFor(rows[0]?.pid ?? 0, waits);
    await killed();
    await holder.query('rollback');
    await untilTrue(async () => {
      const left = await query('select from pg_stat_activity where pid = $1', [waiting]);
      return left.length === 0;
    });
  } finally {
    // Closed, not returned: a failed test must not leave its lock behind.
    holder.release(true);
  }
}

async function heard(): Promise<unknown[]> {
  return query('select height, hash from heard order by height');
}

const told = ({ blocks }: Chronicle): unknown[] => blocks.map(({ height, hash }) => ({ height, hash }));

describe('a follower that is killed', () => {
  test.each(KILL_POINTS)(
    'when $name ($work)',
    async (point) => {
      const { world } = stage;
      // One failure must not look like many.
      if (!isAlive()) begin();
      const before = await proven(world);
      await untilTrue(() => arrivals > 0);
      await killAt(point);
      const left = point.committed === true ? await Chronicle.read(world.node) : before;
      expect(await storedRows(world.store)).toEqual(expectedRows(left, FOLLOWED));
      expect(await heard()).toEqual(told(left));
      begin();
      const after = await proven(world);
      expect(await heard()).toEqual(told(after));
      expect(after.blocks.at(-1)?.hash).not.toBe(before.blocks.at(-1)?.hash);
    },
    60_000,
  );
});
