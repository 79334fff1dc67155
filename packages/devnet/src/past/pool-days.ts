/** A pool in the past: opened by the deployer at the price of that day, then swapped with towards the price of each day. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiRefusal } from '../market/api.ts';
import { actOnPool, poolAt } from '../market/pool-acts.ts';
import { cycle } from '../market/seed/seed-lots.ts';
import type { Trader } from '../market/trader.ts';
import { chance, priceThen } from './days.ts';
import type { Span } from './days.ts';
import type { PastSeed, People } from './people.ts';
import { firstTokens, holderOf, poolOf, stockSellers } from './pool-tokens.ts';
import type { PastPool } from './pool-runes.ts';
import type { PastToken } from './tokens.ts';

/** Tokens, lots and shares are some blocks deep before a pool opens on them; the signer etches when it looks after its stock. */
const TRIES = 40;
const PAUSE_MS = 400;
const NOT_YET = ['no-pool', 'coin-unconfirmed', 'lane-waits'];
const SCALE = 100_000n;
const PROVIDER_COINS = 3;
/** Each of them pays for all by itself: beside four lots an act takes one coin. */
const SPARE = 100_000n;

/** Opens the pools that are missing. Without a pool in the signer's stock there is none, and the past goes on. */
export async function openPastPools(seed: PastSeed & People, deployer: Trader, span: Span): Promise<void> {
  for (const token of seed.tokens) {
    if (token.pool === undefined) continue;
    const place = await poolOf(seed, token);
    if (place === undefined || (await poolAt(place)) !== undefined) continue;
    seed.progress(`opening a pool of ${token.tick}`);
    if (place.kind === 'swap') await stockSellers(seed, token);
    await open(seed, place, { token, sats: token.pool, provider: deployer.at(token.book), span });
  }
}

interface Opening {
  readonly token: PastToken;
  readonly sats: bigint;
  readonly provider: Trader;
  readonly span: Span;
}

async function open(
  seed: PastSeed & People,
  place: PastPool,
  { token, sats, provider, span }: Opening,
): Promise<void> {
  const { chain, ready, progress } = seed;
  const { address } = provider;
  await chain.fundMany(Array.from({ length: PROVIDER_COINS }, () => ({ address, sats: sats + SPARE })));
  await chain.mine(1);
  await ready();
  await provider.login();
  const wanted = unitsFor(token, sats * place.scale, partAt(token, span, span.from));
  const { units, ...brought } = await firstTokens(seed, place, { token, provider, units: wanted });
  const asked = {
    act: 'buildInit' as const,
    ...{ token1Amount: sats.toString(), token2Amount: units.toString() },
    ...brought,
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

/** Tokens for so many sats at the day's price. */
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
    const place = await poolOf(seed, token);
    const pool = place === undefined ? undefined : await poolAt(place);
    if (place === undefined || pool === undefined) continue;
    const { scale } = place;
    const reserves = { r1: BigInt(pool.token1Pool), r2: BigInt(pool.token2Pool), scale };
    const wanted = swapOf(token, reserves, { part: partAt(token, span, at), at });
    try {
      if (chance('adds', token.tick, at) < ADDS) await add(seed, place, reserves, at);
      else await swap(seed, place, wanted, at);
    } catch (error) {
      seed.progress(`a swap is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

interface Reserves {
  readonly r1: bigint;
  readonly r2: bigint;
  /** Smallest units of one token. */
  readonly scale: bigint;
}

interface Wanted {
  readonly side: 'buy' | 'sell';
  /** Sat, or units. */
  readonly amount: bigint;
}

/** Somebody brings the pool a good part of the way to the price of the day, or swaps a little for himself. */
export function swapOf(
  token: PastToken,
  { r1, r2, scale }: Reserves,
  { part, at }: { readonly part: bigint; readonly at: number },
): Wanted {
  const far = BigInt(Math.round((0.4 + 0.8 * chance('far', token.tick, at)) * 1000));
  // r1 · r2 stays: at the price p the sats are √(r1 · r2 · p).
  const aim = root((r1 * r2 * token.milliSats * part) / (1000n * SCALE * scale));
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
  place: PastPool,
  { side, amount }: Wanted,
  at: number,
): Promise<void> {
  if (side === 'buy') {
    const who = cycle(seed.takers, at).at(place.kind === 'runes' ? 'runes' : 'brc20');
    await actOnPool(place, who, { act: 'build1x', sourceAmount: amount.toString() });
    return;
  }
  // Who sells has to have bought before, or to have lots.
  const holder = await holderOf(seed, place, amount);
  if (holder === undefined) return;
  const { units, ...brought } = holder.brought;
  await actOnPool(place, holder.who, { act: 'build2x', sourceAmount: units.toString(), ...brought });
}

async function add(
  seed: People & PastSeed,
  place: PastPool,
  { r1, r2 }: Reserves,
  at: number,
): Promise<void> {
  const holder = await holderOf(seed, place, (ADDED * r2) / r1 + 1n);
  if (holder === undefined) return swap(seed, place, { side: 'buy', amount: LEAST_SWAP * 2n }, at);
  const { units, ...brought } = holder.brought;
  const asked =
    place.kind === 'runes'
      ? ({ source: 'token1', sourceAmount: ADDED.toString() } as const)
      : ({ source: 'token2', sourceAmount: units.toString() } as const);
  await actOnPool(place, holder.who, { act: 'buildAdd', ...asked, ...brought });
}
