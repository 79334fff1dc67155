/** A long random history: after each stretch the index tells what the chain itself says, and built again from the first block it is the same. */
import { mvcPeople } from '@rialto/devnet';
import { readFtScript, withHolder, writeMvcTransaction } from '@rialto/mvc';
import { equalBytes, outpoint } from '@rialto/protocols';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyMvcIndex } from '../../src/mvc/follower/verify-mvc.ts';
import { openIndexWorld } from './index-world.ts';
import type { IndexWorld } from './index-world.ts';
import { ISSUER, PAYER, POOL, PoolOnChain, STRANGER, USER, twinOf } from './pool-world.ts';

const { accepted, funded, payment, sats } = await mvcPeople();

let world: IndexWorld;
let pool: PoolOnChain;

beforeAll(async () => {
  world = await openIndexWorld();
  pool = new PoolOnChain(world.chain);
  for (let at = 0; at < 4; at += 1) world.chain.mine();
  world.start();
  await world.caughtUp();
  await pool.open(world);
});

afterAll(() => world.close());

const PEOPLE = [USER, STRANGER, PAYER, ISSUER];

/** The same numbers every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const fakes = new Set<string>();
/** What strangers gave the pool. */
const gifts = new Set<string>();

/** The chain's own word, fakes left out. */
const onChain = (of: (script: Uint8Array) => boolean) =>
  world.chain
    .coins(of)
    .filter((coin) => !fakes.has(coin.outpoint))
    .map((coin) => coin.outpoint)
    .toSorted();

const holds = (script: Uint8Array, holder: Uint8Array): boolean => {
  const token = readFtScript(script);
  return token !== undefined && token.amount > 0n && Buffer.from(holder).toString('hex') === token.holder;
};

async function agrees(): Promise<void> {
  await world.caughtUp();
  const { ledger } = world;
  const names = (coins: readonly { readonly outpoint: string }[]) =>
    coins.map((coin) => coin.outpoint).toSorted();
  for (const { hash, script } of [...PEOPLE, POOL])
    expect(names(await ledger.spaceOf(hash, 10_000))).toEqual(onChain((one) => equalBytes(one, script)));
  for (const holder of [USER.hash, POOL.holder])
    expect(names(await ledger.tokensOf(holder))).toEqual(onChain((script) => holds(script, holder)));
  const own = await ledger.poolCoins(1);
  expect(own.filter((coin) => gifts.has(coin.outpoint))).toEqual([]);
  const free = own.filter(({ spentBy }) => spentBy === undefined);
  expect(free.every(({ outpoint: point }) => world.chain.coin(point) !== undefined)).toBe(true);
  // A coin of the pool that waits to be spent is there by blocks, or waits itself.
  for (const { outpoint: point, height } of own)
    expect(world.chain.coin(point, false) !== undefined).toBe(height !== undefined);
  const moves = await ledger.poolMoves({ pool: 1, most: 10_000 });
  const space = free.filter(({ token }) => token === undefined);
  expect(space.reduce((sum, { value }) => sum + value, 0n)).toBe(moves.reduce((sum, { d1 }) => sum + d1, 0n));
  const units = free.filter(({ token }) => token?.genesis === pool.token.genesis);
  expect(units.reduce((sum, { token }) => sum + (token?.amount ?? 0n), 0n)).toBe(
    moves.reduce((sum, { d2 }) => sum + d2, 0n),
  );
}

/** The pool's and the user's coins as the index has them now. */
async function takeLane(): Promise<boolean> {
  const free = (await world.ledger.poolCoins(1)).filter(({ spentBy }) => spentBy === undefined);
  const most = (coins: typeof free, of: (coin: (typeof free)[number]) => bigint) =>
    coins.toSorted((a, b) => (of(a) < of(b) ? 1 : -1))[0];
  const space = most(
    free.filter(({ token }) => token === undefined),
    ({ value }) => value,
  );
  const tokens = most(
    free.filter(({ token }) => token?.genesis === pool.token.genesis),
    ({ token }) => token?.amount ?? 0n,
  );
  const [own] = (await world.ledger.tokensOf(USER.hash, pool.token)).toSorted((a, b) =>
    a.token.amount < b.token.amount ? 1 : -1,
  );
  if (space === undefined || tokens === undefined || own === undefined) return false;
  pool.space = space;
  pool.tokens = tokens;
  pool.userTokens = own;
  return true;
}

const to = (who: typeof USER, value: bigint) => ({ value: sats(value), script: who.script });

