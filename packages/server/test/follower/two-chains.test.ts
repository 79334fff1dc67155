/** A follower is one of a chain, a ledger and its lock: two of them run in one process on one database, and neither sees the other's chain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateChain } from '@rialto/devnet';
import { openBitcoind, openLedger } from '@rialto/ground';
import { bytesToHex } from '@rialto/protocols';
import type { ScriptHex } from '@rialto/protocols';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFollower } from '../../src/follower/follower.ts';
import { becomeLeader } from '../../src/follower/leader.ts';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import { openBeside } from '../../src/store/ledger/ledger-scratch.ts';
import { openFollowWorld, untilTrue, user } from './follow-world.ts';
import type { FollowWorld } from './follow-world.ts';

const SCHEMA = 'second_chain';

async function openSecond({ store, database }: FollowWorld) {
  const dir = mkdtempSync(join(tmpdir(), 'rialto-second-'));
  const chain = await startPrivateChain({ dataDir: dir });
  const node = openBitcoind({ url: chain.rpcUrl, cookieFile: chain.cookieFile });
  const beside = await openBeside(store, database.ownerUrl, SCHEMA);
  const stops: string[] = [];
  const options = {
    ...{ store: beside, chain: node, network: 'regtest' as const, listeners: [] },
    ...{ warn: () => undefined, onStopped: (reason: string) => void stops.push(reason) },
  };
  let follower = startFollower(options);
  const ledger = openLedger(beside.pool);
  return {
    ...{ chain, node, store: beside, ledger, stops },
    caughtUp: () => untilTrue(async () => (await ledger.tip()).hash === (await node.tip()).hash),
    restart: async () => {
      await follower.stop();
      follower = startFollower(options);
    },
    close: async () => {
      await follower.stop();
      node.close();
      await beside.close();
      await chain.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

let world: FollowWorld;
let second: Awaited<ReturnType<typeof openSecond>>;

beforeAll(async () => {
  world = await openFollowWorld();
  second = await openSecond(world);
}, 120_000);

afterAll(async () => {
  await second.close();
  await world.close();
}, 60_000);

test('each follows its own chain, blocks and branches', async () => {
  await world.caughtUp();
  await second.caughtUp();
  const before = (await second.ledger.tip()).hash;
  const [one, two] = [user(1), user(2)];
  await world.chain.fund(one.address, 70_000n);
  await world.chain.mine(3);
  await second.chain.fund(two.address, 50_000n);
  await second.chain.mine(1);
  await Promise.all([world.caughtUp(), second.caughtUp()]);
  expect((await second.ledger.tip()).hash).not.toBe(before);
  expect((await world.ledger.tip()).hash).not.toBe((await second.ledger.tip()).hash);
  expect([...world.heard.stops, ...second.stops]).toEqual([]);
});

test('a script that is followed is looked for on its own chain alone', async () => {
  const who = user(3);
  const script = bytesToHex(who.script) as ScriptHex;
  await world.chain.fund(who.address, 61_000n);
  await second.chain.fund(who.address, 62_000n);
  await Promise.all([world.chain.mine(1), second.chain.mine(1)]);
  await Promise.all([world.caughtUp(), second.caughtUp()]);
  await followScript(second.store, second.node, who.script);
  const values = async (store: FollowWorld['store']) =>
    (
      await store.pool.query<{ value: string }>('select value from coin where script = $1', [script])
    ).rows.map(({ value }) => BigInt(value));
  await untilTrue(async () => (await values(second.store)).length > 0);
  expect(await values(second.store)).toEqual([62_000n]);
  expect(await values(world.store)).toEqual([]);
});

test('the same script is followed on both at the same time, each by its own node', async () => {
  const who = user(4);
  await world.chain.fund(who.address, 63_000n);
  await second.chain.fund(who.address, 64_000n);
  await Promise.all([world.chain.mine(1), second.chain.mine(1)]);
  await Promise.all([world.caughtUp(), second.caughtUp()]);
  await Promise.all([
    followScript(world.store, world.node, who.script),
    followScript(second.store, second.node, who.script),
  ]);
  const script = bytesToHex(who.script) as ScriptHex;
  for (const [store, value] of [
    [world.store, 63_000n],
    [second.store, 64_000n],
  ] as const)
    await untilTrue(async () => {
      const { rows } = await store.pool.query<{ value: string }>('select value from coin where script = $1', [
        script,
      ]);
      return rows.length === 1 && BigInt(rows[0]?.value ?? 0) === value;
    });
});

test('a coin that waits is found on its own chain once its script is followed', async () => {
  const who = user(5);
  const script = bytesToHex(who.script) as ScriptHex;
  await Promise.all([world.caughtUp(), second.caughtUp()]);
  await second.chain.fund(who.address, 65_000n);
  await followScript(second.store, second.node, who.script);
  const waiting = async ({ pool }: FollowWorld['store']) =>
    (
      await pool.query<{ value: string }>('select value from mempool_coin where script = $1', [script])
    ).rows.map(({ value }) => BigInt(value));
  await untilTrue(async () => (await waiting(second.store)).length > 0);
  expect(await waiting(second.store)).toEqual([65_000n]);
  expect(await waiting(world.store)).toEqual([]);
});

test('each has a lock of its own: nobody else leads either of them, and one can stop and start beside the other', async () => {
  for (const { pool } of [world.store, second.store])
    expect(await becomeLeader(pool, AbortSignal.timeout(300))).toBeUndefined();
  await world.follower.stop();
  await second.chain.mine(1);
  await second.caughtUp();
  await world.chain.mine(1);
  await world.restart();
  await second.restart();
  await Promise.all([world.caughtUp(), second.caughtUp()]);
}, 60_000);
