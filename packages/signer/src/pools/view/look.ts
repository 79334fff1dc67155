/** What our own node and index say of the coins of pools, all of it at one tip. Nobody else is asked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Ledger, Tip, Unspent } from '@rialto/ground';
import type { CoinAsset, Outpoint, Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../../journal/pool-recall.ts';

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;

export interface PoolSource {
  readonly chain: Pick<Chain, 'unspentAt' | 'settledAt' | 'spendingOf'>;
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

/** What is asked: coins, and the acts that spend some of them. */
interface Asked {
  readonly points: readonly Outpoint[];
  readonly acts: readonly Pick<SignedPoolAct, 'id' | 'spends'>[];
  /** Those of the coins that may be a pool's, whose assets count. */
  readonly own: readonly Outpoint[];
  /** Coins that the blocks up to this one have spent. They are not asked for again until there is another. */
  readonly spent: { readonly hash: string; readonly points: ReadonlySet<Outpoint> };
}

/** @throws Refusal syncing when node and index do not come to the same tip, or the mempool does not hold still, for two seconds */
export async function look(source: PoolSource, asked: Asked): Promise<Seen> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = await lookOnce(source, asked);
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Refusal('syncing', 'the index is behind the node');
    await sleep(PAUSE_MS);
  }
}

/**
 * An act that waits in our mempool has all its coins, so it is asked for by one of them. No coin may be taken for spent by a block that is not:
 * that would make an act impossible that can still confirm. So of coins that blocks made it is the blocks alone that say so: a payer can have
 * his coin spent and free again in the mempool as often as he likes. Of coins that only the mempool has made, what leaves it meanwhile is unspent
 * again, and what comes back is found.
 * @returns undefined when something changed meanwhile
 */
async function lookOnce(
  { chain, ledger }: PoolSource,
  { points, acts, own, spent }: Asked,
): Promise<Seen | undefined> {
  const before = await chain.unspentAt([]);
  const known = before.tip.hash === spent.hash ? spent.points : new Set<Outpoint>();
  const taken = await takenByWaiting(
    chain,
    acts.filter(({ spends }) => !spends.every((point) => known.has(point))),
  );
  const open = points.filter((point) => !known.has(point) && !taken.has(point));
  const first = await chain.unspentAt(open);
  const others = await chain.spendingOf(open);
  const missing = open.filter((point) => !first.coins.has(point) && !others.has(point));
  const settled = await chain.settledAt(missing);
  const unmade = missing.filter((point) => !settled.coins.has(point));
  const again = await chain.unspentAt(unmade);
  const back = await chain.spendingOf(unmade.filter((point) => !again.coins.has(point)));
  const { tip, assets } = await ledger.assetsOn(own.filter((point) => !known.has(point)));
  const isAtOneTip = [before, first, settled, again].every((answer) => answer.tip.hash === tip.hash);
  if (back.size > 0 || !isAtOneTip) return undefined;
  const unspent = new Map([...first.coins, ...settled.coins, ...again.coins]);
  const spending = new Map([...taken, ...others]);
  return {
    ...{ tip, assets, spending, unspent },
    isGone: (point) => !unspent.has(point) && !spending.has(point),
  };
}

/** The coins of those acts that our mempool has. */
async function takenByWaiting(
  chain: PoolSource['chain'],
  acts: Asked['acts'],
): Promise<ReadonlyMap<Outpoint, Txid>> {
  const spenders = await chain.spendingOf(acts.flatMap(({ spends }) => spends.slice(0, 1)));
  const waiting = acts.filter(({ id, spends: [one] }) => one !== undefined && spenders.get(one) === id);
  return new Map(waiting.flatMap(({ id, spends }) => spends.map((point) => [point, id] as const)));
}
