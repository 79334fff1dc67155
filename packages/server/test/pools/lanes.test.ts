/**
 * Several lanes on the real node: filled one after the other, a price that moves while somebody signs, and the theft that the price rule is
 * made against (pools §3).
 */
import type { Trader } from '@rialto/devnet';
import { LP_FEE_PPM, perShareFell, reachOf, sellExactIn } from '@rialto/market';
import type { Reserves } from '@rialto/market';
import { bytesToHex, invariant } from '@rialto/protocols';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askerOf } from '../../src/custody/joint/ask.ts';
import { openDoor } from '../../src/custody/signer-door.ts';
import { spendElsewhere } from '../bids/spend-coin.ts';
import { refusalOf, until } from '../world.ts';
import {
  act,
  asked,
  build,
  expectChain,
  lanesOf,
  mempoolOf,
  poolOf,
  poolWorld,
  preview,
  submit,
  task,
} from './pooler.ts';
import type { PoolWorld } from './pooler.ts';
import { cheaper, codeOf, requestOf } from './signer-asks.ts';

const DEPTH = 5;
const R1 = 15_000_000n;
const R2 = 10_000_000n;

let place: PoolWorld;
let people: readonly [Trader, Trader, Trader, Trader];

beforeAll(async () => {
  const signerSettings = { POOL_STOCK: '2', POOL_SWAP_PPM: '1000000', POOL_HOUR_PPM: '1000000' };
  place = await poolWorld({ POOL_LANE_DEPTH: String(DEPTH), POOL_SWAP_PPM: '1000000' }, { signerSettings });
  people = [...place.others, place.first] as [Trader, Trader, Trader, Trader];
  await act(place, place.first, 'buildInit', { token1Amount: R1.toString(), token2Amount: R2.toString() });
  await place.world.mine();
}, 240_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectChain(place);
});

const lanes = async () => (await lanesOf(place)).lanes;
const buy = (who: Trader, sourceAmount = '20000') => act(place, who, 'build1x', { sourceAmount });
const waiting = async (): Promise<number[]> => (await lanes()).map((lane) => lane.waiting).toSorted();

/** So many swaps, by one after the other. */
async function buys(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const who = people[at % people.length];
    invariant(who !== undefined, 'there are people');
    await buy(who);
  }
}

/** The keeper parts what is full, once or more as long as no block comes; at rest all lanes have room, and it parts no more. */
async function parted(): Promise<void> {
  const query = `select txid from pool_acts where kind = 'refresh' and status = 'signed'`;
  const isSent = async (): Promise<boolean> => {
    const own = (await asked(place.world, query)).rows.map(({ txid }) => txid);
    return (await mempoolOf(place)).some((txid) => own.includes(txid));
  };
  await until(isSent, 'the lane is parted', 90_000);
  do await place.world.mine();
  while ((await waiting()).some((count) => count > 0));
  expect((await lanes()).length).toBeGreaterThan(1);
}

/** By blocks alone. */
async function reserves(): Promise<Reserves> {
  const { token1PoolConfirmed, token2PoolConfirmed, poolEquity } = await poolOf(place);
  return { r1: BigInt(token1PoolConfirmed), r2: BigInt(token2PoolConfirmed), shares: BigInt(poolEquity) };
}

describe('lanes', () => {
  it('take five swaps of a block each: a sixth is refused while there is one, and is on the second once there are two', async () => {
    await buys(DEPTH);
    expect(await waiting()).toEqual([DEPTH]);
    expect(await refusalOf(buy(people[1]))).toBe('lanes-full');
    await parted();
    const free = (await lanes()).slice(1).map(() => 0);
    await buys(DEPTH);
    expect(await waiting()).toEqual([...free, DEPTH]);
    await buy(people[1]);
    expect(await waiting()).toEqual([...free.slice(1), 1, DEPTH]);
  }, 180_000);
});

describe('a price that moves while somebody signs', () => {
  /** All lanes give the same quote: then the first is taken, which is not to be the largest. */
  async function smallFirst(): Promise<{ largest: bigint; second: bigint }> {
    for (;;) {
      const units = (await lanes()).map(({ token2 }) => BigInt(token2));
      const [largest = 0n, second = 0n] = units.toSorted((a, b) => (a > b ? -1 : 1));
      if (units[0] !== largest) return { largest, second };
      await buy(people[0]);
      await place.world.mine();
    }
  }

  it('is refused beyond the band with a fresh quote one call away, and honoured inside it', async () => {
    const [slow, faster] = people;
    // One of the lanes gets more units than the others have.
    await act(place, faster, 'build2x', { sourceAmount: '1500000' });
    await place.world.mine();
    const { largest, second } = await smallFirst();
    // A little more than any other lane has: on the largest alone, which the swaps of others leave as it is.
    const sourceAmount = ((largest + 19n * second) / 20n).toString();
    const seen = await build(place, slow, 'buildX2', { sourceAmount });
    await buy(faster, '90000');
    expect(await refusalOf(submit(place, slow, seen))).toBe('price-changed');
    expect(await task(place, slow, seen.buildId)).toMatchObject({
      status: 'failed',
      failedReason: 'price-changed',
    });
    const fresh = await build(place, slow, 'buildX2', { sourceAmount });
    expect(BigInt(fresh.amount1)).toBeGreaterThan(BigInt(seen.amount1));
    await buy(faster, '11000');
    const now = await preview(place, 'x2', sourceAmount);
    expect(BigInt(now.sourceAmount)).toBeGreaterThan(BigInt(fresh.amount1));
    const { txid } = await submit(place, slow, fresh);
    await place.world.mine();
    expect(await task(place, slow, fresh.buildId)).toMatchObject({ status: 'completed', txid });
  }, 90_000);
});

describe('a price that is pushed on one lane and taken back', () => {
  it('buys nothing on another: the signer refuses the price of all that waits, and by the rule the pool loses nothing', async () => {
    const [thief, second, third, fourth] = people;
    const before = await reserves();
    const push = await buy(thief, ((before.r1 * 4n) / 100n).toString());
    for (const who of [second, third, fourth, second]) await buy(who);
    // The pushed lane is full: this is on another.
    const units = 200_000n;
    const sale = await build(place, third, 'build2x', { sourceAmount: units.toString() });
    const { token1Pool, token2Pool } = await poolOf(place);
    const soon = { ...before, r1: BigInt(token1Pool), r2: BigInt(token2Pool) };
    const naive = sellExactIn(reachOf(soon, []), units, LP_FEE_PPM);
    const fair = sellExactIn(reachOf(before, []), units, LP_FEE_PPM);
    const taken = { ...before, r1: before.r1 - naive, r2: before.r2 + units };
    expect(perShareFell(before, taken)).toBe(true);
    const bent = await requestOf(
      place,
      { who: third, buildId: sale.buildId, act: 'sell' },
      cheaper(naive - fair),
    );
    const ask = askerOf(openDoor(place.world.exchange.signerSocket));
    expect(await codeOf(ask('poolSign', { sign: bent.request }))).toBe('price-changed');
    await submit(place, third, sale);
    const own = push.coins.filter(({ script }) => script === bytesToHex(thief.script));
    await spendElsewhere(place.world, thief, own, { fee: 50_000n });
    await until(
      async () => (await task(place, thief, push.buildId)).status === 'failed',
      'the push is taken back',
    );
    await place.world.mine();
    const after = await reserves();
    expect(after).toEqual({ ...before, r1: before.r1 - fair, r2: before.r2 + units });
    expect(perShareFell(before, after)).toBe(false);
  }, 90_000);
});
