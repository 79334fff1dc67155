/** Coins as the exchange believes them: value and script from the node, assets from the ledger, both at the same tip. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rialto/protocols';
import type { Coin, CoinAsset, Outpoint } from '@rialto/protocols';
import type { Chain, Tip, Unspent } from './chain.ts';
import { notFollowed } from './ledger.ts';
import type { FollowedCoin, Ledger } from './ledger.ts';

export interface Source {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn' | 'coinsOf' | 'tip'>;
}

export interface LoadedCoins {
  readonly tip: Tip;
  /** Only those that nobody has spent, in a block or in the mempool. */
  readonly coins: ReadonlyMap<Outpoint, Coin>;
}

const PATIENCE_MS = 2_000;
const PAUSE_MS = 20;
/** A coinbase cannot be spent earlier (Bitcoin Core `consensus.h`). */
const MATURITY = 100;

/**
 * Loads coins by outpoint.
 * @throws Refusal('syncing') when the ledger does not reach the node's tip in two seconds; 'node-down'
 */
export async function loadCoins(source: Source, points: readonly Outpoint[]): Promise<LoadedCoins> {
  const unique = [...new Set(points)];
  const deadline = performance.now() + PATIENCE_MS;
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

/**
 * All coins of a followed script that can be spent: not spent in the mempool, no young coinbase.
 * @throws Refusal('syncing') when the script is not followed yet
 */
export async function loadCoinsOf(source: Source, script: Uint8Array): Promise<Coin[]> {
  const { followed, tip, assets } = await followedAtOneTip(source, script);
  const spending = await source.chain.spendingOf(followed.map((coin) => coin.outpoint));
  return followed
    .filter((coin) => !spending.has(coin.outpoint))
    .filter(
      (coin) => !coin.coinbase || (coin.height !== undefined && tip.height - coin.height + 1 >= MATURITY),
    )
    .map(({ outpoint, value, height }) => ({
      ...{ outpoint, value, script, assets: assets.get(outpoint) ?? [] },
      ...(height === undefined ? {} : { height }),
    }));
}

/** Coins and what is on them, of one block: a coin read before a reorg and its inscriptions read after would look clean. */
async function followedAtOneTip(
  { ledger }: Source,
  script: Uint8Array,
): Promise<Awaited<ReturnType<Ledger['assetsOn']>> & { followed: readonly FollowedCoin[] }> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const before = await ledger.tip();
    const followed = await ledger.coinsOf(script);
    if (followed === undefined) throw notFollowed();
    const { tip, assets } = await ledger.assetsOn(followed.map((coin) => coin.outpoint));
    if (tip.hash === before.hash) return { followed, tip, assets };
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is moving');
  }
}
