/** An index is built again from the first block: when the operator says so, or by itself when older rules wrote it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import { INDEX_VERSION, indexAge } from '../../src/store/ledger/index-version.ts';
import { ledgerRows, makeLots, moveLot, openFollowWorld, untilTrue, user } from './follow-world.ts';
import type { FollowWorld } from './follow-world.ts';

let world: FollowWorld;
const alice = user(1);
const bob = user(2);

beforeAll(async () => {
  world = await openFollowWorld();
  await makeLots(world.chain, alice, 'Test', ['100', '50.5']);
  await world.caughtUp();
  await followScript(world.store, world.node, bob.script);
  const [lot] = await world.ledger.lotsOf(alice.script);
  if (lot === undefined) throw new Error('no lot');
  await moveLot(world.chain, alice, lot, bob);
  await world.chain.mine(7);
  await world.caughtUp();
}, 120_000);

afterAll(async () => {
  await world.close();
}, 60_000);

async function epochOf(): Promise<bigint> {
  const { rows } = await world.store.pool.query<{ epoch: string }>('select epoch from tip');
  return BigInt(rows[0]?.epoch ?? -1);
}

describe('an index', () => {
  test('built again from the first block is the same', async () => {
    const live = await ledgerRows(world.store);
    await world.restart({ rebuild: true });
    await sleep(300);
    await world.caughtUp();
    await untilTrue(async () => (await world.ledger.coinsOf(bob.script)) !== undefined);
    expect(await ledgerRows(world.store)).toEqual(live);
  });

  test('that older rules wrote is built again by itself', async () => {
    const { heard } = world;
    const live = await ledgerRows(world.store);
    // As such an index is: it says so, and holds something else.
    await world.follower.stop();
    await world.store.pool.query('update block set version = 0');
    await world.store.pool.query('delete from lot');
    const epochs = await epochOf();
    const [warnings, undone, told] = [heard.warnings.length, heard.undone.length, heard.blocks.length];
    await world.restart();
    await untilTrue(async () => (await indexAge(world.store.db)) === 'current');
    await world.caughtUp();
    // Each block is told again; none of them was left by the node.
    const { height } = await world.node.tip();
    expect(heard.undone.slice(undone)).toEqual([]);
    expect(heard.blocks.slice(told).map((block) => block.height)).toEqual(
      Array.from({ length: height }, (_, below) => below + 1),
    );
    // A leader from before the rebuild stays fenced off.
    expect(await epochOf()).toBe(epochs + 1n);
    await untilTrue(async () => (await world.ledger.coinsOf(bob.script)) !== undefined);
    expect(heard.warnings.slice(warnings).join()).toContain('older rules wrote the index');
    expect(await ledgerRows(world.store)).toEqual(live);
    const after = heard.warnings.length;
    await world.restart();
    await world.caughtUp();
    expect(heard.warnings.slice(after).join()).not.toContain('older rules');
  });

  test('is built again after the node left its last blocks: they are undone first', async () => {
    const { heard } = world;
    const { height } = await world.node.tip();
    const left = heard.blocks.filter((block) => block.height > height - 3).slice(-3);
    await world.follower.stop();
    await world.store.pool.query('update block set version = 0');
    await world.chain.node.rpc('invalidateblock', [left[0]?.hash]);
    await world.chain.mine(4, bob.address);
    const [undone, told] = [heard.undone.length, heard.blocks.length];
    await world.restart();
    await untilTrue(async () => (await indexAge(world.store.db)) === 'current');
    await world.caughtUp();
    expect(heard.undone.slice(undone)).toEqual(left.toReversed());
    expect(heard.order.slice(-8).map(([what, at]) => `${what} ${at - height}`)).toEqual([
      'block -3',
      'undo 0',
      'undo -1',
      'undo -2',
      'block -2',
      'block -1',
      'block 0',
      'block 1',
    ]);
    expect(heard.blocks.length - told).toBe(height + 1);
  });

  test('of another chain, of a newer version, or of a chain the node has left, is not touched', async () => {
    const live = await ledgerRows(world.store);
    const { heard } = world;
    const { pool } = world.store;
    const { hash } = await world.node.tip();
    for (const [is, was, says] of [
      [
        `update tip set chain = 'test'; update block set version = 0`,
        `update tip set chain = 'regtest'; update block set version = ${INDEX_VERSION}`,
        'this database holds the ledger of',
      ],
      [
        `update block set version = ${INDEX_VERSION + 1}`,
        `update block set version = ${INDEX_VERSION}`,
        'a newer version',
      ],
      // A chain that the node left deeper than is undone.
      [
        `update tip set peak = peak + 7, hash = repeat('0', 64); update block set version = 0`,
        `update tip set peak = peak - 7, hash = '${hash}'; update block set version = ${INDEX_VERSION}`,
        'more than 6 blocks deep',
      ],
    ] as const) {
      await world.follower.stop();
      await pool.query(is);
      const before = heard.warnings.length + heard.stops.length;
      const said = (): string => [...heard.warnings, ...heard.stops].join();
      await world.restart();
      await untilTrue(() => heard.warnings.length + heard.stops.length > before && said().includes(says));
      await world.follower.stop();
      await pool.query(was);
      expect(await ledgerRows(world.store)).toEqual(live);
    }
    heard.stops.length = 0;
    await world.restart();
    await world.caughtUp();
  });

  test('takes no block from a server that knows nothing of versions', async () => {
    const { pool } = world.store;
    const add = `insert into block (height, hash, previous_hash, time, counts) values (999999, 'x', 'y', 0, '{}')`;
    await expect(pool.query(add)).rejects.toThrow(/null value in column "version"/);
  });
});
