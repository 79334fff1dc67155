/** Coins as the exchange trusts them: value and script from the node, assets from the ledger, both at the same tip. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rialto/refusals';
import type { Coin, CoinAsset, Outpoint } from '@rialto/protocols';
import type { Chain, Tip, Unspent } from '../node/chain.ts';
import type { FollowedCoin } from './ledger-coins.ts';
import type { Ledger } from './ledger.ts';

export interface Source {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn' | 'coinsOf' | 'tip'>;
}

export interface LoadedCoins {
  readonly tip: Tip;
  /** Only those that nobody has spent, in a block or in the mempool. */
  readonly coins: ReadonlyMap<Outpoint, Coin>;
}

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;
/** A coinbase cannot be spent earlier (Bitcoin Core `consensus.h`). */
const MATURITY = 100;

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
export async function loadCoins(source: Source, points: readonly Outpoint[]): Promise<LoadedCoins> {
  const unique = [...new Set(points)];
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const [node, ledger] = await Promise.all([
      source.chain.unspentAt(unique),
      source.ledger.assetsOn(unique),
    ]);
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

/**
 * All coins of a followed script that no waiting transaction spends, confirmed ones first and oldest first.
 * @throws Refusal('not-followed') when the script's coins are not known; 'syncing'
 */
export async function loadEverythingOf(
  source: Source,
  script: Uint8Array,
): Promise<{ tip: Tip; coins: OwnCoin[] }> {
  const { tip, value } = await atOneTip(source.ledger, async () => {
    const followed = await source.ledger.coinsOf(script);
    if (followed === undefined) throw new Refusal('not-followed');
    const { assets } = await source.ledger.assetsOn(followed.map((coin) => coin.outpoint));
    return { followed, assets };
  });
  const { followed, assets } = value;
  const spending = await source.chain.spendingOf(followed.map((coin) => coin.outpoint));
  const coins = followed
    .filter((coin) => !spending.has(coin.outpoint))
    .map((coin) => ownCoin(coin, assets.get(coin.outpoint) ?? [], tip));
  return { tip, coins };
}

function ownCoin(coin: FollowedCoin, assets: readonly CoinAsset[], tip: Tip): OwnCoin {
  const { outpoint, script, value, height } = coin;
  const immature = isImmature(coin, tip);
  return { outpoint, value, script, assets, immature, ...(height === undefined ? {} : { height }) };
}

/** The coins of a followed script that can be spent: no young coinbase among them. Throws as `loadEverythingOf`. */
export async function loadCoinsOf(source: Source, script: Uint8Array): Promise<Coin[]> {
  const { coins } = await loadEverythingOf(source, script);
  return coins.filter((coin) => !coin.immature).map(({ immature: _, ...coin }) => coin);
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
