/** Reorgs of 1 to 6 blocks with transactions of every protocol, on a real node: after each the database is what the chain says, row by row. */
import { openBitcoind } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { hexToBytes, HASHED, isFlaw, readTransaction } from '@rialto/protocols';
import type { Entity } from '@rialto/protocols';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFollower } from '../../src/follower/follower.ts';
import type { Follower } from '../../src/follower/follower.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { followScript } from '../../src/store/ledger/ledger-follow.ts';
import { migrate } from '../../src/store/migrate.ts';
import { Random } from '../bench/dense-chain/random.ts';
import { untilTrue } from '../follower/follow-world.ts';
import { Chronicle } from './ledgers-reorg-chronicle.ts';
import { expectedRows, storedRows } from './ledgers-reorg-rows.ts';
import { FOLLOWED, mineBlock, openStage, proven, scanned } from './ledgers-reorg-stage.ts';
import type { Stage } from './ledgers-reorg-stage.ts';
import { trafficOn } from './ledgers-reorg-traffic.ts';

let stage: Stage;
let serial = 0;
const random = new Random(6);

/** A second index of the same chain. */
let second: { database: TestDatabase; store: Store; follower: Follower | undefined };

beforeAll(async () => {
  stage = await openStage();
  // What the first reorg moves must have something to stand on.
  await mineTraffic(2);
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  second = { database, store, follower: undefined };
}, 120_000);

afterAll(async () => {
  await second.follower?.stop();
  await second.store.close();
  await second.database.drop();
  await stage.world.close();
}, 60_000);

const rpc = (method: string, ...params: unknown[]) => stage.world.chain.node.rpc(method, params);

function freshTraffic(chronicle: Chronicle): string[] {
  serial += 1;
  return trafficOn(chronicle, serial, stage.names);
}

/** Blocks of new traffic, each planned upon the one before; answers their transactions. */
async function mineTraffic(blocks: number): Promise<{ first: string; raws: string[] }> {
  const raws: string[] = [];
  const hashes: string[] = [];
  const chronicle = await Chronicle.read(stage.world.node);
  for (let block = 0; block < blocks; block += 1) {
    await chronicle.goOn(stage.world.node);
    const fresh = freshTraffic(chronicle);
    hashes.push(await mineBlock(stage.world.chain, fresh));
    raws.push(...fresh);
  }
  return { first: hashes[0] ?? '', raws };
}

interface Known {
  readonly raw: string;
  readonly txid: string;
  readonly needs: readonly string[];
}

function known(raw: string): Known {
  const tx = readTransaction(hexToBytes(raw));
  if (isFlaw(tx)) throw new Error(tx.flaw);
  return { raw, txid: tx.txid, needs: tx.inputs.map(({ txid }) => txid) };
}

/** The same transactions in another order over so many blocks; some are left out, and with them what needs them. */
function rearranged(raws: readonly string[], blocks: number): string[][] {
  const all = raws.map(known);
  const made = new Set(all.map(({ txid }) => txid));
  const done = new Set<string>();
  const order: string[] = [];
  let waiting = all.filter(() => !random.chance(12));
  for (;;) {
    const ready = waiting.filter(({ needs }) => needs.every((txid) => !made.has(txid) || done.has(txid)));
    if (ready.length === 0) break;
    const next = random.pick(ready);
    order.push(next.raw);
    done.add(next.txid);
    waiting = waiting.filter((one) => one !== next);
  }
  const cuts = Array.from({ length: blocks - 1 }, () => random.below(order.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, at) => order.slice(from, cuts[at] ?? order.length));
}

/**
 * Makes the branch that will win, one block longer, while the follower sleeps: the same transactions otherwise, then a block of new
 * ones that spend what the left-out ones would have spent. Afterwards the node is back on the branch it was on.
 */
async function makeBranch(ours: { first: string; raws: string[] }, depth: number): Promise<string> {
  const { world } = stage;
  await world.follower.stop();
  await rpc('invalidateblock', ours.first);
  const hashes: string[] = [];
  for (const raws of rearranged(ours.raws, depth)) hashes.push(await mineBlock(world.chain, raws));
  hashes.push(await mineBlock(world.chain, freshTraffic(await Chronicle.read(world.node))));
  const [first = ''] = hashes;
  await rpc('invalidateblock', first);
  await rpc('reconsiderblock', ours.first);
  await world.restart();
  return first;
}

/** The second index forgets everything and reads the chain from its first block. */
async function rebuilt(): Promise<Store> {
  const { store } = second;
  await second.follower?.stop();
  const { rpcUrl, cookieFile } = stage.world.chain;
  const node = openBitcoind({ url: rpcUrl, cookieFile });
  const follower = startFollower({
    store,
    chain: node,
    network: 'regtest',
    rebuild: true,
    listeners: [],
    warn: () => undefined,
    onStopped: () => undefined,
  });
  second.follower = follower;
  await untilTrue(() => follower.status() === 'ok');
  for (const script of FOLLOWED) await followScript(store, node, script);
  await scanned(store);
  node.close();
  return store;
}