const coinsWaitingToBeSpent = () =>
  world.chain
    .waiting()
    .flatMap(({ inputs }) => inputs)
    .flatMap(({ txid, vout }) => world.chain.coin(outpoint(txid, vout), false) ?? []);

function pay(roll: (sides: number) => number): void {
  const isRival = roll(6) === 0;
  const [from, into] = [PEOPLE[roll(PEOPLE.length)] ?? USER, [...PEOPLE, POOL][roll(5)] ?? USER];
  const coins = (isRival ? coinsWaitingToBeSpent() : world.chain.coins(() => true))
    .filter(({ value, script }) => value > 5_000n && equalBytes(script, from.script))
    .slice(0, 1 + roll(3));
  const held = coins.reduce((sum, { value }) => sum + value, 0n);
  if (coins.length === 0) {
    funded(world.chain, from, [400_000n, 90_000n]);
    return;
  }
  const outputs = [to(into, held / 3n), to(from, held - held / 3n - 900n)];
  const isFake = roll(5) === 0;
  if (isFake) outputs[0] = { value: sats(1n), script: withHolder(pool.tokens.script, USER.hash, 77n) };
  const tx = payment(from, coins, outputs);
  if (into === POOL) gifts.add(outpoint(tx.txid, 0));
  // A miner may have it against what waits.
  if (isRival) world.chain.mine({ first: [writeMvcTransaction(tx)] });
  else accepted(world.chain, tx);
  if (isFake) fakes.add(outpoint(tx.txid, 0));
}

async function swap(roll: (sides: number) => number): Promise<void> {
  await world.caughtUp();
  if (!(await takeLane())) return;
  const { chain } = world;
  if (roll(2) === 0) {
    pool.sell(BigInt(1 + roll(500)), BigInt(1_000 + roll(9_000)));
    return;
  }
  const bought = pool.buy(BigInt(1_000 + roll(9_000)), BigInt(1 + roll(500)));
  if (roll(2) === 0) return;
  chain.mine({ only: ({ txid }) => txid !== bought.txid });
  chain.mine({ first: [writeMvcTransaction(twinOf(bought))] });
}

async function happen(roll: (sides: number) => number): Promise<void> {
  const { chain } = world;
  const what = roll(20);
  if (what < 11) {
    pay(roll);
    return;
  }
  if (what < 14) return swap(roll);
  if (what < 17) return void chain.mine({ only: () => roll(4) > 0 });
  if (what < 19) {
    chain.takeBack(1 + roll(3));
    if (roll(2) === 0) chain.mine({ only: () => roll(2) === 0 });
    return;
  }
  await world.follower.stop();
  world.start();
}

it.each([1, 2])(
  'of seed %i',
  async (seed) => {
    const roll = dice(seed * 7_919);
    for (let at = 0; at < 60; at += 1) {
      await happen(roll);
      if (at % 12 === 11) await agrees();
    }
    world.chain.mine();
    await agrees();
    const { store: live, node: chain } = world;
    const compared = await verifyMvcIndex({ live, chain, progress: () => undefined });
    expect(compared.differences).toEqual([]);
    expect(compared.eventsHash.live).toBe(compared.eventsHash.rebuilt);
    expect(compared.rows).toBeGreaterThan(100);
    expect((await world.ledger.poolMoves({ pool: 1, most: 100 })).length).toBeGreaterThan(8);
  },
  120_000,
);

it.each([
  ['coin', `update mvc.coin set value = value + 1 where holder is not null and height = 1`],
  ['move', `update mvc.move set d1 = d1 - 1 where txid = (select txid from mvc.move order by txid limit 1)`],
  ['transaction', `delete from mvc.transaction where height = 2`],
  ['block', `update mvc.block set events_hash = '00' where height = 3`],
])('a row of %s that nobody made is found, and nothing is left behind', async (table, change) => {
  const { store: live, node: chain } = world;
  const client = await live.pool.connect();
  await client.query(`create table ${table}_before as select * from mvc.${table}`);
  await client.query(change);
  const compared = await verifyMvcIndex({ live, chain, progress: () => undefined });
  expect(compared.differences.map((one) => one.table)).toEqual([table]);
  expect(compared.differences[0]?.examples.length).toBeGreaterThan(0);
  await client.query(`delete from mvc.${table}`);
  await client.query(`insert into mvc.${table} select * from ${table}_before`);
  client.release();
  const left = await live.pool.query(`select 1 from pg_namespace where nspname = 'rialto_verify_mvc'`);
  expect(left.rows).toEqual([]);
});
