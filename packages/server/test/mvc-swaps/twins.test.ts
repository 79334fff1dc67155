/** Every transaction of ours mined as a twin: nothing void that is paid, nothing twice, and what it took along is told and can be asked again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal, callApi } from '@rialto/devnet';
import type { MvcTrader } from '@rialto/devnet/mvc';
import type { MvcTransaction } from '@rialto/mvc';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { twinOf } from '../mvc/pool-world.ts';
import { until } from '../world.ts';
import { mvcWorld } from './mvc-world.ts';
import type { MvcWorld } from './mvc-world.ts';
import { expectTruth } from './mvc-truth.ts';
import { minersTwin, raws, readRaw } from './twins.ts';

type Task = Awaited<ReturnType<MvcTrader['swap']>>;

const params = { venue: 'mvc' } as const;
let at: MvcWorld;
let anna: MvcTrader;
let carla: MvcTrader;

beforeAll(async () => {
  at = await mvcWorld();
  anna = await at.funded('anna', 12);
  carla = await at.funded('carla', 12);
  for (const who of [anna, carla]) await buy(who, '20000000');
  await at.mine();
}, 180_000);
afterEach(() => expectTruth(at));
afterAll(() => at.world.stop());

const buy = (who: MvcTrader, amount = '2000000'): Promise<Task> =>
  who.swap({ pair: at.pair, side: 'buy', exact: 'in', amount });
const sell = (who: MvcTrader, amount = '80000000000'): Promise<Task> =>
  who.swap({ pair: at.pair, side: 'sell', exact: 'in', amount });
const add = (who: MvcTrader): Promise<Task> =>
  who.move({ pair: at.pair, kind: 'add', of: 'space', amount: '4000000' });
const task = (buildId: string) => callApi(at.world.origin, 'mvcTask', { params, query: { buildId } });
const becomes = (buildId: string, word: Task['status']): Promise<void> =>
  until(async () => (await task(buildId)).status === word, `it is ${word}`);
const unitsOf = async (who: MvcTrader): Promise<bigint> =>
  BigInt((await who.account()).tokens[0]?.amount ?? '0');

async function mineFirst(...first: readonly MvcTransaction[]): Promise<void> {
  at.mvc.chain.mine({ first: raws(...first) });
  await at.mine();
}

describe('a swap mined as a twin is done, once', () => {
  const cases: readonly (readonly [string, () => Promise<Task>, typeof twinOf])[] = [
    ['a purchase, by a stranger', () => buy(anna), twinOf],
    ['a purchase, by a miner', () => buy(anna), minersTwin],
    ['a sale', () => sell(anna), minersTwin],
  ];
  it.each(cases)('%s', async (_, swap, twinned) => {
    const before = await unitsOf(anna);
    const done = await swap();
    const twin = twinned(readRaw(done.swap));
    await mineFirst(readRaw(done.check), twin);
    await becomes(done.buildId, 'completed');
    expect(await task(done.buildId)).toMatchObject({ txid: twin.txid, core: twin.core, failedReason: '' });
    const sign = done.side === 'buy' ? 1n : -1n;
    expect(await unitsOf(anna)).toBe(before + sign * BigInt(done.units));
    // The same again is the same swap, and nothing goes out a second time.
    expect(at.mvc.chain.waiting()).toEqual([]);
  });

  it('liquidity, its move', async () => {
    const done = await add(carla);
    const twin = twinOf(readRaw(done.swap));
    await mineFirst(readRaw(done.check), readRaw(done.parked), twin);
    await becomes(done.buildId, 'completed');
    expect((await task(done.buildId)).txid).toBe(twin.txid);
  });
});

describe('what a twin takes along has failed, and can be asked again', () => {
  it.each([
    ['a purchase whose check is mined as one', () => buy(anna)],
    ['a sale whose check is mined as one', () => sell(anna)],
    ['liquidity whose checks are mined as one', () => add(carla)],
  ] as const)('%s', async (_, act) => {
    const done = await act();
    await mineFirst(minersTwin(readRaw(done.check)));
    await becomes(done.buildId, 'failed');
    expect((await task(done.buildId)).failedReason).toBe('coin-spent');
    const again = await act();
    await at.mine();
    await becomes(again.buildId, 'completed');
    expect((await task(done.buildId)).status).toBe('failed');
  });

  it('liquidity whose parking is mined as one: what was parked is shown where it lies', async () => {
    const done = await add(carla);
    const parked = minersTwin(readRaw(done.parked));
    await mineFirst(readRaw(done.check), parked);
    await becomes(done.buildId, 'failed');
    const account = await carla.account();
    expect(account.parked).toMatchObject([{ outpoint: `${parked.txid}:0`, amount: done.units }]);
  });

  it('swaps behind it on its lane, and those behind them, and no other', async () => {
    const people: MvcTrader[] = [];
    for (const name of ['dan', 'eve', 'fay']) people.push(await at.funded(name, 6));
    const all: Task[] = [];
    // Three rounds on four lanes: some lane has three, one on top of the other.
    for (let round = 0; round < 3; round += 1)
      for (const who of people) all.push(await untilTaken(() => buy(who, '1000000')));
    const [first] = all;
    if (first === undefined) throw new Error('the first');
    const behind = new Set([readRaw(first.swap).txid]);
    for (const { swap } of all.slice(1)) {
      const tx = readRaw(swap);
      if (tx.inputs.some(({ txid }) => behind.has(txid))) behind.add(tx.txid);
    }
    await mineFirst(readRaw(first.check), twinOf(readRaw(first.swap)));
    for (const one of all) {
      const falls = one !== first && behind.has(readRaw(one.swap).txid);
      await becomes(one.buildId, falls ? 'failed' : 'completed');
    }
    expect(behind.size).toBeGreaterThan(1);
    const again = await buy(people[0] ?? anna, '1000000');
    await at.mine();
    await becomes(again.buildId, 'completed');
  }, 60_000);
});

/** The lanes are free again once the index has heard of what was sent. */
async function untilTaken(act: () => Promise<Task>): Promise<Task> {
  for (let tries = 0; ; tries += 1)
    try {
      return await act();
    } catch (error) {
      const comesAgain =
        error instanceof ApiRefusal && ['lanes-full', 'price-changed'].includes(error.refusal);
      if (!comesAgain || tries > 30) throw error;
      await sleep(100);
    }
}
