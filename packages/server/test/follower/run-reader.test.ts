/** Blocks read ahead: used when they are still the node's, dropped when the node left them meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import type { PrivateChain } from '@rialto/devnet';
import { openBitcoind } from '@rialto/ground';
import type { BitcoindChain, Chain, Tip } from '@rialto/ground';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunReader } from '../../src/follower/run-reader.ts';
import type { Run } from '../../src/follower/run-reader.ts';
import { user, untilTrue } from './follow-world.ts';

const dir = mkdtempSync(join(tmpdir(), 'rialto-reader-'));
const AT_ONCE = 24;
let dev: PrivateChain;
let node: BitcoindChain;
let read = 0;

beforeAll(async () => {
  dev = await startPrivateChain({ dataDir: dir });
  node = openBitcoind({ url: dev.rpcUrl, cookieFile: dev.cookieFile });
}, 60_000);

afterAll(async () => {
  node.close();
  await dev.stop();
  rmSync(dir, { recursive: true, force: true });
});

function openReader(): RunReader {
  const chain: Chain = {
    ...node,
    block: (hash) => {
      read += 1;
      return node.block(hash);
    },
  };
  return new RunReader({ chain, chainName: 'regtest', network: 'regtest' });
}

async function begin(): Promise<{ reader: RunReader; first: Tip }> {
  const reader = openReader();
  const start = { height: 0, hash: (await node.blockHash(0)) ?? '' };
  const run = await reader.next(start, await node.tip());
  expect(run?.last.height).toBe(AT_ONCE);
  const first = run?.last ?? start;
  read = 0;
  reader.readAhead(first, await node.tip());
  await untilTrue(() => read === AT_ONCE);
  return { reader, first };
}

const hashesOf = (run: Run | undefined): string[] => run?.blocks.map(({ from }) => from.block.hash) ?? [];

const nodeHashes = (from: number, count: number): Promise<(string | undefined)[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => node.blockHash(from + index)));

test('what was read ahead is not read again', async () => {
  const { reader, first } = await begin();
  const run = await reader.next(first, await node.tip());
  expect(read).toBe(AT_ONCE);
  expect(hashesOf(run)).toEqual(await nodeHashes(AT_ONCE + 1, AT_ONCE));
});

test('blocks that the node left while they waited are dropped', async () => {
  const { reader, first } = await begin();
  const height = (await node.tip()).height;
  const left = await node.blockHash(AT_ONCE + 3);
  await dev.node.rpc('invalidateblock', [left ?? '']);
  // Paid elsewhere: the invalid blocks would else be made again, byte for byte.
  await dev.mine(height - AT_ONCE, user(7).address);
  const run = await reader.next(first, await node.tip());
  expect(read).toBe(2 * AT_ONCE);
  expect(hashesOf(run)).not.toContain(left);
  expect(hashesOf(run)).toEqual(await nodeHashes(AT_ONCE + 1, AT_ONCE));
});
