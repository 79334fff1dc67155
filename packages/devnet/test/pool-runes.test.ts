/** What opens the pool of a rune that everybody mints: mints put together on few coins, and the lots that are for sale left alone. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount, isOutpoint } from '@rialto/protocols';
import type { AssetId, Coin } from '@rialto/protocols';
import { coinsOf, etchAll, heldOn, mineJobs, openWorld, runeNamed, transferJob } from '../src/index.ts';
import type { World } from '../src/index.ts';
import { runeMintJob } from '../src/market/rune-jobs.ts';
import { firstRunes } from '../src/past/pool-runes.ts';
import { poolOf } from '../src/past/pool-tokens.ts';
import { PAST_TOKENS } from '../src/past/tokens.ts';

const NAME = 'MINTED•RIVER•STONES';
/** Of a mint, and of a lot that is for sale. */
const [EACH, LOT] = [100n, 30n];
const UNITS = 1_250n;

let world: World;

beforeAll(async () => {
  world = await openWorld({ bundles: resolve(import.meta.dirname, '../../../dist') });
}, 120_000);
afterAll(() => world.stop());

it('is as many mints as are missing, on at most five coins, once', async () => {
  const { chain, origin } = world;
  const ready = () => world.exchange.ready();
  const provider = world.trader('provider', 'p2tr').at('runes');
  const mint = { amount: EACH, cap: 1_000n };
  const rune = { name: NAME, symbol: '❖', divisibility: 0, premine: 0n, share: 0n, minters: 0, mint };
  await etchAll(chain, provider, [rune]);
  await ready();
  const found = await runeNamed(origin, NAME);
  if (found === undefined) throw new Error('the rune is etched');
  const asset = found.assetId as AssetId;
  const held = async (): Promise<Coin[]> =>
    (await coinsOf(origin, provider)).filter((coin) => heldOn(coin, asset) > 0n);
  await mineJobs(chain, [runeMintJob(provider, found, provider.script)]);
  await ready();
  const lot = { asset, amount: amount(LOT), script: provider.script };
  await mineJobs(chain, [transferJob(provider, await held(), [lot, lot, lot])]);
  await ready();
  const lots = (await held()).map(({ outpoint }) => outpoint);
  expect(lots).toHaveLength(4);

  const [known] = PAST_TOKENS.filter(({ book, mints }) => book === 'runes' && mints > 0);
  if (known === undefined) throw new Error('a rune of the past is minted');
  const token = { ...known, tick: NAME };
  const seed = { chain, origin, ready, secret: 'runes', tokens: [token], progress: () => undefined };
  const pool = await poolOf(seed, token);
  if (pool === undefined) throw new Error('the rune is known');
  const first = async () => firstRunes(seed, pool, { token, provider, units: UNITS });
  const { units, runeUtxos = [] } = await first();
  expect(units).toBe(UNITS);
  expect(runeUtxos.length).toBeLessThanOrEqual(5);
  const points = runeUtxos.map(({ runePosition }) => runePosition.replace('i', ':')).filter(isOutpoint);
  const all = await held();
  const brought = all.filter(({ outpoint }) => points.includes(outpoint));
  expect(brought.reduce((sum, coin) => sum + heldOn(coin, asset), 0n)).toBeGreaterThanOrEqual(UNITS);
  expect(all.map(({ outpoint }) => outpoint)).toEqual(expect.arrayContaining(lots));
  // Thirteen mints and the one of the lots.
  expect(all.reduce((sum, coin) => sum + heldOn(coin, asset), 0n)).toBe(14n * EACH);
  const height = await chain.height();
  expect((await first()).runeUtxos).toEqual(runeUtxos);
  expect(await chain.height()).toBe(height);
}, 60_000);
