/** Coins as the exchange trusts them: value and script from the node, assets from the ledger, both at the same tip. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rialto/refusals';
import type { Coin, CoinAsset, Outpoint } from '@rialto/protocols';
import type { Chain, Tip, Unspent } from '../node/chain.ts';
import { MATURITY } from './ledger-coin-pages.ts';
import type { CoinQuery, PayingQuery } from './ledger-coin-pages.ts';
import type { FollowedCoin } from './ledger-coins.ts';
import type { Ledger } from './ledger.ts';

export interface Source {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn' | 'coinsOf' | 'tip'>;
}

/** What is asked about the coins of a script. */
export interface PageSource {
  readonly chain: Pick<Chain, 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn' | 'coinPageOf' | 'isFollowed' | 'payingCoinsOf' | 'tip'>;
}

export interface LoadedCoins {
  readonly tip: Tip;
  /** Only those that nobody has spent, in a block or in the mempool. */
  readonly coins: ReadonlyMap<Outpoint, Coin>;
}

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;
/** True for a coin of a coinbase that no block after the tip may spend yet. */
export function isImmature(
  coin: Pick<FollowedCoin, 'coinbase' | 'height'>,
  tip: Pick<Tip, 'height'>,
): boolean {
  return coin.coinbase && (coin.height === undefined || tip.height - coin.height + 1 < MATURITY);
}

/**
 * Loads coins by outpoint.
 * @throws Refusal('syncing') when the ledger does not reach the node's tip in two seconds; 'node-down'
 */
export function loadCoins(source: Source, points: readonly Outpoint[]): Promise<LoadedCoins> {
  return loaded(source.ledger, points, (unique) => source.chain.unspentAt(unique));
}

/** As `loadCoins`, by blocks alone: those too that a waiting transaction spends, and none that waits. */
export function loadSettledCoins(
  { chain, ledger }: { readonly chain: Pick<Chain, 'settledAt'>; readonly ledger: Pick<Ledger, 'assetsOn'> },
  points: readonly Outpoint[],
): Promise<LoadedCoins> {
  return loaded(ledger, points, (unique) => chain.settledAt(unique));
}

async function loaded(
  source: Pick<Ledger, 'assetsOn'>,
  points: readonly Outpoint[],
  nodeAt: (unique: readonly Outpoint[]) => ReturnType<Chain['unspentAt']>,
): Promise<LoadedCoins> {
  const unique = [...new Set(points)];
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const [node, ledger] = await Promise.all([nodeAt(unique), source.assetsOn(unique)]);
    if (node.tip.hash === ledger.tip.hash) {
      const coins = new Map<Outpoint, Coin>();
      for (const [point, unspent] of node.coins)
        coins.set(point, coinOf(point, unspent, ledger.assets.get(point)));
      return { tip: ledger.tip, coins };
    }
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is behind the node');
    await sleep(PAUSE_MS);
  }
}

function coinOf(outpoint: Outpoint, unspent: Unspent, assets: readonly CoinAsset[] = []): Coin {
  const { value, script, height } = unspent;
  return { outpoint, value, script, assets, ...(height === undefined ? {} : { height }) };
}

/** A coin of an address, with what its spender must know. */
export interface OwnCoin extends Coin {
  /** A young coinbase, which cannot be spent yet. */
  readonly immature: boolean;
}

interface LoadedPage {
  readonly tip: Tip;
  /** As the ledger counts: those that a waiting transaction spends are counted, and left out of `coins`. */
  readonly total: number;
  readonly coins: readonly OwnCoin[];
}

/**
 * Coins of a followed script from one place of the list on, the largest first, without those a waiting transaction spends.
 * @throws Refusal('not-followed') when the script's coins are not known; 'syncing'
 */
export async function loadCoinPage(
  source: PageSource,
  script: Uint8Array,
  query: CoinQuery,
): Promise<LoadedPage> {
  const { tip, value } = await atOneTip(source.ledger, async () => {
    await requireFollowed(source.ledger, script);
    const page = await source.ledger.coinPageOf(script, query);
    return { ...page, ...(await source.ledger.assetsOn(page.coins.map((coin) => coin.outpoint))) };
  });
  const spending = await source.chain.spendingOf(value.coins.map((coin) => coin.outpoint));
  const coins = value.coins
    .filter((coin) => !spending.has(coin.outpoint))
    .map((coin) => ownCoin(coin, value.assets.get(coin.outpoint) ?? [], tip));
  return { tip, total: value.total, coins };
}

/** @throws Refusal('not-followed') */
export async function requireFollowed(ledger: Pick<Ledger, 'isFollowed'>, script: Uint8Array): Promise<void> {
  if (!(await ledger.isFollowed(script))) throw new Refusal('not-followed');
}

function ownCoin(coin: FollowedCoin, assets: readonly CoinAsset[], tip: Tip): OwnCoin {
  const { outpoint, script, value, height } = coin;
  const immature = isImmature(coin, tip);
  return { outpoint, value, script, assets, immature, ...(height === undefined ? {} : { height }) };
}

/**
 * As many of the largest coins as are ever looked at to pay for something. A transaction takes five of them at most, and fifty
 * transactions of one's own, five coins each, may wait and hold theirs: half of these are left then.
 */
export const MOST_PAYING = 500;

/**
 * Coins of a followed script that can pay: in blocks, with nothing on them, spent by nothing that waits.
 * @throws Refusal('not-followed') when the script's coins are not known; 'syncing'
 */
export async function loadPayingCoins(
  source: PageSource,
  script: Uint8Array,
  query: PayingQuery,
): Promise<Coin[]> {
  const { value: found } = await atOneTip(source.ledger, async () => {
    await requireFollowed(source.ledger, script);
    return source.ledger.payingCoinsOf(script, query);
  });
  const spending = await source.chain.spendingOf(found.map((coin) => coin.outpoint));
  return found
    .filter((coin) => !spending.has(coin.outpoint))
    .map(({ coinbase: _, ...coin }) => ({ ...coin, assets: [] }));
}

/**
 * Several questions, answered at one block: what is read before a reorg does not fit what is read after.
 * @throws Refusal('syncing') when the ledger keeps moving for two seconds
 */
export async function atOneTip<T>(
  ledger: Pick<Ledger, 'tip'>,
  read: () => Promise<T>,
): Promise<{ tip: Tip; value: T }> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const before = await ledger.tip();
    const value = await read();
    const tip = await ledger.tip();
    if (tip.hash === before.hash) return { tip, value };
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is moving');
  }
}
