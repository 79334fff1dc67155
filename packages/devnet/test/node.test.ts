import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBitcoind, startNode } from '../src/index.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rialto-node-'));
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

it('finds or provides a bitcoind and says which kind it is', async () => {
  const found = await findBitcoind();
  expect(['knots', 'core']).toContain(found.kind);
  expect(found.version).toMatch(/^v\d/);
}, 120_000);

it('runs a private chain only, without peers, and keeps it over a stop', async () => {
  const node = await startNode({ dataDir });
  await node.rpc('generatetoaddress', [3, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080']);
  const info = await node.rpc('getblockchaininfo');
  expect(info).toMatchObject({ chain: 'regtest', blocks: 3 });
  expect(await node.rpc('getconnectioncount')).toBe(0);
  await node.stop();
  await node.exited;
  const again = await startNode({ dataDir });
  expect(await again.rpc('getblockcount')).toBe(3);
  await again.stop();
}, 60_000);

it('takes the directory back from a node that a killed run left behind', async () => {
  const left = await startNode({ dataDir });
  const next = await startNode({ dataDir });
  await left.exited;
  expect(await next.rpc('getblockcount')).toBe(3);
  await next.kill();
  const afterKill = await startNode({ dataDir });
  expect(await afterKill.rpc('getblockcount')).toBe(3);
  await afterKill.stop();
}, 60_000);

it('says why when the program is no bitcoind', async () => {
  const before = process.env['BITCOIND'];
  process.env['BITCOIND'] = process.execPath;
  try {
    await expect(findBitcoind()).rejects.toThrow(/not a bitcoind/);
  } finally {
    if (before === undefined) delete process.env['BITCOIND'];
    else process.env['BITCOIND'] = before;
  }
});
