/** What the keeper looks at: every lane of a pool, what waits on it, how long its way home has, who waits for the pool. */
import type { FeePlans } from '@rialto/market';
import { actsOfPool, queueOfPool } from '../../store/pools/pool-act-store.ts';
import { exitsOfLanes } from '../../store/pools/pool-exit-store.ts';
import { keptSince, swapsSince } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { laneTips } from '../lane-tips.ts';
import { movesLots } from '../moves-lots.ts';
import type { PoolState } from '../pool-state.ts';
import { outdatedLanes } from './outdated.ts';
import { QUIET_BLOCKS } from './wish.ts';
import type { KeeperFacts } from './wish.ts';

/** @throws Refusal syncing, signer-down */
export async function factsOf(context: PoolContext, state: PoolState, plans: FeePlans): Promise<KeeperFacts> {
  const { store, settings } = context;
  const { tip, pool, confirmed } = state;
  const { number } = pool;
  const quoted = await quotedLanes(context, number);
  const tips = laneTips(state).map(({ coin, standing }) => ({
    coin,
    depth: standing.ancestors.length,
    isQuoted: quoted.has(coin.outpoint),
  }));
  const atRest = tips.filter(({ coin }) => coin.height !== undefined);
  const points = atRest.map(({ coin }) => coin.outpoint);
  const exits = new Map((await exitsOfLanes(store.db, points)).map((row) => [row.lane, row]));
  const texts = new Map([...exits].map(([lane, { exit }]) => [lane, exit]));
  const outdated = await outdatedLanes(context, state, { exits: texts, plans });
  const resting = atRest.map(({ coin, isQuoted }) => {
    const until = exits.get(coin.outpoint)?.height;
    return {
      ...{ coin, isQuoted, isOutdated: outdated.has(coin.outpoint) },
      left: until === undefined ? undefined : until - tip.height,
      age: tip.height - (coin.height ?? tip.height),
    };
  });
  return {
    ...{ tips, resting, plans, r1: confirmed.r1, isOfLots: movesLots(state.token) },
    isAwaited: (await queueOfPool(store.db, number)).length > 0,
    isStopped: await context.isPaused(number),
    swaps: await swapsSince(store.db, number, tip.height - QUIET_BLOCKS),
    sinceKept: tip.height - ((await keptSince(store.db, number)) ?? 0),
    laneDepth: settings.laneDepth,
    mostLanes: settings.mostLanes,
  };
}

/** Lanes on which somebody may still sign what he was shown. */
async function quotedLanes({ store, now }: PoolContext, pool: number): Promise<ReadonlySet<string>> {
  const built = await actsOfPool(store.db, pool, ['built']);
  const open = built.filter(({ kind, expiresAt }) => kind !== 'refresh' && expiresAt.getTime() > now());
  const coins = open.flatMap(({ plan }) => plan?.poolCoins ?? []);
  return new Set(coins.map(({ outpoint }) => outpoint));
}
