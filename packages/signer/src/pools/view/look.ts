/** What our own node and index say of the coins of pools, all of it at one tip. Nobody else is asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Ledger, Tip, Unspent } from '@rialto/ground';
import type { CoinAsset, Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;

export interface PoolSource {
  readonly chain: Pick<Chain, 'unspentAt' | 'spendingOf'>;
  readonly ledger: Pick<Ledger, 'assetsOn'>;
}

export interface Seen {
  readonly tip: Tip;
  readonly unspent: ReadonlyMap<Outpoint, Unspent>;
  /** What of our mempool spends a coin. */
  readonly spending: ReadonlyMap<Outpoint, Txid>;
  readonly assets: ReadonlyMap<Outpoint, readonly CoinAsset[]>;
  /** True for a coin that a block has spent, or that was never made. */
  isGone(point: Outpoint): boolean;
}

/** @throws Refusal syncing when node and index do not come to the same tip, or the mempool does not hold still, for two seconds */
export async function look(source: PoolSource, points: readonly Outpoint[]): Promise<Seen> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = await lookOnce(source, points);
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is behind the node');
    await sleep(PAUSE_MS);
  }
}

/**
 * Asked in this order, what leaves the mempool meanwhile is unspent again, and what comes back into it is found: neither is taken for spent
 * by a block, which would make an act impossible that can still confirm.
 * @returns undefined when something changed meanwhile
 */
async function lookOnce(
  { chain, ledger }: PoolSource,
  points: readonly Outpoint[],
): Promise<Seen | undefined> {
  const first = await chain.unspentAt(points);
  const spending = await chain.spendingOf(points);
  const missing = points.filter((point) => !first.coins.has(point) && !spending.has(point));
  const again = await chain.unspentAt(missing);
  const back = await chain.spendingOf(missing.filter((point) => !again.coins.has(point)));
  const { tip, assets } = await ledger.assetsOn(points);
  if (back.size > 0 || first.tip.hash !== tip.hash || again.tip.hash !== tip.hash) return undefined;
  const unspent = new Map([...first.coins, ...again.coins]);
  return {
    ...{ tip, assets, spending, unspent },
    isGone: (point) => !unspent.has(point) && !spending.has(point),
  };
}
