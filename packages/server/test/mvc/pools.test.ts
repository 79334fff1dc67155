/** A pool's coins in the index: from its first ones through swaps that wait and that are mined, whatever strangers send and however they are mined. */
import { mvcPeople } from '@rialto/devnet';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex, outpoint } from '@rialto/protocols';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPool, stopPool } from '../../src/mvc/store/pool-store.ts';
import { keepDatabases, openIndexWorld, untilTrue } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import {
  POOL,
  PoolOnChain,
  SHARES,
  SPACE,
  STRANGER,
  UNITS,
  USER,
  mint,
  moved,
  twinOf,
} from './pool-world.ts';

const { accepted, coinsOf, funded, payment, sats } = await mvcPeople();

let world: IndexWorld;
let pool: PoolOnChain;

keepDatabases();

beforeEach(async () => {
  world = await openIndexWorld();
  pool = new PoolOnChain(world.chain);
  world.chain.mine();
  world.start();
  await world.caughtUp();
  expect(await pool.open(world)).toEqual([]);
});

afterEach(() => world.close());

/** SPACE, units and shares that no waiting transaction spends. */
async function reserves() {
  const free = (await world.ledger.poolCoins(1)).filter(({ spentBy }) => spentBy === undefined);
  const units = (genesis: string) =>
    free.reduce((sum, { token }) => sum + (token?.genesis === genesis ? token.amount : 0n), 0n);
  return {
    space: free.reduce((sum, { token, value }) => sum + (token === undefined ? value : 0n), 0n),
    units: units(pool.token.genesis),
    shares: units(pool.share.genesis),
  };
}

const points = (coins: readonly Pick<MvcCoin, 'outpoint'>[]) =>
  coins.map(({ outpoint }) => outpoint).toSorted();

it('has the coins it was opened with', async () => {
  expect(await reserves()).toEqual({ space: SPACE, units: UNITS, shares: SHARES });
  const [facts] = await world.ledger.pools();
  expect(facts).toMatchObject({ number: 1, token: pool.token, share: pool.share, stopped: false });
  const moves = await world.ledger.poolMoves({ pool: 1, most: 9 });
  expect(moves.map(({ d1, d2, ds }) => [d1, d2, ds])).toContainEqual([SPACE, 0n, 0n]);
  expect(moves).toHaveLength(3);
});

it('follows a purchase and a sale, waiting and mined', async () => {
  const before = { tokens: pool.tokens, space: pool.space };
  const buy = pool.buy(1_000_000n, 19_000n);
  await world.caughtUp();
  const after = { space: SPACE + 1_000_000n, units: UNITS - 19_000n, shares: SHARES };
  expect(await reserves()).toEqual(after);
  const waiting = await world.ledger.poolCoins(1);
  const spent = waiting.filter(({ spentBy }) => spentBy !== undefined);
  expect(points(spent)).toEqual(points([before.tokens, before.space]));
  expect(spent.every(({ spentBy }) => spentBy === buy.core)).toBe(true);
  const move = { pool: 1, core: buy.core, txid: buy.txid, d1: 1_000_000n, d2: -19_000n, ds: 0n };
  const user = bytesToHex(USER.hash);
  expect((await world.ledger.poolMoves({ pool: 1, most: 1 }))[0]).toEqual({
    ...{ ...move, user, height: undefined, time: undefined },
  });
  const { check, swap } = pool.sell(10_000n, 400_000n);
  await world.caughtUp();
  const two = await world.ledger.poolMoves({ user, most: 9 });
  expect(two.map(({ core }) => core)).toEqual([swap.core, buy.core]);
  const left = two[0]?.d1 ?? 0n;
  world.chain.mine();
  await world.caughtUp();
  const block = world.chain.block(world.chain.height)?.block;
  const mined = await world.ledger.poolMoves({ pool: 1, most: 3 });
  expect(mined.map(({ core }) => core)).toEqual([swap.core, check.core, buy.core]);
  expect(mined[2]).toEqual({ ...move, user, height: world.chain.height, time: block?.header.time });
  // What leaves with a sale: what the user gets, and every cost of it.
  const { space, units } = await reserves();
  expect(units).toBe(after.units + 10_000n);
  expect(space).toBe(after.space + left + (mined[1]?.d1 ?? 0n));
  const all = await world.ledger.poolMoves({ pool: 1, most: 99 });
  expect(all.reduce((sum, { d1 }) => sum + d1, 0n)).toBe(space);
});

