/** What the exchange says of its index of MVC: where it is and what is in it; and the program that builds it again finds it the same, or what is not. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/database.ts';
import { leaveBroken, until } from '../world.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';

const COMMAND = resolve(import.meta.dirname, '../../../../dist/verify-index.mjs');
let at: MvcWorld;

beforeAll(async () => {
  at = await mvcWorld();
  const anna = await at.funded('anna');
  await anna.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '2000000' });
  await at.mine();
}, 180_000);
afterAll(() => at.world.stop());

const health = async () => (await callApi(at.world.origin, 'health')).mvc;

/** What it says, and whether it calls the index right. */
async function verified(): Promise<{ readonly said: string; readonly isRight: boolean }> {
  const { database, chain } = at.world;
  const env = {
    ...process.env,
    NETWORK: 'regtest',
    DATABASE_URL: database.ownerUrl,
    NODE_RPC_URL: chain.rpcUrl,
    NODE_COOKIE_FILE: chain.cookieFile,
    MVC_RPC_URL: at.mvc.url,
  };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND], { env });
    return { said: stdout, isRight: true };
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    return { said, isRight: false };
  }
}

it('is told by health, with the hash of everything in it', async () => {
  const { chain } = at.mvc;
  const before = await health();
  expect(before).toMatchObject({ status: 'ok', height: chain.height });
  expect(before?.hash).toBe(chain.block(chain.height)?.block.hash);
  expect(before?.eventsHash).toMatch(/^[0-9a-f]{64}$/);
  await at.mine();
  const after = await health();
  expect(after?.height).toBe(chain.height);
  expect(after?.eventsHash).not.toBe(before?.eventsHash);
});

it('built again from its first block, it is the same, and has the same hash', async () => {
  const { said, isRight } = await verified();
  const now = await health();
  expect(said).toContain(`MVC height ${now?.height ?? ''}, block ${now?.hash ?? ''}`);
  expect(said).toContain(`same events ${now?.eventsHash ?? ''}`);
  expect(isRight).toBe(true);
}, 120_000);

it('a row that no block made is found', async () => {
  leaveBroken(at.world);
  const store = openStore(at.world.database.ownerUrl, () => undefined);
  const change = (by: number) =>
    store.pool.query('update mvc.coin set value = value + $1 where units is not null', [by]);
  await change(1);
  const { said, isRight } = await verified();
  expect(said).toMatch(/table .*coin DIFFERS in [1-9]/);
  expect(isRight).toBe(false);
  await change(-1);
  await store.close();
}, 120_000);

it('is down when its node is gone', async () => {
  await at.mvc.stop();
  await until(async () => (await health())?.status === 'down', 'it is down');
});
