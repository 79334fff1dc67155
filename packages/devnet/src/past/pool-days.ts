/** A pool in the past: opened out of the premine at the price of that day, then swapped with towards the price of each day. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetId } from '@rialto/protocols';
import { ApiRefusal, callApi } from '../market/api.ts';
import { coinsOf, fullest, runeNamed } from '../market/facts.ts';
import { actOnPool, poolOfRune } from '../market/pool-acts.ts';
import type { PoolPlace } from '../market/pool-acts.ts';
import { cycle } from '../market/seed/seed-lots.ts';
import type { Trader } from '../market/trader.ts';
import { chance, priceThen } from './days.ts';
import type { Span } from './days.ts';
import type { PastSeed, People } from './people.ts';
import type { PastToken } from './tokens.ts';

/** Etched runes and shares are six blocks deep before a pool opens on them; the signer etches when it looks after its stock. */
const TRIES = 40;
const PAUSE_MS = 400;
const NOT_YET = ['no-pool', 'coin-unconfirmed', 'lane-waits'];
const SCALE = 100_000n;
const PROVIDER_COINS = 3;

/** Opens the pools that are missing. Without a pool in the signer's stock there is none, and the past goes on. */
export async function openPastPools(seed: PastSeed & People, deployer: Trader, span: Span): Promise<void> {
  for (const token of seed.tokens) {
    if (token.pool === undefined) continue;
    const place = await placeOf(seed, token);
    if (place === undefined || (await poolOfRune(place)) !== undefined) continue;
    seed.progress(`opening a pool of ${token.tick}`);
    await open(seed, place, { token, sats: token.pool, provider: deployer.at('runes'), span });
  }
}

async function placeOf(
  { origin }: PastSeed,
  { tick }: PastToken,
): Promise<(PoolPlace & { asset: AssetId }) | undefined> {
  const rune = await runeNamed(origin, tick);
  return rune === undefined ? undefined : { origin, rune: rune.runeid, asset: rune.assetId as AssetId };
}

interface Opening {
  readonly token: PastToken;
  readonly sats: bigint;
  readonly provider: Trader;
  readonly span: Span;
}

async function open(
  { chain, ready, progress }: PastSeed,
  place: PoolPlace & { asset: AssetId },
  { token, sats, provider, span }: Opening,
): Promise<void> {
  const { address } = provider;
  await chain.fundMany(Array.from({ length: PROVIDER_COINS }, () => ({ address, sats })));
  await chain.mine(1);
  await ready();
  await provider.login();
  const { outpoint } = fullest(await coinsOf(place.origin, provider), place.asset);
  const units = unitsFor(token, sats, partAt(token, span, span.from));
  const asked = {
    act: 'buildInit' as const,
    token1Amount: sats.toString(),
    token2Amount: units.toString(),
    runeUtxos: [{ runePosition: outpoint.replace(':', 'i') }],
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await actOnPool(place, provider, asked);
      await chain.mine(1);
      await ready();
      return;
    } catch (error) {
      if (!(error instanceof ApiRefusal) || !NOT_YET.includes(error.refusal)) throw error;
      await sleep(PAUSE_MS);
      await chain.mine(1);
      await ready();
    }
  }
  progress(`no pool of ${token.tick}: the signer has none in stock`);
}

const partAt = ({ tick }: PastToken, span: Span, at: number): bigint =>
  BigInt(Math.round(priceThen(tick, span, { at, nth: 0 }) * Number(SCALE)));

/** Pools of the past are of runes without digits after the point: a token is a unit. */
const unitsFor = ({ milliSats }: PastToken, sats: bigint, part: bigint): bigint =>
  (sats * 1000n * SCALE) / (milliSats * part);

/** Shares of rounds in which somebody swaps, and a provider adds. */
const [SWAPS, ADDS] = [0.8, 0.05];
const LEAST_SWAP = 14_000n;
const ADDED = 250_000n;

/** One round of the pools. What is refused is left: another day brings another swap. */
export async function swapThen(seed: PastSeed & People, span: Span, at: number): Promise<void> {
  for (const token of seed.tokens) {
    if (token.pool === undefined || chance('swap', token.tick, at) > SWAPS) continue;
    const place = await placeOf(seed, token);
    const pool = place === undefined ? undefined : await poolOfRune(place);
    if (place === undefined || pool === undefined) continue;
    const reserves = { r1: BigInt(pool.token1Pool), r2: BigInt(pool.token2Pool) };
    const wanted = swapOf(token, reserves, { part: partAt(token, span, at), at });
    try {
      if (chance('adds', token.tick, at) < ADDS) await add(seed, place, at);
      else await swap(seed, place, wanted, at);
    } catch (error) {
      seed.progress(`a swap is left out: ${String(error)}`);
    }
  }
}

interface Wanted {
  readonly side: 'buy' | 'sell';
  /** Sat, or units. */
  readonly amount: bigint;
}

/** Somebody brings the pool a good part of the way to the price of the day, or swaps a little for himself. */
export function swapOf(
  token: PastToken,
  { r1, r2 }: { readonly r1: bigint; readonly r2: bigint },
  { part, at }: { readonly part: bigint; readonly at: number },
): Wanted {
  const far = BigInt(Math.round((0.4 + 0.8 * chance('far', token.tick, at)) * 1000));
  // r1 · r2 stays: at the price p the sats are √(r1 · r2 · p).
  const aim = root((r1 * r2 * token.milliSats * part) / (1000n * SCALE));
  const gap = ((aim - r1) * far) / 1000n;
  const own = LEAST_SWAP + BigInt(Math.round(40_000 * chance('own', token.tick, at)));
  const isOwn = (gap < 0n ? -gap : gap) < LEAST_SWAP;
  const sats = isOwn ? (chance('side', token.tick, at) < 0.6 ? own : -own) : gap;
  return sats > 0n ? { side: 'buy', amount: sats } : { side: 'sell', amount: (-sats * r2) / r1 };
}

function root(value: bigint): bigint {
  let [low, high] = [0n, value + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= value) low = middle;
    else high = middle;
  }
  return low;
}

async function swap(
  seed: People & PastSeed,
  place: PoolPlace,
  { side, amount }: Wanted,
  at: number,
): Promise<void> {
  const who = side === 'buy' ? cycle(seed.takers, at).at('runes') : await holderOf(seed, place, amount);
  // Who sells has to have bought before.
  if (who === undefined) return;
  const act = side === 'buy' ? 'build1x' : 'build2x';
  await actOnPool(place, who, { act, sourceAmount: amount.toString() });
}

async function add(seed: People & PastSeed, place: PoolPlace, at: number): Promise<void> {
  const pool = await poolOfRune(place);
  if (pool === undefined) return;
  const units = (ADDED * BigInt(pool.token2Pool)) / BigInt(pool.token1Pool) + 1n;
  const who = await holderOf(seed, place, units);
  if (who === undefined) return swap(seed, place, { side: 'buy', amount: LEAST_SWAP * 2n }, at);
  await actOnPool(place, who, { act: 'buildAdd', source: 'token1', sourceAmount: ADDED.toString() });
}

/** The first of the takers who has so much. */
async function holderOf(
  { origin, takers }: People & PastSeed,
  { rune }: PoolPlace,
  units: bigint,
): Promise<Trader | undefined> {
  for (const who of takers) {
    const query = { net: 'regtest', address: who.address } as const;
    const { confirmed } = await callApi(origin, 'runeBalances', { query });
    const held = BigInt(confirmed.find(({ runeid }) => runeid === rune)?.amount ?? '0');
    if (held >= units) return who.at('runes');
  }
  return undefined;
}
