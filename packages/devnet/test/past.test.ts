/** A past of some hours by the real server; kept, judged, and taken up by new data. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@rialto/postgres';
import { openPool } from '@rialto/ground';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callApi,
  findBitcoind,
  integer,
  openTrader,
  openWorld,
  seedKey,
  startPrivateChain,
  textList,
} from '../src/index.ts';
import type { World } from '../src/index.ts';
import { fitnessOf, keepPast, keptPlace, replayBlocks, takeUp } from '../src/past/kept.ts';
import { makePast } from '../src/past/past.ts';
import type { PastToken } from '../src/past/tokens.ts';

const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');
const net = 'regtest' as const;
const secret = 'past';
const now = (): number => Math.floor(Date.now() / 1000);
const span = { from: now() - 8 * 3_600, to: now() };

const opal: PastToken = {
  book: 'brc20',
  tick: 'opal',
  milliSats: 21_500n,
  sizes: ['1000', '2500'],
  makers: 1,
  lots: 12,
  mints: 1,
  pace: 2,
  pool: 1_500_000n,
};

let world: World;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rialto-past-'));
  // PostgreSQL's own user has to pass.
  chmodSync(directory, 0o755);
  world = await openWorld({
    ...{ bundles, startsAt: span.from, bridgeSigners: 2 },
    signerSettings: { POOL_STOCK: '1' },
  });
  const deployer = world.trader('deployer');
  await world.token('opal', [{ who: deployer, amount: '1000' }]);
  await world.stockPads();
}, 120_000);

afterAll(async () => {
  await world.stop();
  rmSync(directory, { recursive: true, force: true });
});

const sales = async () =>
  (
    await callApi(world.origin, 'orders', {
      params: { book: 'brc20' },
      query: { net, tick: 'opal', orderState: '2', limit: '200' },
    })
  ).results;

it('is traded in the time of the node, and ends now', async () => {
  const place = { chain: world.chain, origin: world.origin, ready: () => world.exchange.ready() };
  await makePast({ ...place, secret, tokens: [opal], progress: () => undefined }, { ...span, isRest: false });
  const sold = await sales();
  expect(sold.length).toBeGreaterThan(4);
  const moments = sold.map(({ dealTimestamp = 0 }) => dealTimestamp / 1_000);
  expect(Math.min(...moments)).toBeGreaterThan(span.from);
  expect(Math.max(...moments)).toBeLessThan(span.to);
  expect(Math.max(...moments) - Math.min(...moments), 'over hours').toBeGreaterThan(2 * 3_600);
  expect(await world.chain.tipTime(), 'the clock is the machine’s again').toBeGreaterThan(span.to - 5);
  const query = { net, tick: 'opal', interval: '15m', limit: '500' } as const;
  const candles = await callApi(world.origin, 'kline', { params: { book: 'brc20' }, query });
  expect(candles.list.map(({ timestamp }) => timestamp / 1_000)).toEqual(
    [...new Set(moments.map((at) => Math.floor(at / 900) * 900))].toSorted((a, b) => a - b),
  );
  const { status, invariants } = await callApi(world.origin, 'health');
  expect([status, invariants?.broken]).toEqual(['ok', []]);
  // The exchange goes on keeping its stock and its pool by itself: that may wait.
  const waiting = textList(await world.chain.rpc('getrawmempool'));
  expect(
    sold.filter(({ dealTx }) => waiting.includes(dealTx)),
    'no sale waits',
  ).toEqual([]);
}, 120_000);

describe('in the cache', () => {
  it('is taken up by new data, and judged before', async () => {
    const dataDir = join(directory, 'data');
    // What a demo has in its data directory, where a world has it.
    const own = join(directory, 'own');
    mkdirSync(join(own, 'chain'), { recursive: true });
    writeFileSync(join(own, 'demo.secret'), secret);
    writeFileSync(join(own, 'mvc.chain'), '');
    writeFileSync(join(own, 'mvc-tokens.json'), '[]');
    cpSync(join(world.directory, 'node', 'faucet.key'), join(own, 'chain', 'faucet.key'));
    cpSync(join(world.directory, 'exchange'), join(own, 'exchange'), {
      recursive: true,
      filter: (path) => !path.endsWith('.sock'),
    });
    const bitcoind = await findBitcoind();
    const place = { ...(await keptPlace(bundles, bitcoind)), directory: join(directory, 'kept') };
    expect(await fitnessOf(place, now())).toEqual({ is: 'none' });
    const { postgres, name } = world.database;
    const keeping = { dataDir: own, chain: world.chain, postgres };
    expect(await keepPast(place, { ...keeping, isOurs: () => Promise.resolve(false) })).toBe(false);
    expect(await fitnessOf(place, now()), 'somebody came while it was copied').toEqual({ is: 'none' });
    expect(await keepPast(place, { ...keeping, isOurs: () => Promise.resolve(true) })).toBe(true);
    expect(await fitnessOf(place, now())).toEqual({ is: 'fit' });

    await takeUp(place, dataDir);
    const taken = await startPostgres({ dataDir: join(dataDir, 'postgres') });
    const started = { dataDir: join(dataDir, 'chain'), bitcoind, initialBlocks: 0 };
    let chain = await startPrivateChain(started);
    try {
      await replayBlocks(place, dataDir, chain);
      // A power cut right after it loses no block.
      await chain.node.kill();
      await chain.shim.stop();
      chain = await startPrivateChain(started);
      expect(await chain.rpc('getbestblockhash')).toBe(await world.chain.rpc('getbestblockhash'));
      const pool = openPool({ url: (await taken.createDatabase(name)).ownerUrl, onError: () => undefined });
      const { rows } = await pool.query<{ count: string }>("select count(*) from fills where kind <> 'pool'");
      await pool.end();
      expect(Number.parseInt(rows[0]?.count ?? '', 10)).toBe((await sales()).length);
      // The faucet's key came along.
      await chain.fundMany([
        { address: openTrader({ origin: '', key: seedKey('a', 'b'), kind: 'p2tr' }).address, sats: 1_000n },
      ]);
      expect(integer(await chain.rpc('getblockcount'))).toBe(await world.chain.height());
    } finally {
      await chain.stop();
      await taken.remove();
    }

    const other = { ...place, key: { ...place.key, node: 'core v31.99' } };
    expect(await fitnessOf(other, now())).toEqual({ is: 'unfit', why: 'it was made with another node' });
    const older = { ...place, key: { ...place.key, programs: '00' } };
    expect(await fitnessOf(older, now())).toMatchObject({ is: 'unfit' });
    expect(await fitnessOf(place, now() + 8 * 86_400)).toMatchObject({ is: 'unfit' });
    writeFileSync(join(place.directory, 'blocks.gz'), 'x');
    expect(await fitnessOf(place, now())).toEqual({ is: 'unfit', why: 'it is damaged (blocks.gz)' });
    writeFileSync(join(place.directory, 'manifest.json'), '{');
    expect(await fitnessOf(place, now())).toEqual({ is: 'unfit', why: 'it is damaged (manifest.json)' });
  }, 120_000);
});
