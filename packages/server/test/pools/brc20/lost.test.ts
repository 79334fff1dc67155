/** A BRC-20 pool beside programs that die, a database that is lost, lanes that are full, and readers who want to hear of it. */
import { callApi } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEar } from '../../http/feed/feed-ear.ts';
import { until } from '../../world.ts';
import { ONE, TICK, buildSale, expectLots, lotWorld, opened, sell, stocked } from './lotter.ts';
import { act, asked, build, lanesOf, mempoolOf, poolOf, submit, task, transactionsOf } from '../pooler.ts';
import type { PoolWorld } from '../pooler.ts';

let place: PoolWorld;
let second: Trader;
let third: Trader;

beforeAll(async () => {
  place = await lotWorld({ POOL_LANE_DEPTH: '2' });
  [second, third] = place.others as [Trader, Trader];
  await opened(place);
  await stocked(place, 6);
}, 300_000);

afterAll(() => place.world.stop());

afterEach(async () => {
  await place.world.mine();
  await expectLots(place);
});

const statusOf = async (who: Trader, id: string) => (await task(place, who, id)).status;
const buying = (who: Trader) => build(place, who, 'buildX2', { sourceAmount: (10n * ONE).toString() });

describe('who wants to hear of it', () => {
  it('hears how the pool stands, how his act goes, and finds it under his bell', async () => {
    const pool = await openEar(place.world.origin, `pool=swap/btc-${TICK}`);
    const own = await openEar(place.world.origin, '', second.headers());
    try {
      await pool.hears(({ kind }) => kind === 'hello');
      await own.hears(({ kind }) => kind === 'hello');
      const { buildId, txid, amount1 } = await submitted(second, await buying(second));
      const told = await pool.hears((one) => one.kind === 'pool' && one.pool.waiting === 1);
      expect(told).toMatchObject({ pool: { token2: TICK } });
      const signed = await own.hears((one) => one.kind === 'task' && one.task.status === 'signed');
      expect(signed).toMatchObject({ task: { buildId, kind: 'swap', type: 'x2', token2: TICK, txid } });
      await place.world.mine();
      const query = { address: second.address };
      const { items } = await callApi(place.world.origin, 'notifications', {
        query,
        headers: second.headers(),
      });
      expect(items).toMatchObject([{ event: 'bought', tick: TICK, coinAmount: '10', txId: txid }]);
      expect(BigInt(items[0]?.amount ?? 0)).toBe(BigInt(amount1));
    } finally {
      pool.close();
      own.close();
    }
  });
});

async function submitted(who: Trader, built: Awaited<ReturnType<typeof buying>>) {
  return { ...built, ...(await submit(place, who, built)) };
}

describe('an act that the signer signed and the exchange did not write down', () => {
  it.each([
    ['a purchase', () => buying(third)],
    ['a sale', () => buildSale(place, third, '10')],
  ] as const)('%s is sent by the server that is started again', async (_, builds) => {
    const { server, serverEnvironment, ready } = place.world.exchange;
    await stocked(place, 6);
    await server.restart({ ...serverEnvironment, FAULT_STOP_AT: 'co-signed' });
    await ready();
    const built = await builds();
    const starts = server.starts();
    await expect(submit(place, third, built)).rejects.toThrow();
    await until(() => server.starts() > starts, 'it has died');
    await server.restart({ ...serverEnvironment });
    await ready();
    await until(async () => (await statusOf(third, built.buildId)) === 'signed', 'it is taken up');
    const { txid } = await task(place, third, built.buildId);
    await until(async () => (await mempoolOf(place)).some((one) => one === txid), 'and sent');
    await place.world.mine();
    expect(await statusOf(third, built.buildId)).toBe('completed');
  });
});

describe('lanes of sats alone', () => {
  it('are parted when they are full, and take more swaps', async () => {
    await sell(place, second, '10');
    await sell(place, third, '20');
    const parted = async () =>
      (await asked(place.world, `select 1 from pool_acts where kind = 'refresh' and status = 'signed'`)).rows;
    await until(async () => (await parted()).length === 1, 'the keeper parts it', 60_000);
    await place.world.mine();
    const { lanes } = await lanesOf(place);
    expect(lanes).toHaveLength(2);
    expect(lanes.map(({ token2, exitHeight }) => [token2, exitHeight])).toEqual([
      ['0', null],
      ['0', null],
    ]);
    await sell(place, second, '20');
  });
});

describe('the database', () => {
  it('deleted, and the server started again: the pool is there, and what waits too', async () => {
    const { world } = place;
    const { postgres, name } = world.database;
    await stocked(place, 6);
    await world.mine();
    await submitted(second, await buying(second));
    const told = async () => {
      const { at: _, ...pool } = await poolOf(place, place.first.address);
      const moves = await transactionsOf(place);
      const { lanes } = await lanesOf(place);
      const shown = moves.map(({ txid, status, address, amount1, amount2, equity }) => {
        return { txid, status, address, amount1, amount2, equity };
      });
      return { pool, lanes, shown };
    };
    const before = await told();
    process.kill(world.exchange.server.pid() ?? 0, 'SIGSTOP');
    await postgres.dropDatabase(name);
    await postgres.createDatabase(name);
    await world.exchange.server.kill();
    const isSame = async () => {
      const now = await told().catch(() => undefined);
      return now?.shown.length === before.shown.length && now.pool.ready.length === before.pool.ready.length;
    };
    await until(isSame, 'all of it is known again', 120_000);
    await world.exchange.ready();
    expect(await told()).toEqual(before);
    for (const who of [second, third]) await who.login();
    await world.mine();
    await act(place, third, 'buildX2', { sourceAmount: (20n * ONE).toString() });
  }, 180_000);
});
