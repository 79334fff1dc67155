/** A pool's coins in the index: from its first ones through swaps that wait and that are mined, whatever strangers send and however they are mined. */
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { bytesToHex } from '@rialto/protocols';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accepted, coinsOf, funded, payment, sats } from '../../../devnet/test/mvc/private-world.ts';
import { openIndexWorld } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import {
  PAYER,
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

let world: IndexWorld;
let pool: PoolOnChain;

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
