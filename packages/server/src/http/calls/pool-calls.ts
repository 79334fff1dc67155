/** Pools and swaps: reads and previews for anybody, builds and tasks for the owner of a session. */
import type { CallName } from '@rialto/contract';
import { buildLiquidity } from '../../pools/acts/build-liquidity.ts';
import { buildSwap } from '../../pools/acts/build-swap.ts';
import { ongoingTask } from '../../pools/acts/ongoing-task.ts';
import { submitTask } from '../../pools/acts/submit-task.ts';
import { previewAdd, previewRemove, previewSwap } from '../../pools/quotes/previews.ts';
import type { SwapType } from '../../pools/quotes/swap-terms.ts';
import { requireLivePool, requireNet, requirePool, tokenOfPair } from '../../pools/reads/find-pool.ts';
import { poolExit, poolLanes } from '../../pools/reads/pool-lanes.ts';
import { poolList, poolStats } from '../../pools/reads/pool-list.ts';
import { poolView } from '../../pools/reads/pool-view.ts';
import { poolTransactions } from '../../pools/reads/transactions.ts';
import { requireSession, route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { klinesOf } from './kline-calls.ts';
import { requireTrading } from './order-calls.ts';

export function registerPools(context: RouteContext, service: Service): void {
  registerReads(context, service);
  registerPreviews(context, service);
  registerActs(context, service);
}

function registerReads(context: RouteContext, { pools }: Service): void {
  const poolOf = (params: { kind: 'swap' | 'runes'; pair: string }, net: string) => {
    requireNet(pools, net);
    return requirePool(pools, params.kind, tokenOfPair(params.pair));
  };
  route(context, 'pools', ({ params, query }) => {
    requireNet(pools, query.net);
    return poolList(pools, params.kind);
  });
  route(context, 'pool', async ({ params, query }) =>
    poolView(pools, await poolOf(params, query.net), query.address),
  );
  route(context, 'poolStats', async ({ params, query }) => poolStats(pools, await poolOf(params, query.net)));
  route(context, 'poolTransactions', async ({ params, query }) =>
    poolTransactions(pools, await poolOf(params, query.net), query),
  );
  route(context, 'poolKline', async ({ params, query }) => {
    const { token, state } = await poolOf(params, query.net);
    const asset = { of: 'pool', asset: token.asset, decimals: token.decimals } as const;
    const { height, hash } = state.tip;
    return { list: await klinesOf(pools.store.db, asset, query), at: { height, hash } };
  });
  route(context, 'poolLanes', async ({ params, query }) =>
    poolLanes(pools, (await poolOf(params, query.net)).state),
  );
  route(context, 'poolExit', async ({ params, query }) =>
    poolExit(pools, (await poolOf(params, query.net)).state),
  );
}

function registerPreviews(context: RouteContext, { pools }: Service): void {
  const stateOf = async (kind: 'swap' | 'runes', token: string) =>
    (await requireLivePool(pools, kind, token)).state;
  route(context, 'previewSwap', async ({ params, body }) =>
    previewSwap(pools, await stateOf(params.kind, body.token2), body),
  );
  route(context, 'previewAdd', async ({ params, body }) =>
    previewAdd(pools, await stateOf(params.kind, body.token2), body),
  );
  route(context, 'previewRemove', async ({ params, body }) =>
    previewRemove(pools, await stateOf(params.kind, body.token2), body),
  );
}

const SWAPS = { build1x: '1x', build2x: '2x', buildX1: 'x1', buildX2: 'x2' } as const satisfies Partial<
  Record<CallName, SwapType>
>;

function registerActs(context: RouteContext, service: Service): void {
  const { pools } = service;
  for (const name of ['build1x', 'build2x', 'buildX1', 'buildX2'] as const)
    route(context, name, async ({ params, body, session }) => {
      await requireTrading(service);
      return buildSwap(pools, requireSession(session), { kind: params.kind, type: SWAPS[name], body });
    });
  route(context, 'buildInit', async ({ params, body, session }) => {
    await requireTrading(service);
    return buildLiquidity(pools, requireSession(session), {
      kind: params.kind,
      act: { kind: 'init', ...body },
    });
  });
  route(context, 'buildAdd', async ({ params, body, session }) => {
    await requireTrading(service);
    return buildLiquidity(pools, requireSession(session), {
      kind: params.kind,
      act: { kind: 'add', ...body },
    });
  });
  route(context, 'buildRemove', async ({ params, body, session }) => {
    await requireTrading(service);
    return buildLiquidity(pools, requireSession(session), {
      kind: params.kind,
      act: { kind: 'remove', ...body },
    });
  });
  route(context, 'submitTask', async ({ body, session }) => {
    await requireTrading(service);
    return submitTask(pools, requireSession(session), body);
  });
  route(context, 'ongoingTask', ({ query, session }) => {
    requireNet(pools, query.net);
    return ongoingTask(pools, requireSession(session), query);
  });
}
