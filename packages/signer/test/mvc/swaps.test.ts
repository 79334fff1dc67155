/** Swaps that the signer signs are accepted and mined, check and all; what strangers do to them, and what a restart does, changes nothing. */
import { buyExactIn, reachOf, sellExactIn } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import { writeMvcTransaction } from '@rialto/mvc';
import type { MvcCoin } from '@rialto/mvc';
import { outpoint } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { accepted, first, payment } from './people.ts';
import {
  POOL_SPACE,
  POOL_UNITS,
  USER,
  buyAct,
  checkOf,
  coinsAt,
  drawn,
  fundedFor,
  openMvcWorld,
  openedPool,
  sellAct,
  swapRequest,
  swapped,
  told,
  twinOf,
} from './world.ts';
import type { MvcPool, MvcWorld } from './world.ts';

const LP = 3_000n;
/** Of swap and check; what the check’s coin holds comes back. */
const NETWORK = 26_000n;
const RESERVES: Reserves = { r1: POOL_SPACE, r2: POOL_UNITS, shares: 1n };
const at = (reserves: Reserves) => reachOf(reserves, []);

async function begin(): Promise<{
  world: MvcWorld;
  pool: MvcPool;
  lane: { tokens: MvcCoin['outpoint']; space: MvcCoin['outpoint'] };
}> {
  const world = await openMvcWorld();
  const pool = await openedPool(world);
  const [space, tokens] = pool.first;
  if (space === undefined || tokens === undefined) throw new Error('a lane');
  return { world, pool, lane: { tokens: tokens.outpoint, space: space.outpoint } };
}

const buyOf = (
  world: MvcWorld,
  lane: { tokens: MvcCoin['outpoint']; space: MvcCoin['outpoint'] },
  sats: bigint,
  reserves = RESERVES,
) =>
  buyAct(world, lane, {
    sats,
    units: buyExactIn(at(reserves), sats, LP),
    coins: fundedFor(world, USER, sats + 400_000n),
  });

/** The tokens that the world's user has from the start. */
const tokensOf = (world: MvcWorld): MvcCoin =>
  first(
    world.chain.coins(
      (script) => script.length > 2_000 && Buffer.from(script).includes(Buffer.from(USER.hash)),
    ),
  );

/** What the user of a sale is left with: two fees and one or two outputs of tokens are off. */
const sellOf = (world: MvcWorld, space: MvcCoin['outpoint'], units: bigint, reserves = RESERVES) => {
  const coin = tokensOf(world);
  const off = NETWORK + 2n * 2_019n - coin.value;
  return sellAct(world, space, {
    units,
    sats: sellExactIn(at(reserves), units, LP) - off,
    tokens: [coin.outpoint],
  });
};

const reservesOf = async (world: MvcWorld, pool: MvcPool) => (await world.parts.view(pool.number)).confirmed;

it('a purchase and a sale are signed, taken by the node with their checks, mined and counted', async () => {
  const { world, pool, lane } = await begin();
  const { chain } = world;
  const bought = await swapped(world, pool.number, buyOf(world, lane, 1_000_000n));
  expect((await world.parts.view(pool.number)).pending.map(({ kind }) => kind)).toEqual(['check', 'swap']);
  chain.mine();
  expect(chain.transaction(bought.swap.txid)?.height).toBe(chain.height);
  const after = await reservesOf(world, pool);
  expect(after).toMatchObject({ r1: POOL_SPACE + 1_000_000n, r2: POOL_UNITS - BigInt(bought.act.units) });
  // The wallet has back what the check cost.
  expect(coinsAt(world, world.parts.payer.script).reduce((sum, { value }) => sum + value, 0n)).toBe(
    1_200_000n,
  );
  const act = sellOf(world, outpoint(bought.swap.txid, 2), 20_000_000n, after);
  const sold = await swapped(world, pool.number, act);
  chain.mine();
  expect(chain.transaction(sold.swap.txid)?.height).toBe(chain.height);
  const last = await reservesOf(world, pool);
  expect(last.r2).toBe(after.r2 + 20_000_000n);
  expect(after.r1 - last.r1).toBe(sellExactIn(at(after), 20_000_000n, LP));
  const onChain = coinsAt(world, pool.key.script).reduce((sum, { value }) => sum + value, 0n);
  expect(onChain).toBe(last.r1);
});

it('the same requests again are answered alike, also by another process, between check and swap and after', async () => {
  const { world, pool, lane } = await begin();
  const act = buyOf(world, lane, 1_000_000n);
  const check = await checkOf(world, pool.number, act);
  world.restart();
  expect(await checkOf(world, pool.number, act)).toEqual(check);
  const { check: rawCheck } = await told(Promise.resolve(check));
  const one = await drawn(world, pool.number, { act, rawCheck: String(rawCheck) });
  const signed = await world.ask(swapRequest(pool.number, one));
  expect(signed.ok).toBe(true);
  const lines = world.parts.journal.recall.signed(pool.number).length;
  expect(await world.ask(swapRequest(pool.number, one))).toEqual(signed);
  world.restart();
  expect(await world.ask(swapRequest(pool.number, one))).toEqual(signed);
  expect(world.parts.journal.recall.signed(pool.number)).toHaveLength(lines);
});

it('swaps are chained before a block has the first, also on the user’s own change', async () => {
  const { world, pool, lane } = await begin();
  const one = await swapped(world, pool.number, buyOf(world, lane, 1_000_000n));
  const reserves = { ...RESERVES, r1: POOL_SPACE + 1_000_000n, r2: POOL_UNITS - BigInt(one.act.units) };
  const change = first(coinsAt(world, USER.script));
  const next = { tokens: outpoint(one.swap.txid, 1), space: outpoint(one.swap.txid, 2) };
  const act = buyAct(world, next, {
    sats: 60_000n,
    units: buyExactIn(at(reserves), 60_000n, LP),
    coins: [change],
  });
  if (act.side === 'sell') throw new Error('bought');
  const two = await swapped(world, pool.number, { ...act, fee: '15000' });
  world.chain.mine();
  expect(world.chain.transaction(two.swap.txid)?.height).toBe(world.chain.height);
});

