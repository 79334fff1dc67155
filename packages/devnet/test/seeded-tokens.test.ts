/** The tokens that the private chain is seeded with, made in spite of interruptions; and the faucet that gives any token there is. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mrc20Token, Rune } from '@rialto/contract';
import { amount, formatMrc20Amount } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { planMrc20Deploy } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiRefusal,
  SEED_ID_COINS,
  SEED_MRC20,
  SEED_RUNES,
  STOCK,
  callApi,
  coinsOf,
  mineJobs,
  mrc20Ticked,
  openWorld,
  runeNamed,
  seedKey,
  seedTokens,
  startDemoService,
  stepsOf,
} from '../src/index.ts';
import type { PrivateChain, TokenSeed, Trader, World } from '../src/index.ts';

const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');
const secret = 'world';
const net = 'regtest' as const;

let world: World;
let seed: TokenSeed;
let people: Trader[];
let interruptions = 0;

/** In the etchings, before and after the deploys, between PINs and the mints that use them, before the premine is spread. */
const ENDS = [1, 2, 3, 4, 5, 1, 2, 3, 3, 4];
const STOPPED = 'stopped for the test';

/** A chain on which nothing more is mined after so many calls, as when the program ends there. */
function endingAfter(chain: PrivateChain, calls: number): PrivateChain {
  let left = calls;
  const counted = (): void => {
    if (left === 0) throw new Error(STOPPED);
    left -= 1;
  };
  return {
    ...chain,
    mine: (...given) => {
      counted();
      return chain.mine(...given);
    },
    node: {
      ...chain.node,
      rpc: (method, ...given) => {
        if (method === 'generateblock') counted();
        return chain.node.rpc(method, ...given);
      },
    },
  };
}

beforeAll(async () => {
  world = await openWorld({
    bundles,
    helper: (chain, origin) =>
      startDemoService({
        chain,
        origin,
        walletFile: join(bundles, 'demo-wallet.js'),
        stockKey: seedKey(secret, STOCK),
      }),
  });
  const { chain, origin, exchange } = world;
  const named = (name: string, count: number): Trader[] =>
    Array.from({ length: count }, (_, at) => world.trader(`${name}-${at}`, at % 2 === 0 ? 'p2tr' : 'p2wpkh'));
  seed = {
    chain,
    origin,
    secret,
    sellers: named('seller', 5),
    buyers: named('buyer', 3),
    ready: () => exchange.ready(),
    progress: () => undefined,
  };
  people = [...seed.buyers, ...seed.sellers, world.trader(STOCK, 'p2tr')];
  for (const calls of ENDS) {
    try {
      await seedTokens({ ...seed, chain: endingAfter(chain, calls) });
    } catch (error) {
      if (!(error instanceof Error && error.message === STOPPED)) throw error;
      interruptions += 1;
    }
  }
  await seedTokens(seed);
}, 240_000);

afterAll(async () => {
  await world.stop();
});

const runes = async (): Promise<Rune[]> => (await callApi(world.origin, 'runeList', { query: { net } })).list;
const mrc20s = async (): Promise<Mrc20Token[]> =>
  (await callApi(world.origin, 'mrc20List', { query: { net } })).list;

/** What an address holds of a token, coin by coin; each of these coins carries nothing else. */
async function holdings(of: Trader, asset: string): Promise<bigint[]> {
  return (await coinsOf(world.origin, of)).flatMap(({ assets }: Coin) => {
    const held = assets.filter((one) => (one.kind === 'rune' || one.kind === 'mrc20') && one.asset === asset);
    if (held.length > 0) expect(assets).toHaveLength(1);
    return held.map((one) => ('amount' in one ? one.amount : 0n));
  });
}

async function spread(asset: string): Promise<{ holders: number; units: bigint }> {
  const each = await Promise.all(people.map((one) => holdings(one, asset)));
  const holders = each.filter((coins) => coins.length > 0).length;
  return { holders, units: each.flat().reduce((sum, units) => sum + units, 0n) };
}

const byName = (a: readonly unknown[], b: readonly unknown[]): number =>
  String(a[0]) < String(b[0]) ? -1 : 1;

