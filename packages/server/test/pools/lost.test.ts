/** What is lost and comes back: an act that the signer signed when a program died before it was written down, and the whole database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { Trader } from '@rialto/devnet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openGate } from '../kills/kill-parts.ts';
import type { SignerGate } from '../kills/kill-parts.ts';
import { refusalOf, until } from '../world.ts';
import {
  act,
  asked,
  build,
  exitsOf,
  expectChain,
  lanesOf,
  loseDatabase,
  mempoolOf,
  net,
  poolOf,
  poolWorld,
  submit,
  task,
  transactionsOf,
} from './pooler.ts';
import type { PoolWorld } from './pooler.ts';

let place: PoolWorld;
let gate: SignerGate;
let first: Trader;
let one: Trader;
let two: Trader;
const folder = mkdtempSync(join(tmpdir(), 'rialto-gate-'));

beforeAll(async () => {
  gate = await openGate(join(folder, 'gate.sock'));
  const settings = { SIGNER_SOCKET: gate.path };
  place = await poolWorld(settings, {}, (world) => gate.to(world.exchange.signerSocket));
  ({ first } = place);
  [one, two] = place.others as [Trader, Trader];
  await act(place, first, 'buildInit', { token1Amount: '5000000', token2Amount: '10000000' });
  await place.world.mine();
}, 240_000);

afterAll(async () => {
  await place.world.stop();
  await gate.stop();
  rmSync(folder, { recursive: true });
});

afterEach(async () => {
  await place.world.mine();
  await expectChain(place);
});

const statusOf = async (who: Trader, id: string) => (await task(place, who, id)).status;
const ACTS = [
  ['a swap', 'build1x', { sourceAmount: '30000' }],
  ['a sale', 'build2x', { sourceAmount: '100000' }],
  ['an addition', 'buildAdd', { source: 'token1', sourceAmount: '150000' }],
] as const;

describe('an act that the signer signed and the exchange did not write down', () => {
  it.each(ACTS)('%s is sent by the server that is started again, its user away', async (_, name, body) => {
    const { server, serverEnvironment, ready } = place.world.exchange;
    await server.restart({ ...serverEnvironment, FAULT_STOP_AT: 'co-signed' });
    await ready();
    const built = await build(place, two, name, body);
    const starts = server.starts();
    await expect(submit(place, two, built)).rejects.toThrow();
    await until(() => server.starts() > starts, 'it has died');
    await server.restart({ ...serverEnvironment });
    await ready();
    await until(async () => (await statusOf(two, built.buildId)) === 'signed', 'it is taken up');
    const { txid } = await task(place, two, built.buildId);
    await until(async () => (await mempoolOf(place)).some((one) => one === txid), 'and sent');
    expect(await submit(place, two, built)).toEqual({ buildId: built.buildId, txid });
    const { lanes } = await lanesOf(place);
    expect((await exitsOf(place)).exits.length).toBeGreaterThan(lanes.length);
    await place.world.mine();
    expect(await statusOf(two, built.buildId)).toBe('completed');
  });

  it('one whose time was over before the server came back is sent all the same', async () => {
    const { server, serverEnvironment, ready } = place.world.exchange;
    await server.restart({ ...serverEnvironment, FAULT_STOP_AT: 'co-signed' });
    await ready();
    const built = await build(place, one, 'build1x', { sourceAmount: '30000' });
    const starts = server.starts();
    await expect(submit(place, one, built)).rejects.toThrow();
    await until(() => server.starts() > starts, 'it has died');
    const late = `update pool_acts set status = 'failed', reason = 'not signed in time' where id = $1`;
    await asked(place.world, late, [built.buildId]);
    await server.restart({ ...serverEnvironment });
    await ready();
    await until(async () => (await statusOf(one, built.buildId)) === 'signed', 'it is taken up');
    await place.world.mine();
    expect(await statusOf(one, built.buildId)).toBe('completed');
  });

  it.each(ACTS)('%s whose signer died between its journal and its answer', async (_, name, body) => {
    const { signer } = place.world.exchange;
    const built = await build(place, two, name, body);
    gate.hold('poolSign');
    const answer = refusalOf(submit(place, two, built));
    await until(() => gate.holding(), 'the journal has it');
    await signer.kill();
    gate.open(true);
    expect(await answer).toBe('signer-down');
    await until(async () => (await statusOf(two, built.buildId)) === 'signed', 'it is taken up');
    await place.world.mine();
    expect(await statusOf(two, built.buildId)).toBe('completed');
  });
});

describe('the database', () => {
  /** Everything that anybody, and each of these, can read of the pool. */
  const told = async () => {
    const { world, rune } = place;
    const params = { kind: 'runes', pair: `btc-${rune}` } as const;
    const all = await Promise.all(
      [first, one, two].map(async ({ address }) => {
        const { at: _, ...pool } = await poolOf(place, address);
        return pool;
      }),
    );
    const { exits } = await exitsOf(place);
    const { list } = await callApi(world.origin, 'poolKline', {
      params,
      query: { net, interval: '1h' },
    });
    const moves = await transactionsOf(place);
    const { lanes } = await lanesOf(place);
    const stats = await callApi(world.origin, 'poolStats', { params, query: { net } });
    const list1 = await callApi(world.origin, 'pools', { params: { kind: 'runes' }, query: { net } });
    return {
      ...{ all, lanes, stats, list, list1 },
      exits: exits.toSorted((a, b) => a.lane.localeCompare(b.lane)),
      moves: moves.map(({ txid, status, address, amount1, amount2, equity }) => {
        return { txid, status, address, amount1, amount2, equity };
      }),
    };
  };

  it('deleted, and the server started again: every pool, share and position is there, and what waits too', async () => {
    const { world } = place;
    await act(place, one, 'build1x', { sourceAmount: '40000' });
    const before = await told();
    expect(before.lanes).toHaveLength(1);
    expect(before.exits).toHaveLength(2);
    await loseDatabase(world);
    await until(
      async () => {
        const now = await told().catch(() => undefined);
        return now?.moves.length === before.moves.length && now.exits.length === before.exits.length;
      },
      'all of it is known again',
      90_000,
    );
    await world.exchange.ready();
    expect(await told()).toEqual(before);
    // And it goes on.
    for (const who of [first, one, two]) await who.login();
    await world.mine();
    await act(place, two, 'build2x', { sourceAmount: '50000' });
    await act(place, one, 'build1x', { sourceAmount: '40000' });
    await world.mine();
    await until(
      async () => (await build(place, first, 'buildRemove', { removeEquity: '100000' })).rawPsbt !== null,
      'a provider leaves',
    );
  }, 120_000);
});
