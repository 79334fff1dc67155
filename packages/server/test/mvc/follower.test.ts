/** The follower of MVC when its node, its database or its chain does not stay as it was. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mvcPeople, openNodeDoor } from '@rialto/devnet';
import { openMvcNode } from '@rialto/ground';
import type { MvcChain } from '@rialto/ground';
import { writeMvcTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMvcFollower } from '../../src/mvc/follower/mvc-follower.ts';
import { verifyMvcIndex } from '../../src/mvc/follower/verify-mvc.ts';
import { keepDatabases, openIndexWorld, untilTrue } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import { PoolOnChain, STRANGER, USER } from './pool-world.ts';

const { accepted, coinsOf, funded, only, openChain, payment, sats } = await mvcPeople();

let world: IndexWorld;

keepDatabases();

beforeEach(async () => {
  world = await openIndexWorld();
});

afterEach(() => world.close());

const to = (who: typeof USER, value: bigint) => ({ value: sats(value), script: who.script });

async function isSame(): Promise<void> {
  const { store: live, node: chain } = world;
  const compared = await verifyMvcIndex({ live, chain, progress: () => undefined });
  expect(compared.differences).toEqual([]);
  expect(compared.eventsHash.live).toBe(compared.eventsHash.rebuilt);
}

describe('a reorganisation', () => {
  it.each([1, 2, 3])(
    'of %i blocks: what they did waits again, and is mined once more or not',
    async (depth) => {
      const { chain, ledger } = world;
      const coin = only(funded(chain, USER, [900_000n]));
      const pool = new PoolOnChain(chain);
      for (let at = 0; at < 3; at += 1) chain.mine();
      world.start();
      await world.caughtUp();
      await pool.open(world);
      const before = await ledger.tip();
      // One block each: a purchase, a payment, nothing.
      const space = pool.space;
      const tx = payment(USER, [coin], [to(STRANGER, 800_000n)]);
      const { swap } = pool.sell(10_000n, 300_000n);
      chain.mine();
      accepted(chain, tx);
      chain.mine();
      chain.mine();
      await world.caughtUp();
      expect(await ledger.tip()).not.toEqual(before);
      chain.takeBack(depth);
      // A branch is followed once it is the node's: with what waits, as its mempool has it.
      await world.caughtUp();
      const isBack = depth >= 2;
      expect((await ledger.spaceSum(STRANGER.hash)).waiting).toBe(isBack ? 800_000n : 0n);
      const coins = await ledger.poolCoins(1);
      const first = coins.find(({ outpoint }) => outpoint === space.outpoint);
      expect(first !== undefined).toBe(depth === 3);
      const rival = payment(USER, [coin], [to(USER, 700_000n)]);
      if (isBack) chain.mine({ first: [writeMvcTransaction(rival)] });
      for (let at = 0; at < 3; at += 1) chain.mine();
      await world.caughtUp();
      expect((await ledger.spaceSum(STRANGER.hash)).all).toBe(isBack ? 0n : 800_000n);
      expect((await ledger.spaceSum(USER.hash)).all >= 700_000n).toBe(isBack);
      const [move] = await ledger.poolMoves({ pool: 1, most: 1 });
      expect(move).toMatchObject({ core: swap.core, d2: 10_000n });
      await isSame();
    },
  );

  it('deeper than any is not followed: the index stays, and goes on when the node is back', async () => {
    const { chain, ledger } = world;
    while (chain.height < 120) chain.mine();
    world.start();
    await world.caughtUp();
    const tip = await ledger.tip();
    await world.follower.stop();
    const other = openChain();
    while (other.height < 130) other.mine();
    const door = await openNodeDoor(other);
    const node = openMvcNode({ url: door.url });
    try {
      world.start({ node });
      await untilTrue(() => world.follower.status() === 'stopped');
      expect(await ledger.tip()).toEqual(tip);
      expect(world.warnings.at(-1)).toContain('more than 100 blocks deep');
      await world.follower.stop();
      world.start();
      chain.mine();
      await world.caughtUp();
    } finally {
      node.close();
      await door.close();
    }
  });
});

/** The node, whose calls fail or take their time. */
function unsteady(node: MvcChain) {
  const state = { isDown: false, slowMs: 0 };
  const through =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      if (state.slowMs > 0) await sleep(state.slowMs);
      if (state.isDown) throw new Refusal('node-down', 'no answer in time');
      return call(...given);
    };
  const chain: MvcChain = {
    ...node,
    tip: through(() => node.tip()),
    blockHash: through((height) => node.blockHash(height)),
    block: through((hash) => node.block(hash)),
    transaction: through((txid) => node.transaction(txid)),
    waiting: through(() => node.waiting()),
  };
  return { state, chain };
}