describe('after a seed that was interrupted again and again', () => {
  it('every interruption came', () => {
    expect(interruptions).toBe(ENDS.length);
  });

  it('the index shows exactly the three runes, with their supply and holders', async () => {
    const expected = SEED_RUNES.map(({ name, divisibility, premine, minters, mint }) => {
      const supply = premine + BigInt(minters) * (mint?.amount ?? 0n);
      return [name, divisibility, supply.toString(), BigInt(minters).toString(), mint !== undefined];
    });
    const list = await runes();
    const shown = list.map((rune) => {
      const { spacedRune, divisibility, supply, mints, mintable } = rune;
      return [spacedRune, divisibility, supply, mints, mintable];
    });
    expect(shown.toSorted(byName)).toEqual(expected.toSorted(byName));
    for (const rune of list) {
      const { holders, units } = await spread(rune.assetId);
      expect(units.toString()).toBe(rune.supply);
      expect(holders).toBe(rune.mintable ? 6 : 4);
    }
    expect(list.find((rune) => rune.divisibility === 38)?.supply).toBe((2n ** 128n - 1n).toString());
  });

  it('the index shows exactly the three MRC-20 tokens and the two ID-Coins, with their supply and holders', async () => {
    const expected = [
      ...SEED_MRC20.map(({ deploy, minters }) => {
        const mints = deploy.premineCount + BigInt(minters);
        return [deploy.display, '', (mints * deploy.amountPerMint).toString(), mints.toString()];
      }),
      ...SEED_ID_COINS.map(({ tick, minters, amountPerMint }) => {
        const supply = BigInt(minters) * amountPerMint;
        return [tick, 'id-coins', supply.toString(), BigInt(minters).toString()];
      }),
    ];
    const list = await mrc20s();
    const shown = list.map(({ tick, tag, supply, mints }) => [tick, tag, supply, mints]);
    expect(shown.toSorted(byName)).toEqual(expected.toSorted(byName));
    const minters = new Map([
      ...SEED_MRC20.map((one) => [one.deploy.display, one.minters || 4] as const),
      ...SEED_ID_COINS.map((one) => [one.tick, one.minters] as const),
    ]);
    for (const token of list) {
      const { holders, units } = await spread(token.assetId);
      expect(formatMrc20Amount(amount(units), Number.parseInt(token.decimals, 10))).toBe(token.supply);
      expect(holders).toBe(minters.get(token.tick));
    }
  });

  it('each ID-Coin’s pool was paid for each mint', async () => {
    const { list } = await callApi(world.origin, 'idCoinList', { query: { net } });
    expect(list.map(({ tick }) => tick).toSorted()).toEqual(['LARK', 'WREN']);
    const [pool] = new Set(list.map((coin) => coin.pool));
    const coins = await callApi(world.origin, 'btcCoins', { query: { net, address: pool ?? '' } });
    const paid = coins.map((coin) => coin.satoshis).toSorted();
    const expected = SEED_ID_COINS.flatMap(({ liquidityPerMint, minters }) =>
      Array.from({ length: minters }, () => liquidityPerMint.toString()),
    );
    expect(paid).toEqual(expected.toSorted());
  });

  it('a second seed makes nothing', async () => {
    const before = await world.chain.height();
    await seedTokens(seed);
    expect(await world.chain.height()).toBe(before);
  });
});

const request = (who: Trader, tick?: string) =>
  callApi(world.origin, 'faucet', {
    body: { net, address: who.address, ...(tick === undefined ? {} : { tick }) },
  });

async function refusalOf(asked: Promise<unknown>): Promise<{ code: string; words: string }> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof ApiRefusal) return { code: error.refusal, words: error.message };
    throw error;
  }
  return { code: 'accepted', words: '' };
}

/** Asks, waits for the index, and answers what came. */
async function given(who: Trader, tick: string, asset: string): Promise<bigint[]> {
  const { txIds } = await request(who, tick);
  expect(txIds.length).toBeGreaterThan(1);
  await world.exchange.ready();
  return holdings(who, asset);
}

