/** Liquidity on MVC through the API with the real programs: added, removed, counted to the sat; and what swaps leave to those who provided. */
import { callApi } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, until } from '../world.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';

const mvc = { venue: 'mvc' } as const;
let at: MvcWorld;
let carla: MvcTrader;

const poolOf = async () => {
  const { pools } = await callApi(at.world.origin, 'mvcPools', { params: mvc });
  const [pool] = pools;
  if (pool === undefined) throw new Error('the pool');
  return pool;
};
const heldOf = async (genesis: string): Promise<bigint> => {
  const { tokens } = await carla.account();
  return BigInt(tokens.find((token) => token.genesis === genesis)?.amount ?? '0');
};
const completed = async (buildId: string): Promise<void> => {
  await at.mine();
  await until(async () => {
    const { status } = await callApi(at.world.origin, 'mvcTask', { params: mvc, query: { buildId } });
    return status === 'completed';
  }, 'it is in a block');
};

/** The newest of the pool's list and of one's own. */
const lastRows = async () => {
  const { address } = carla;
  const own = await callApi(at.world.origin, 'mvcTransactions', { params: mvc, query: { address } });
  const params = { ...mvc, pair: at.pair };
  const pool = await callApi(at.world.origin, 'mvcPoolTransactions', { params });
  return [own.list[0], pool.list[0]];
};

beforeAll(async () => {
  at = await mvcWorld();
  carla = await at.funded('carla', 6);
  await carla.swap({ pair: at.pair, side: 'buy', exact: 'in', amount: '20000000' });
  await at.mine();
}, 180_000);
afterAll(() => at.world.stop());

it('is added: SPACE and tokens go in at the price, shares come', async () => {
  const before = await poolOf();
  const [space, units] = [BigInt((await carla.account()).space), await heldOf(before.genesis)];
  const asked = { pair: at.pair, kind: 'add', of: 'space', amount: '9000000' } as const;
  const quote = await callApi(at.world.origin, 'mvcPreviewMove', { params: mvc, body: asked });
  const done = await carla.move(asked);
  expect(done).toMatchObject({ status: 'signed', failedReason: '', side: 'add', shares: quote.shares });
  await completed(done.buildId);
  const after = await poolOf();
  expect(BigInt(after.token1PoolConfirmed) - BigInt(before.token1PoolConfirmed)).toBe(BigInt(quote.sats));
  expect(BigInt(after.token2PoolConfirmed) - BigInt(before.token2PoolConfirmed)).toBe(BigInt(quote.units));
  expect(BigInt(after.poolEquity) - BigInt(before.poolEquity)).toBe(BigInt(quote.shares));
  expect(await heldOf(before.shareGenesis)).toBe(BigInt(quote.shares));
  expect(await heldOf(before.genesis)).toBe(units - BigInt(quote.units));
  const row = {
    type: 'add',
    sats: quote.sats,
    units: quote.units,
    status: 'completed',
    address: carla.address,
  };
  expect(await lastRows()).toMatchObject([row, row]);
  const paid = space - BigInt((await carla.account()).space);
  expect(paid).toBeGreaterThanOrEqual(BigInt(quote.sats));
  expect(paid).toBeLessThan(BigInt(quote.sats) + 2n * BigInt(quote.networkFee) + 10_000n);
});

it('is removed: for all shares both sides come home, and what swaps left', async () => {
  const before = await poolOf();
  const shares = await heldOf(before.shareGenesis);
  const asked = { pair: at.pair, kind: 'remove', of: 'shares', amount: shares.toString() } as const;
  const quote = await callApi(at.world.origin, 'mvcPreviewMove', { params: mvc, body: asked });
  const done = await carla.move(asked);
  expect(done).toMatchObject({ status: 'signed', failedReason: '' });
  await completed(done.buildId);
  const after = await poolOf();
  expect(await heldOf(before.shareGenesis)).toBe(0n);
  expect(BigInt(before.token1PoolConfirmed) - BigInt(after.token1PoolConfirmed)).toBe(BigInt(quote.sats));
  expect(BigInt(before.token2PoolConfirmed) - BigInt(after.token2PoolConfirmed)).toBe(BigInt(quote.units));
  const row = { type: 'remove', sats: quote.sats, units: quote.units, status: 'completed' };
  expect(await lastRows()).toMatchObject([row, row]);
});

it('asks for what there is', async () => {
  const all = { pair: at.pair, kind: 'add', of: 'space', amount: '900000000' } as const;
  expect(await refusalOf(carla.move(all))).toBe('insufficient-funds');
  const none = { pair: at.pair, kind: 'remove', of: 'shares', amount: '1000000' } as const;
  expect(await refusalOf(carla.move(none))).toBe('insufficient-funds');
  const odd = { pair: at.pair, kind: 'remove', of: 'space', amount: '1000000' } as const;
  expect(await refusalOf(carla.move(odd))).toBe('bad-request');
});
