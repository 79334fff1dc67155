/** The demo's bridge on a real exchange, and `npm run reserves` over it: what it checks holds, and no lie of the exchange passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes } from '@rialto/protocols';
import { planMrc20Deploy } from '@rialto/psbt';
import { callApi, inscribeAll, openTrader, seedKey } from '../../src/index.ts';
import type { BridgeHistoryType, BridgeReserves } from '@rialto/contract';
import type { World } from '../../src/index.ts';
import { bridgeSeeder, seedBridge, seedWaiting } from '../../src/bridge/seed-bridge.ts';
import { etchAll } from '../../src/market/rune-jobs.ts';
import { SEED_MRC20, SEED_RUNES } from '../../src/market/seed/seed-list.ts';
import { mineJobs, stepsOf } from '../../src/market/workshop.ts';
import { lyingAbout, nodesOf, openBridgeWorld, reserves, seedOf } from './bridge-ground.ts';
import { BRC20_LIES } from './brc20-lies.ts';
import { openOwnIndexes } from './own-indexes.ts';
import { LIES, one } from './reserve-lies.ts';

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
  const tokens = SEED_MRC20.filter(({ deploy }) => deploy.display === 'FERN');
  await mineJobs(
    world.chain,
    tokens.map(({ deploy }) => ({
      who: etcher,
      plan: (means) =>
        stepsOf(planMrc20Deploy({ ...means, deploy, destination: etcher.script, isTaken: false })),
    })),
  );
  await inscribeAll(world.chain, [
    { op: 'deploy', who: etcher, tick: 'opal', max: '21000000', limit: '2000000' },
  ]);
  await world.exchange.ready();
}, 180_000);

afterAll(async () => {
  await world.stop();
});

const list = async (type: BridgeHistoryType) => {
  const id = ['rune', 'mrc20', 'brc20'].find((name) => type.toLowerCase().includes(name)) ?? 'btc';
  const { address } = bridgeSeeder(seed(), id).btc;
  return (await callApi(world.origin, 'bridgeHistory', { query: { type, address } })).list;
};

it('before an asset is there, reserves say that it may come yet', async () => {
  const { code, text } = await reserves(world);
  expect(text).toContain('bridges nothing, or nothing yet');
  expect(code).toBe(1);
}, 60_000);

it('all four assets are opened, with orders both ways, one of each paid twice and given back', async () => {
  const began = Date.now();
  await seedBridge(seed());
  const seconds = (Date.now() - began) / 1_000;
  const { assetList } = await callApi(world.origin, 'bridgeAssets');
  expect(assetList.map(({ asset, paused }) => [asset, paused])).toEqual([
    ['brc20', null],
    ['btc', null],
    ['mrc20', null],
    ['rune', null],
  ]);
  const states = async (type: Parameters<typeof list>[0]) =>
    (await list(type)).map(({ state, deposits }) => [state, ...deposits.slice(1).map((one) => one.state)]);
  expect(await states('btcToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToBtc')).toEqual([['done']]);
  expect(await states('runesToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToRunes')).toEqual([['done']]);
  expect(await states('mrc20ToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToMrc20')).toEqual([['done']]);
  expect(await states('brc20ToMvc')).toEqual([['done', 'refunded'], ['done']]);
  expect(await states('mvcToBrc20')).toEqual([['done']]);
  expect(said).toContain('orders of the bridge');
  expect(seconds, 'a start is not kept waiting').toBeLessThan(90);
}, 180_000);

it('is seeded once; what waits is made beside it, and once too', async () => {
  await seedBridge(seed());
  expect(await list('btcToMvc')).toHaveLength(2);
  await seedWaiting(seed());
  await seedWaiting(seed());
  const states = async () => (await list('btcToMvc')).map(({ state }) => state).toSorted();
  await expect.poll(states, { timeout: 10_000 }).toEqual(['done', 'done', 'paid', 'paid']);
  await world.mine(1);
  await expect.poll(states, { timeout: 10_000 }).toContain('refused');
}, 60_000);

describe('npm run reserves', () => {
  beforeAll(async () => {
    // Somebody locks up a part of what is available: it lies in a transfer inscription then, and is the bridge’s all the same.
    const { lockedScript } = await bridgeSeeder(seed(), 'brc20').asset('brc20');
    const who = openTrader({ origin: world.origin, key: seedKey('bridge', 'stranger'), kind: 'p2tr' });
    await inscribeAll(world.chain, [
      { op: 'transfer', who, tick: 'opal', amount: '70.5', to: hexToBytes(lockedScript) },
    ]);
    await seed().ready();
  });

  it('finds every coin at both nodes, the minting, the signature and the sums', async () => {
    await seed().ready();
    const { code, text } = await reserves(world);
    expect(text).not.toContain('DIFFERS');
    expect(code).toBe(0);
    expect(text).toContain('Nothing differs.');
    for (const asset of ['brc20 ', 'btc ', 'mrc20 ', 'rune '])
      expect(text).toMatch(new RegExp(`^${asset}`, 'm'));
    expect(text.match(/signed by (the locked key|all 2 locked keys)/g)).toEqual([
      'signed by the locked key',
      'signed by all 2 locked keys',
      'signed by the locked key',
      'signed by the locked key',
    ]);
    expect(text.match(/were minted, once, whole, and no more can be/g)).toHaveLength(4);
    expect(text.match(/not checked .* that takes an index of its protocol/g)).toHaveLength(2);
  }, 60_000);

  it('of BRC-20 says that the balance is the word of an index, and for what to ask one', async () => {
    const { lockedAddress } = await bridgeSeeder(seed(), 'brc20').asset('brc20');
    const { code, text } = await reserves(world, world.origin, [...nodesOf(world), '--asset', 'brc20']);
    expect(code).toBe(0);
    expect(text).toMatch(
      /ok +1 coins of transfer inscriptions are unspent, on the locked script, \d+ sat in all$/m,
    );
    // A payment of 1,000 and one of 500, less what went out for 400: 0.2 % and 5 for the network are kept; and 2 of what went back.
    const balance = `not checked   that ${lockedAddress} has 1037.3 opal available, and 70.5 in those inscriptions`;
    expect(text).toContain(
      `${balance}: no node counts BRC-20, ask an index for that address and tick at block `,
    );
    expect(text).toMatch(
      /not checked +locked: 1107800000000000000000, by the exchange’s own list, which adds up$/m,
    );
  }, 60_000);

  describe('with indexes of the caller', () => {
    const withIndexes = async (bend: (facts: BridgeReserves) => unknown) => {
      const facts = await callApi(world.origin, 'bridgeReserves');
      bend(facts);
      const own = await openOwnIndexes(facts);
      const named = ['--ord', own.url, '--opi', own.url, '--exchange', world.origin];
      const said = await reserves(world, world.origin, [...nodesOf(world), ...named]);
      own.close();
      return said;
    };
    const of = ({ reserves: all }: BridgeReserves, id: string) =>
      one(all.filter(({ asset }) => asset === id));

    it('finds the units of every token there too', async () => {
      const { code, text } = await withIndexes(() => undefined);
      expect(text).not.toContain('DIFFERS');
      expect(code).toBe(0);
      expect(text).toMatch(/ok +they carry \d+ units by your ord$/m);
      expect(text).toMatch(/ok +they carry \d+ units by your exchange$/m);
      expect(text).toMatch(
        /ok +the locked script has 1107800000000000000000 units by your OPI, 1037300000000000000000 of them available$/m,
      );
      expect(text.match(/ok +locked: \d+$/gm)).toHaveLength(4);
      expect(text.match(/ok +locked − wrapped − owed: \d+$/gm)).toHaveLength(4);
      expect(text).not.toContain('by the exchange’s own list');
    }, 60_000);

    it('without a node nobody has looked where the coins lie', async () => {
      const facts = await callApi(world.origin, 'bridgeReserves');
      const own = await openOwnIndexes(facts);
      const { text } = await reserves(world, world.origin, ['--asset', 'rune', '--ord', own.url]);
      own.close();
      expect(text).toMatch(/ok +they carry \d+ units by your ord$/m);
      expect(text).toMatch(/not checked +locked: \d+, by the exchange’s own list/);
    }, 60_000);

    it('a balance that two assets name is one', async () => {
      const facts = await callApi(world.origin, 'bridgeReserves');
      const own = await openOwnIndexes(facts);
      const liar = await lyingAbout(world.origin, (answer) => {
        answer.reserves.push({ ...of(answer, 'brc20'), coins: [], tokens: [] });
      });
      const { code, text } = await reserves(world, liar.origin, [...nodesOf(world), '--opi', own.url]);
      own.close();
      liar.close();
      expect(text).toMatch(/DIFFERS +its balance of opal is that of another asset, listed twice$/m);
      expect(code).toBe(1);
    }, 60_000);

    it.each<[string, (facts: BridgeReserves) => unknown, RegExp]>([
      [
        'a rune that is not there',
        (facts) => (one(of(facts, 'rune').coins).units = '1'),
        /DIFFERS +[0-9a-f]{64}:\d+: it holds 1 units by your ord and not \d+$/m,
      ],
      [
        'BRC-20 that is not there',
        (facts) => (of(facts, 'brc20').available = '1'),
        /DIFFERS +it has 1 units available by your OPI and not 1037300000000000000000$/m,
      ],
      [
        'an index at another block',
        (facts) => (facts.btc.hash = 'ab'.repeat(32)),
        /DIFFERS +your index of RUNES is not at block \d+$/m,
      ],
    ])(
      'notices %s',
      async (_, bend, line) => {
        const { code, text } = await withIndexes(bend);
        expect(text).toMatch(line);
        expect(code).toBe(1);
      },
      60_000,
    );
  });

  it('without nodes it says that nothing was checked at them', async () => {
    const { code, text } = await reserves(world, world.origin, []);
    expect(code).toBe(0);
    expect(text).toContain('no Bitcoin node is named');
    expect(text).toContain('no node of MVC is named');
    expect(text).not.toContain('Nothing differs.');
    expect(text).toContain('Nothing differs of what was checked; name both nodes to check the coins.');
    // Sums of a list that nobody looked at are not called right.
    expect(text.match(/^ {2}ok .*$/gm)).toEqual([
      '  ok            signed by the locked key',
      '  ok            signed by all 2 locked keys',
      '  ok            signed by the locked key',
      '  ok            signed by the locked key',
    ]);
    expect(text).toMatch(/not checked {3}locked: \d+, by the exchange’s own list/);
  }, 60_000);

  it('says who does not answer, and what was wrong with its words', async () => {
    const nodes = (btc: string, mvc: string) => ['--btc-node', btc, '--mvc-node', mvc];
    const [, , , cookie = ''] = nodesOf(world);
    const silent = 'http://127.0.0.1:47999';
    const told = async (...given: Parameters<typeof reserves>) => (await reserves(...given)).text;
    expect(await told(world, silent, [])).toContain(`${silent} does not answer (ECONNREFUSED)`);
    expect(await told(world, world.mvc?.url ?? '', [])).toContain('no exchange of this kind');
    const [btc, mvc] = [world.chain.rpcUrl, world.mvc?.url ?? ''];
    const withCookie = (words: string[]) => [...words, '--btc-cookie', cookie];
    expect(await told(world, world.origin, withCookie(nodes(silent, mvc)))).toMatch(
      /^--btc-node does not answer/,
    );
    expect(await told(world, world.origin, withCookie(nodes(btc, silent)))).toMatch(
      /^--mvc-node does not answer/,
    );
    expect(await told(world, world.origin, ['--frob'])).toMatch(/--frob.*\nnpm run reserves/s);
    expect(await told(world, world.origin, ['--asset', 'none'])).toContain('this exchange bridges no none');
  }, 60_000);

  it('says how it is used, and takes no password among its words', async () => {
    const help = await reserves(world, '--help', []);
    expect(help.code).toBe(0);
    for (const option of [
      '--btc-node',
      '--btc-cookie',
      '--mvc-node',
      '--mvc-user',
      '--ord',
      '--opi',
      '--exchange',
      '--asset',
    ])
      expect(help.text).toContain(option);
    for (const chain of ['btc', 'mvc']) {
      const { code, text } = await reserves(world, world.origin, [
        `--${chain}-node`,
        'http://a:b@127.0.0.1:1',
      ]);
      expect(code).toBe(1);
      expect(text).toContain(`--${chain}-node without name and password: use --${chain}-user`);
    }
  }, 60_000);

  it('with one node it says that the other is wanted', async () => {
    const { code, text } = await reserves(world, world.origin, nodesOf(world).slice(0, 4));
    expect(code).toBe(0);
    expect(text).toContain('no node of MVC is named');
    expect(text).toContain('name both nodes to check the coins.');
  }, 60_000);

  it.each(Object.entries({ ...LIES, ...BRC20_LIES }))(
    'tells a lie: %s',
    async (_, { bend, line }) => {
      const liar = await lyingAbout(world.origin, (answer) => {
        const [btc, rune] = ['btc', 'rune'].map((id) => answer.reserves.find(({ asset }) => asset === id));
        if (btc === undefined || rune === undefined) throw new Error('both assets');
        bend(btc, rune, answer);
      });
      try {
        const { code, text } = await reserves(world, liar.origin);
        const differs = text.split('\n').filter((said) => said.includes('DIFFERS'));
        expect(differs.join('\n')).toMatch(line);
        expect(text).toMatch(/^[1-9]\d* differences\.$/m);
        expect(code).toBe(1);
      } finally {
        liar.close();
      }
    },
    60_000,
  );

  it('without nodes a coin that is listed twice is noticed too', async () => {
    const liar = await lyingAbout(world.origin, ({ reserves: [btc] }) => btc?.coins.push(...btc.coins));
    try {
      const { code, text } = await reserves(world, liar.origin, []);
      expect(text).toContain('listed twice');
      expect(code).toBe(1);
    } finally {
      liar.close();
    }
  }, 60_000);
});