describe('a reorg with transactions of every protocol', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    '%i deep: there, back, and there again',
    async (depth) => {
      const { world } = stage;
      const ours = await mineTraffic(depth);
      const before = await proven(world);
      const theirs = await makeBranch(ours, depth);
      expect((await proven(world)).blocks).toEqual(before.blocks);

      const undone = world.heard.undone.length;
      await rpc('reconsiderblock', theirs);
      const after = await proven(world);
      expect(world.heard.undone.length - undone).toBe(depth);
      expect(after.height).toBe(before.height + 1);
      expectTransactionsChanged(before, after);
      expectAllProtocolsDiffer(before, after);

      // The way back is one block longer, and seven are not undone.
      if (depth < 6) {
        await rpc('invalidateblock', theirs);
        expect((await proven(world)).blocks).toEqual(before.blocks);
        await rpc('reconsiderblock', theirs);
        expect((await proven(world)).blocks).toEqual(after.blocks);
      }
      expect(await storedRows(await rebuilt())).toEqual(await storedRows(world.store));
      expect(world.heard.stops).toEqual([]);
    },
    120_000,
  );

  test('held something of every kind', async () => {
    const { rows } = (await Chronicle.read(stage.world.node)).ledger.memory;
    const kinds = Object.keys(rows) as Entity[];
    for (const kind of kinds) expect([...rows[kind].all()].length, kind).toBeGreaterThan(5);
    const count = <R>(all: Iterable<[string, R]>, is: (row: R) => boolean) =>
      [...all].filter(([, row]) => is(row)).length;
    expect(count(rows.lot.all(), (lot) => lot.usedHeight !== undefined)).toBeGreaterThan(5);
    expect(count(rows.rune.all(), (rune) => rune.mints > 0n)).toBeGreaterThan(2);
    expect(count(rows.rune.all(), (rune) => rune.burned > 0n)).toBeGreaterThan(0);
    expect(count(rows.mrc20Token.all(), (token) => token.mints > token.premineCount)).toBeGreaterThan(2);
    expect(count(rows.location.all(), (place) => place.value === 0n)).toBeGreaterThan(0);
  });

  test('7 deep: stops, says how to recover, touches no row; goes on when the node is back, or is built again', async () => {
    const { world } = stage;
    const ours = await mineTraffic(7);
    const before = await proven(world);
    const theirs = await makeBranch(ours, 7);
    await proven(world);
    const { undone, stops } = world.heard;
    const heard = undone.length;
    await rpc('reconsiderblock', theirs);
    await untilTrue(() => stops.length === 1);
    expect(world.follower.status()).toBe('stopped');
    expect(stops[0]).toContain('REBUILD_LEDGER=1');
    expect((await world.ledger.status()).stopped).toContain('more than 6 blocks deep');
    expect(undone.length).toBe(heard);
    expect(await storedRows(world.store)).toEqual(expectedRows(before, FOLLOWED));

    await rpc('invalidateblock', theirs);
    await untilTrue(() => world.follower.status() === 'ok');
    expect((await proven(world)).blocks).toEqual(before.blocks);
    expect((await world.ledger.status()).stopped).toBeUndefined();

    await rpc('reconsiderblock', theirs);
    await untilTrue(() => stops.length === 2);
    await world.restart({ rebuild: true });
    await untilTrue(() => world.follower.status() === 'ok');
    expectAllProtocolsDiffer(before, await proven(world));
    expect((await world.ledger.status()).stopped).toBeUndefined();
  }, 120_000);
});

/** Some left the chain, some came, and some of those that stayed have another place. */
function expectTransactionsChanged(before: Chronicle, after: Chronicle): void {
  const [old, now] = [before.places, after.places];
  expect([...old.keys()].some((txid) => !now.has(txid))).toBe(true);
  expect([...now.keys()].some((txid) => !old.has(txid))).toBe(true);
  const moved = [...now].filter(([txid, place]) => old.has(txid) && old.get(txid) !== place);
  expect(moved.length).toBeGreaterThan(10);
}

/** At the height both have, or the one block more would make the difference. Without any the reorg proved nothing. */
function expectAllProtocolsDiffer(before: Chronicle, after: Chronicle): void {
  const [old, now] = [before, after].map(({ blocks }) => blocks[before.height - 1]?.totals.hashes);
  for (const protocol of HASHED) expect(now?.[protocol], protocol).not.toBe(old?.[protocol]);
}