it('a twin that is mined instead changes nothing: it is the same act, and its coins are spent next', async () => {
  const { world, pool, lane } = await begin();
  const { chain } = world;
  const one = await swapped(world, pool.number, buyOf(world, lane, 1_000_000n));
  const twin = twinOf(one.swap);
  chain.mine({ only: ({ txid }) => txid === one.check.txid });
  chain.mine({ first: [writeMvcTransaction(twin)] });
  expect(chain.transaction(one.swap.txid)).toBeUndefined();
  const view = await world.parts.view(pool.number);
  expect(view.confirmed.r1).toBe(POOL_SPACE + 1_000_000n);
  expect(view.pending).toEqual([]);
  const next = { tokens: outpoint(twin.txid, 1), space: outpoint(twin.txid, 2) };
  const two = await swapped(world, pool.number, buyOf(world, next, 500_000n, view.confirmed));
  chain.mine();
  expect(chain.transaction(two.swap.txid)?.height).toBe(chain.height);
  expect((await reservesOf(world, pool)).r1).toBe(POOL_SPACE + 1_500_000n);
});

it('an act that was built on a twin’s other self is ended by the block that has the twin, and is back when that block goes', async () => {
  const { world, pool, lane } = await begin();
  const { chain } = world;
  const coins = fundedFor(world, USER, 600_000n);
  const one = await swapped(world, pool.number, buyOf(world, lane, 1_000_000n));
  const reserves = { ...RESERVES, r1: POOL_SPACE + 1_000_000n, r2: POOL_UNITS - BigInt(one.act.units) };
  const onFirst = { tokens: outpoint(one.swap.txid, 1), space: outpoint(one.swap.txid, 2) };
  const lost = await swapped(
    world,
    pool.number,
    buyAct(world, onFirst, { sats: 400_000n, units: buyExactIn(at(reserves), 400_000n, LP), coins }),
    false,
  );
  const twin = twinOf(one.swap);
  chain.mine({ only: ({ txid }) => txid === one.check.txid });
  chain.mine({ first: [writeMvcTransaction(twin)] });
  const isPending = async (): Promise<boolean> =>
    (await world.parts.view(pool.number)).pending.some(({ id }) => id === lost.swap.core);
  expect(await isPending(), 'its coin can never be').toBe(false);
  chain.takeBack(1);
  expect(await isPending()).toBe(true);
  chain.mine({ first: [writeMvcTransaction(twin)] });
  const onTwin = { tokens: outpoint(twin.txid, 1), space: outpoint(twin.txid, 2) };
  await swapped(world, pool.number, buyOf(world, onTwin, 300_000n, await reservesOf(world, pool)));
  chain.mine();
  expect(await isPending()).toBe(false);
});

it('a purchase whose payer spends his coin elsewhere is dead once a block has that, and not before', async () => {
  const { world, pool, lane } = await begin();
  const { chain } = world;
  const act = buyOf(world, lane, 1_000_000n);
  const one = await swapped(world, pool.number, act, false);
  const coin = first(coinsAt(world, USER.script));
  const elsewhere = payment(
    USER,
    [coin],
    [{ value: coin.value, script: USER.script }].map((output) => ({
      ...output,
      value: (output.value - 500n) as typeof output.value,
    })),
  );
  accepted(chain, elsewhere);
  const isPending = async (): Promise<boolean> =>
    (await world.parts.view(pool.number)).pending.some(({ id }) => id === one.swap.core);
  expect(await isPending()).toBe(true);
  chain.mine();
  expect(await isPending()).toBe(false);
  expect((await reservesOf(world, pool)).r1).toBe(POOL_SPACE);
  // A reorganisation brings it back.
  chain.takeBack(1);
  expect(await isPending()).toBe(true);
});

it('a sale whose check alone is mined costs the pool the check, and its swap still fits', async () => {
  const { world, pool, lane } = await begin();
  const act = sellOf(world, lane.space, 20_000_000n);
  const { check } = await told(checkOf(world, pool.number, act));
  const one = await drawn(world, pool.number, { act, rawCheck: String(check) });
  accepted(world.chain, one.check);
  world.chain.mine();
  expect((await reservesOf(world, pool)).r1).toBe(POOL_SPACE - 7_000n);
  expect(await world.ask(swapRequest(pool.number, one))).toMatchObject({ ok: true });
});

it('what is long in blocks is put together once, and is the same for a process that begins anew', async () => {
  const { world, pool, lane } = await begin();
  const { chain } = world;
  const one = await swapped(world, pool.number, buyOf(world, lane, 1_000_000n));
  for (let mined = 0; mined < 32; mined += 1) chain.mine();
  const first = await reservesOf(world, pool);
  expect(first.r1).toBe(POOL_SPACE + 1_000_000n);
  expect(await reservesOf(world, pool)).toEqual(first);
  const next = { tokens: outpoint(one.swap.txid, 1), space: outpoint(one.swap.txid, 2) };
  await swapped(world, pool.number, buyOf(world, next, 500_000n, first));
  chain.mine();
  const second = await reservesOf(world, pool);
  expect(second.r1).toBe(POOL_SPACE + 1_500_000n);
  world.restart();
  expect(await reservesOf(world, pool)).toEqual(second);
  const { mined } = await world.parts.view(pool.number);
  expect(mined.has(one.swap.core)).toBe(true);
});
