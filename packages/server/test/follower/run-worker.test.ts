/** Runs worked out ahead: used when their blocks are still the node's, dropped when the node left them or something went wrong. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import type { BitcoindChain, Chain, Tip } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startOf } from '../../src/follower/chain-sync.ts';
import { RunWorker } from '../../src/follower/run-worker.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { takeLead } from '../../src/store/ledger/ledger-blocks.ts';
import { writeRun } from '../../src/store/ledger/ledger-run.ts';
import type { WorkedRun } from '../../src/store/ledger/ledger-run.ts';
import { migrate } from '../../src/store/migrate.ts';
import { user, untilTrue } from './follow-world.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-worker-'));
const AT_ONCE = 24;
let dev: PrivateChain;
let node: BitcoindChain;
let database: TestDatabase;
let store: Store;
let epoch = 0n;
let read = 0;
let broken = false;

beforeAll(async () => {
  dev = await startPrivateChain({ dataDir: dir });
  node = openBitcoind({ url: dev.rpcUrl, cookieFile: dev.cookieFile });
}, 60_000);

beforeEach(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  ({ epoch } = await takeLead(store.db, 'regtest', await startOf(node, 'regtest')));
}, 60_000);

afterEach(async () => {
  await store.close();
  await database.drop();
});

afterAll(async () => {
  node.close();
  await dev.stop();
  rmSync(dir, { recursive: true, force: true });
});

function openWorker(): RunWorker {
  const chain: Chain = {
    ...node,
    block: (hash) => {
      read += 1;
      return broken ? Promise.reject(new Error('the node went away')) : node.block(hash);
    },
  };
  return new RunWorker({ store, chain, chainName: 'regtest', network: 'regtest' });
}

const write = (run: WorkedRun): Promise<void> =>
  store.transact((tx) => writeRun(tx, run, { epoch, each: () => Promise.resolve() }));

async function begin(breaks = false): Promise<{ worker: RunWorker; first: Tip }> {
  const worker = openWorker();
  const run = await worker.next(await startOf(node, 'regtest'), await node.tip());
  if (run === undefined) throw new Error('the node has blocks');
  expect(run.to.height).toBe(AT_ONCE);
  read = 0;
  broken = breaks;
  worker.workAhead(run.to, await node.tip());
  await untilTrue(() => read > 0);
  await write(run);
  return { worker, first: run.to };
}

const hashesOf = (run: WorkedRun | undefined): string[] =>
  run?.blocks.map(({ from }) => from.block.hash) ?? [];

const nodeHashes = (from: number, count: number): Promise<(string | undefined)[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => node.blockHash(from + index)));

/** The blocks in the database are the node's, from the first to the one the run ends with. */
async function writtenUpTo(run: WorkedRun | undefined): Promise<void> {
  if (run === undefined) throw new Error('no run');
  await write(run);
  const { rows } = await store.pool.query<{ hash: string }>('select hash from block order by height');
  expect(rows.map(({ hash }) => hash)).toEqual(await nodeHashes(1, run.to.height));
}

test('what was worked out ahead is not read again', async () => {
  const { worker, first } = await begin();
  const run = await worker.next(first, await node.tip());
  expect(read).toBe(AT_ONCE);
  expect(hashesOf(run)).toEqual(await nodeHashes(AT_ONCE + 1, AT_ONCE));
  await writtenUpTo(run);
});

test('what went wrong ahead is done again, and may go wrong again', async () => {
  const { worker, first } = await begin(true);
  await expect(worker.next(first, await node.tip())).rejects.toThrow('the node went away');
  broken = false;
  await writtenUpTo(await worker.next(first, await node.tip()));
});

test('blocks that the node left while they waited are dropped', async () => {
  const { worker, first } = await begin();
  await worker.end();
  const height = (await node.tip()).height;
  const left = await node.blockHash(AT_ONCE + 3);
  await dev.node.rpc('invalidateblock', [left ?? '']);
  // Paid elsewhere: the invalid blocks would else be made again, byte for byte.
  await dev.mine(height - AT_ONCE, user(7).address);
  const run = await worker.next(first, await node.tip());
  expect(read).toBe(2 * AT_ONCE);
  expect(hashesOf(run)).not.toContain(left);
  expect(hashesOf(run)).toEqual(await nodeHashes(AT_ONCE + 1, AT_ONCE));
  await writtenUpTo(run);
});
