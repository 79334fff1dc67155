/** The demo's bridge on a real exchange, and `npm run reserves` over it: what it checks holds, and no lie of the exchange passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi, openTrader, seedKey } from '../../src/index.ts';
import type { World } from '../../src/index.ts';
import { bridgeSeeder, seedBridge, seedWaiting } from '../../src/bridge/seed-bridge.ts';
import { etchAll } from '../../src/market/rune-jobs.ts';
import { SEED_RUNES } from '../../src/market/seed/seed-list.ts';
import { lyingAbout, openBridgeWorld, reserves, seedOf } from './bridge-ground.ts';

let world: World;
const said: string[] = [];
const seed = () => seedOf(world, (line) => said.push(line));

beforeAll(async () => {
  world = await openBridgeWorld();
  const etcher = openTrader({ origin: world.origin, key: seedKey('bridge', 'etcher'), kind: 'p2tr' });
  await etchAll(
    world.chain,
    etcher,
    SEED_RUNES.filter(({ name }) => name === 'OPEN•MEADOW•DAISY'),
  );
  await world.exchange.ready();
}, 180_000);

afterAll(async () => {
  await world.stop();
});

const list = async (type: 'btcToMvc' | 'mvcToBtc' | 'runesToMvc' | 'mvcToRunes') => {
  const { address } = bridgeSeeder(seed(), /runes/i.test(type) ? 'rune' : 'btc').btc;
  return (await callApi(world.origin, 'bridgeHistory', { query: { type, address } })).list;
};

it('both assets are opened, with orders both ways, one of each paid twice and given back', async () => {
  const began = Date.now();
  await seedBridge(seed());
  const seconds = (Date.now() - began) / 1_000;
  const { assetList } = await callApi(world.origin, 'bridgeAssets');
  expect(assetList.map(({ asset, paused }) => [asset, paused])).toEqual([
    ['btc', null],
    ['rune', null],
  ]);
  const states = async (type: Parameters<typeof list>[0]) =>
    (await list(type)).map(({ state, deposits }) => [state, ...deposits.slice(1).map((one) => one.state)]);
  expect(await states('btcToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToBtc')).toEqual([['done']]);
  expect(await states('runesToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToRunes')).toEqual([['done']]);
  expect(said).toContain('orders of the bridge');
  expect(seconds, 'a start is not kept waiting').toBeLessThan(90);
}, 180_000);

it('is seeded once; what waits is made beside it, and once too', async () => {
  await seedBridge(seed());
  expect(await list('btcToMvc')).toHaveLength(2);
  await seedWaiting(seed());
  await seedWaiting(seed());
  const states = async () => (await list('btcToMvc')).map(({ state }) => state).toSorted();
  await expect.poll(states, { timeout: 10_000 }).toEqual(['done', 'done', 'paid']);
}, 60_000);

describe('npm run reserves', () => {
  it('finds every coin at both nodes, the minting, the signature and the sums', async () => {
    await seed().ready();
    const { code, text } = await reserves(world);
    expect(text).not.toContain('DIFFERS');
    expect(code).toBe(0);
    expect(text).toContain('Nothing differs.');
    for (const asset of ['btc ', 'rune ']) expect(text).toMatch(new RegExp(`^${asset}`, 'm'));
    expect(text.match(/signed by the locked key/g)).toHaveLength(2);
    expect(text.match(/were minted, once, whole, and no more can be/g)).toHaveLength(2);
    expect(text.match(/not checked .* that takes an index of runes/g)).toHaveLength(1);
  }, 60_000);

  it('without nodes it says that nothing was checked at them', async () => {
    const { code, text } = await reserves(world, world.origin, []);
    expect(code).toBe(0);
    expect(text).toContain('no Bitcoin node is named');
    expect(text).toContain('no node of MVC is named');
  }, 60_000);

  type Reserve = {
    locked: string;
    difference: string;
    signature: string;
    coins: { outpoint: string; value: string; settled: boolean }[];
    tokens: { units: string }[];
  };
  const LIES: Readonly<Record<string, (reserve: Reserve) => void>> = {
    'more locked than there is': (one) => {
      one.locked = (BigInt(one.locked) + 1n).toString();
    },
    'a coin that nobody has': (one) => {
      one.coins.push({ ...(one.coins[0] as Reserve['coins'][number]), outpoint: `${'ab'.repeat(32)}:0` });
    },
    'a coin that holds more': (one) => {
      const [coin] = one.coins;
      if (coin !== undefined) coin.value = (BigInt(coin.value) + 1n).toString();
    },
    'more tokens in the stock': (one) => {
      const [coin] = one.tokens;
      if (coin !== undefined) coin.units = (BigInt(coin.units) + 1n).toString();
    },
    'a deposit that is called settled': (one) => {
      const coin = one.coins.find(({ settled }) => !settled) ?? one.coins[0];
      if (coin !== undefined) coin.settled = !coin.settled;
    },
    'no signature': (one) => {
      one.signature = '';
    },
    'another signature': (one) => {
      one.signature = one.signature.replace(/^../, (byte) => (byte === '00' ? '01' : '00'));
    },
  };
  it.each(Object.keys(LIES))(
    'tells a lie: %s',
    async (lie) => {
      const liar = await lyingAbout(world.origin, (body) => {
        const answer = body as { data: { reserves: Reserve[] } };
        const [first] = answer.data.reserves;
        if (first !== undefined) LIES[lie]?.(first);
        return answer;
      });
      try {
        const { code, text } = await reserves(world, liar.origin);
        expect(text).toContain('DIFFERS');
        expect(code).toBe(1);
      } finally {
        liar.close();
      }
    },
    60_000,
  );
});
