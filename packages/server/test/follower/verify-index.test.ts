/** The check of the index: says "same" of a live index, and finds the one row that somebody changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEDGER_TABLES } from '@rialto/ground';
import { HASHED } from '@rialto/protocols';
import { verifyIndex } from '../../src/follower/verify.ts';
import { differingHashes } from '../../src/store/ledger/ledger-scratch.ts';
import { openFollowWorld } from './follow-world.ts';
import type { FollowWorld } from './follow-world.ts';

let world: FollowWorld;

beforeAll(async () => {
  world = await openFollowWorld();
});

afterAll(async () => {
  await world.close();
});

const check = () => {
  const { store: live, database, node: chain } = world;
  return verifyIndex({
    live,
    databaseUrl: database.ownerUrl,
    chain,
    network: 'regtest',
    progress: () => undefined,
  });
};

test('built again from the first block, the index is the same', async () => {
  const compared = await check();
  expect(compared.differences).toEqual([]);
  expect(differingHashes(compared)).toEqual([]);
  expect(compared.height).toBeGreaterThan(100);
  for (const protocol of HASHED) expect(compared.hashes.live[protocol]).toMatch(/^[0-9a-f]{64}$/);
});

test('a row that nobody made is found in its table, and nothing is left behind', async () => {
  await world.store.pool.query(
    `insert into balance (asset, script, available, transferable) values ('brc20:x', '0014', 1, 0)`,
  );
  const compared = await check();
  expect(compared.differences).toMatchObject([{ table: 'balance', rows: 1 }]);
  expect(compared.differences[0]?.examples[0]).toContain('brc20:x');
  await world.store.pool.query(`delete from balance where asset = 'brc20:x'`);
  expect((await check()).differences).toEqual([]);
  const { rows } = await world.store.pool.query(
    `select count(*)::int as left from information_schema.schemata where schema_name = 'rialto_verify'`,
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('a changed history is found by its hash', async () => {
  await world.store.pool.query(
    `update block set counts = jsonb_set(counts, '{hashes,runes}', '"00"') where height = (select height from tip)`,
  );
  expect(differingHashes(await check())).toEqual(['runes']);
});

test('every table of the ledger is compared', async () => {
  const { rows } = await world.store.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const table of LEDGER_TABLES) expect(rows.map(({ name }) => name)).toContain(table);
});