describe('the faucet gives', () => {
  it('coins', async () => {
    const who = world.trader('coins');
    await request(who);
    await world.exchange.ready();
    const coins = await coinsOf(world.origin, who);
    expect(coins.map(({ value, assets }) => [value, assets])).toEqual([0, 1, 2].map(() => [1_000_000n, []]));
  });

  it('BRC-20 by a mint', async () => {
    const who = world.trader('brc20');
    await world.token('coal', [{ who: world.trader('miner'), amount: '5' }]);
    await request(who, 'coal');
    await world.exchange.ready();
    const params = { book: 'brc20', address: who.address, tick: 'coal' } as const;
    const balance = await callApi(world.origin, 'tokenBalance', { params, query: { net } });
    expect(balance.availableBalance).toBe('1000');
  });

  it.each(SEED_RUNES.map((rune, at) => [rune.name, at] as const))('the rune %s', async (name, at) => {
    const rune = await runeNamed(world.origin, name);
    const usual = rune?.terms?.amount ?? ((SEED_RUNES[at]?.share ?? 0n) / 1000n).toString();
    const coins = await given(
      world.trader(`rune ${at}`, at === 1 ? 'p2wpkh' : 'p2tr'),
      name,
      rune?.assetId ?? '',
    );
    expect(coins.map(String)).toEqual([usual]);
  });

  it.each(SEED_MRC20.map((token) => token.deploy))('the MRC-20 token $display', async (deploy) => {
    const { display, premineCount, amountPerMint, decimals } = deploy;
    const token = await mrc20Ticked(world.origin, display);
    const coins = await given(world.trader(display, 'p2wpkh'), display.toLowerCase(), token?.assetId ?? '');
    const stocked = SEED_MRC20.find((one) => one.deploy === deploy)?.share ?? 0n;
    const units = premineCount > 0n ? stocked / 1000n : amountPerMint * 10n ** BigInt(decimals);
    expect(coins).toEqual([units]);
  });

  it.each(SEED_ID_COINS)('the ID-Coin $tick, by its asset id', async ({ tick, amountPerMint }) => {
    const token = await mrc20Ticked(world.origin, tick);
    const asset = token?.assetId ?? '';
    expect(await given(world.trader(tick), asset, asset)).toEqual([amountPerMint * 10n ** 8n]);
  });

  it('out of its stock again and again', async () => {
    const asset = (await runeNamed(world.origin, 'QUIET•HARBOR•LIGHT'))?.assetId ?? '';
    const [one, two] = [world.trader('first'), world.trader('second')];
    await Promise.all([request(one, asset), request(two, 'quietharborlight')]);
    await world.exchange.ready();
    const counts = await Promise.all([one, two].map(async (who) => (await holdings(who, asset)).length));
    expect(counts).toEqual([1, 1]);
    expect((await spread(asset)).units).toBeLessThan(21_000_000n);
  });
});

describe('the faucet refuses', () => {
  it('a token nobody knows, by tick and by asset id', async () => {
    const who = world.trader('asker');
    for (const tick of ['nope', 'NOBODY•HAS•ETCHED•ME', 'rune:1:1', `mrc20:${'0'.repeat(64)}i0`]) {
      expect(await refusalOf(request(who, tick))).toMatchObject({
        code: 'faucet-refused',
        words: expect.stringContaining(`There is no token ${tick}.`) as string,
      });
    }
    expect(await coinsOf(world.origin, who)).toEqual([]);
  });

  it('a token that it can neither mint nor give from its stock', async () => {
    const maker = world.trader('maker');
    const [moss] = SEED_MRC20.filter(({ deploy }) => deploy.display === 'MOSS');
    if (moss === undefined) throw new Error('no MOSS');
    const deploy = { ...moss.deploy, display: 'GONE' };
    await mineJobs(world.chain, [
      {
        who: maker,
        plan: (means) =>
          stepsOf(planMrc20Deploy({ ...means, deploy, destination: maker.script, isTaken: false })),
      },
    ]);
    await world.exchange.ready();
    expect(await refusalOf(request(world.trader('asker'), 'gone'))).toMatchObject({
      code: 'faucet-refused',
      words: expect.stringContaining('The faucet cannot mint GONE, and holds none of it.') as string,
    });
  });

  it('a name that several tokens have', async () => {
    await world.token('fern', [{ who: world.trader('miner'), amount: '5' }]);
    const { code, words } = await refusalOf(request(world.trader('asker'), 'fern'));
    expect(code).toBe('faucet-refused');
    expect(words).toMatch(/fern is the name of brc20:\S+ and mrc20:\S+: say which/);
  });

  it('an address of another network', async () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const asked = callApi(world.origin, 'faucet', { body: { net, address, tick: 'REED' } });
    expect((await refusalOf(asked)).code).toBe('wrong-network');
  });

  it('the same again at once, but not something else', async () => {
    const who = world.trader('greedy');
    await request(who, 'OPEN•MEADOW•DAISY');
    expect(await refusalOf(request(who, 'openmeadowdaisy'))).toMatchObject({
      code: 'limit-reached',
      words: expect.stringMatching(/The faucet has just given this\. Ask again in [1-5] s\./) as string,
    });
    await request(who);
  });
});