it('does not count what strangers send to its scripts, waiting or mined', async () => {
  const { chain } = world;
  const gift = moved(chain, 700_000n, POOL.script);
  const tokens = mint(chain, 'XX', { holder: POOL.holder, units: 5n });
  await world.caughtUp();
  const first = { space: SPACE, units: UNITS, shares: SHARES };
  expect(await reserves()).toEqual(first);
  chain.mine();
  await world.caughtUp();
  expect(await reserves()).toEqual(first);
  const named = points(await world.ledger.poolCoins(1));
  expect(named).not.toContain(gift.outpoint);
  expect(named).not.toContain(tokens.token.outpoint);
  // Of the traded token, too: whoever has some can send it there.
  const { check, swap } = pool.sell(10_000n, 300_000n);
  await world.caughtUp();
  const held = await world.ledger.tokensOf(POOL.holder, pool.token);
  expect(points(held)).toHaveLength(2);
  const [stranger] = funded(chain, STRANGER, [500_000n]);
  if (stranger === undefined) throw new Error('a coin');
  const fake = payment(
    STRANGER,
    [stranger],
    [
      { value: sats(2_019n), script: pool.tokens.script },
      { value: sats(400_000n), script: POOL.script },
    ],
  );
  accepted(chain, fake);
  await world.caughtUp();
  const moves = await world.ledger.poolMoves({ pool: 1, most: 9 });
  expect(moves.map(({ core }) => core).slice(0, 2)).toEqual([swap.core, check.core]);
  expect((await reserves()).units).toBe(UNITS + 10_000n);
  expect(await world.ledger.tokensOf(POOL.holder, pool.token)).toHaveLength(2);
});

it('follows the twin of a purchase that is mined instead', async () => {
  const { chain } = world;
  const buy = pool.buy(1_000_000n, 19_000n);
  await world.caughtUp();
  const waiting = await reserves();
  const user = bytesToHex(USER.hash);
  const twin = twinOf(buy);
  // The check alone, then the twin that spends it.
  chain.mine({ only: ({ txid }) => txid !== buy.txid });
  chain.mine({ first: [writeMvcTransaction(twin)] });
  await world.caughtUp();
  expect(await reserves()).toEqual(waiting);
  const moves = await world.ledger.poolMoves({ user, most: 9 });
  expect(moves).toMatchObject([{ core: buy.core, txid: twin.txid, height: chain.height }]);
  expect(await world.ledger.byCore([buy.core])).toEqual(
    new Map([[buy.core, { txid: twin.txid, height: chain.height }]]),
  );
  const made = coinsOf(twin).slice(1, 3);
  expect(points(await world.ledger.poolCoins(1))).toEqual(expect.arrayContaining(points(made)));
  const spent = buy.inputs.map(({ txid, vout }) => outpoint(txid, vout));
  expect([...(await world.ledger.spentBy(spent)).values()]).toEqual(
    spent.map(() => ({ core: buy.core, height: chain.height })),
  );
});

it('is opened late: what was done with its coins before is told then, waiting and mined', async () => {
  const other = await openIndexWorld(world.chain);
  try {
    other.start();
    pool.buy(1_000_000n, 19_000n);
    world.chain.mine();
    pool.sell(10_000n, 300_000n);
    world.chain.mine();
    pool.buy(500_000n, 9_000n);
    await Promise.all([world.caughtUp(), other.caughtUp()]);
    expect(await other.ledger.poolCoins(1)).toEqual([]);
    expect(await pool.open(other)).toEqual([]);
    await untilTrue(
      async () => (await other.ledger.poolMoves({ pool: 1, most: 1 }))[0]?.height === undefined,
    );
    expect(await other.ledger.poolCoins(1)).toEqual(await world.ledger.poolCoins(1));
    const query = { pool: 1, most: 99 };
    expect(await other.ledger.poolMoves(query)).toEqual(await world.ledger.poolMoves(query));
    expect(await other.ledger.tip()).toEqual(await world.ledger.tip());
  } finally {
    await other.close();
  }
});

it('takes no coin for its first that does not lie on its scripts, and each that comes later', async () => {
  const { chain, store, ledger } = world;
  const foreign = moved(chain, 10_000n, STRANGER.script);
  const late = moved(chain, 20_000n, STRANGER.script);
  const tx = payment(STRANGER, [late], [{ value: sats(19_000n), script: STRANGER.script }]);
  const [first] = coinsOf(tx);
  if (first === undefined) throw new Error('a coin');
  chain.mine();
  await world.caughtUp();
  const missing = await store.transact((queries) =>
    addPool(queries, {
      ...{ number: 2, keyHash: bytesToHex(STRANGER.hash), token: pool.token, share: pool.share },
      ...{ firstCoins: [foreign.outpoint, pool.space.outpoint, first.outpoint], shareSupply: SHARES },
      ...{ firstShares: 1n, list: 'ticket', mintable: false, openedAtHeight: chain.height },
    }),
  );
  expect(missing).toEqual([pool.space.outpoint, first.outpoint]);
  accepted(chain, tx);
  await untilTrue(async () => (await ledger.poolCoins(2)).length === 2);
  chain.mine();
  await world.caughtUp();
  const [one, two] = await ledger.poolCoins(2);
  expect([one?.outpoint, two?.outpoint]).toEqual([foreign.outpoint, first.outpoint]);
  await store.transact((queries) => stopPool(queries, 2, true));
  expect((await ledger.pools()).map(({ stopped }) => stopped)).toEqual([false, true]);
});