describe('a node', () => {
  it('that is down, slow and back is followed again, and said once', async () => {
    const { chain, ledger } = world;
    const { state, chain: node } = unsteady(world.node);
    world.start({ node });
    funded(chain, USER, [900_000n]);
    await world.caughtUp();
    state.isDown = true;
    await untilTrue(() => world.follower.status() === 'syncing');
    const coin = only(funded(chain, STRANGER, [500_000n]));
    await sleep(1_200);
    expect(world.warnings.filter((line) => line.includes('no answer in time'))).toHaveLength(1);
    expect((await ledger.spaceSum(STRANGER.hash)).all).toBe(0n);
    state.isDown = false;
    state.slowMs = 15;
    // Blocks and payments come while it is asked.
    for (let at = 0; at < 20; at += 1) {
      if (at === 9) accepted(chain, payment(STRANGER, [coin], [to(USER, 400_000n)]));
      chain.mine();
      await sleep(20);
    }
    await world.caughtUp();
    await untilTrue(() => world.follower.status() === 'ok');
    expect((await ledger.spaceSum(USER.hash)).all).toBe(1_300_000n);
    await isSame();
  });
});

describe('a block that comes while the node is asked', () => {
  it('takes nothing away: what it has waits until it is read', async () => {
    const { chain, ledger, node } = world;
    const coin = only(funded(chain, USER, [900_000n]));
    const state = { comes: false, isHeld: false };
    world.start({
      node: {
        ...node,
        waiting: () => {
          if (state.comes) {
            chain.mine();
            state.comes = false;
          }
          return node.waiting();
        },
        block: async (hash) => {
          while (state.isHeld) await sleep(2);
          return node.block(hash);
        },
      },
    });
    accepted(chain, payment(USER, [coin], [to(STRANGER, 800_000n)]));
    await world.caughtUp();
    state.isHeld = true;
    state.comes = true;
    await untilTrue(() => !state.comes);
    for (let at = 0; at < 30; at += 1) {
      expect((await ledger.spaceSum(STRANGER.hash)).waiting).toBe(800_000n);
      await sleep(5);
    }
    state.isHeld = false;
    await world.caughtUp();
    expect(await ledger.spaceSum(STRANGER.hash)).toEqual({ all: 800_000n, waiting: 0n, coins: 1 });
  });
});

describe('a process', () => {
  it('that is killed in the middle leaves a whole index, and the next goes on', async () => {
    const { chain, store } = world;
    const pool = new PoolOnChain(chain);
    let coin = only(funded(chain, USER, [900_000n]));
    for (let at = 0; at < 60; at += 1) {
      const tx = payment(USER, [coin], [to(USER, coin.value - 1_000n)]);
      accepted(chain, tx);
      coin = only(coinsOf(tx));
      chain.mine();
    }
    const { chain: node, state } = unsteady(world.node);
    state.slowMs = 2;
    world.start({ node });
    let killed = 0;
    // Its connection is its lead.
    while (killed < 5) {
      const { rowCount } = await store.pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7780004`,
      );
      killed += rowCount ?? 0;
      await sleep(60);
    }
    pool.sell(10_000n, 300_000n);
    await world.caughtUp();
    await world.follower.stop();
    chain.mine();
    world.start();
    await world.caughtUp();
    await isSame();
  });

  it('beside another stands by, and takes over when that one ends', async () => {
    const { chain, store, node, ledger } = world;
    world.start();
    await world.caughtUp();
    const second = startMvcFollower({
      ...{ store, chain: node, startHeight: 0, pauseMs: 10 },
      warn: () => undefined,
    });
    try {
      funded(chain, USER, [900_000n]);
      await world.caughtUp();
      expect([world.follower.status(), second.status()]).toEqual(['ok', 'standby']);
      await world.follower.stop();
      accepted(chain, payment(USER, await ledgerCoins(), [to(STRANGER, 800_000n)]));
      await world.caughtUp();
      expect(second.status()).toBe('ok');
      expect((await ledger.spaceSum(STRANGER.hash)).waiting).toBe(800_000n);
    } finally {
      await second.stop();
    }
  });

  it('may forget the index and build it again', async () => {
    const { chain, ledger } = world;
    const pool = new PoolOnChain(chain);
    chain.mine();
    world.start();
    await world.caughtUp();
    await pool.open(world);
    pool.buy(500_000n, 9_000n);
    await world.caughtUp();
    const before = [await ledger.tip(), await ledger.poolCoins(1), await ledger.poolMoves({ most: 9 })];
    await world.follower.stop();
    world.start({ rebuild: true });
    await untilTrue(() => world.warnings.length > 0);
    await world.caughtUp();
    expect([await ledger.tip(), await ledger.poolCoins(1), await ledger.poolMoves({ most: 9 })]).toEqual(
      before,
    );
  });
});

const ledgerCoins = () => world.ledger.spaceOf(USER.hash, 9);
