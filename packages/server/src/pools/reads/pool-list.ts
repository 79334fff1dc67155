/** All pools that hold liquidity, and the figures of one: reserves, a day's swaps. */
import type { AnswerOf } from '@rialto/contract';
import { aprPpm } from '@rialto/market';
import { allPools } from '../../store/pools/pool-chain-store.ts';
import { dayOfPools } from '../../store/pools/pool-figures.ts';
import { tokenOfAsset } from '../../store/pools/traded-token.ts';
import type { PoolContext } from '../context.ts';
import { percent } from '../decimal.ts';
import { stateOf, withWaiting } from '../state.ts';
import type { TradedPool } from '../pool-state.ts';
import type { PoolKind } from './find-pool.ts';

const PPM = 1_000_000n;

export async function poolList(context: PoolContext, kind: PoolKind): Promise<AnswerOf<'pools'>> {
  const { db } = context.store;
  const open = (await allPools(db)).filter(({ closedHeight }) => closedHeight === null);
  const assets = open.flatMap(({ token }) => token ?? []);
  const days = await dayOfPools(db, assets, context.now());
  const list: AnswerOf<'pools'> = [];
  for (const row of open) {
    const token = row.token === null ? undefined : await tokenOfAsset(db, row.token);
    if (token?.kind !== kind) continue;
    const state = await stateOf(context, row);
    if (state.lanes.length === 0) continue;
    const { r1, r2 } = withWaiting(state);
    list.push({
      kind,
      token1: 'btc',
      token2: token.id,
      tokenId: token.asset,
      network: context.settings.network,
      name: token.name,
      divisibility: token.decimals,
      token1Pool: r1.toString(),
      token2Pool: r2.toString(),
      volume24h: (days.get(token.asset)?.volume ?? 0n).toString(),
    });
  }
  return list;
}

/** What providers earned is counted in sat of each swap: the sats it moved, times the fee. */
export async function poolStats(
  context: PoolContext,
  { state, token: { asset } }: TradedPool,
): Promise<AnswerOf<'poolStats'>> {
  const day = (await dayOfPools(context.store.db, [asset], context.now())).get(asset);
  const volume = day?.volume ?? 0n;
  const fees = (volume * context.settings.lpFeePpm) / PPM;
  const reserves = withWaiting(state);
  return {
    volume24h: volume.toString(),
    fees24h: fees.toString(),
    serviceFees24h: (day?.serviceFees ?? 0n).toString(),
    apr: percent(aprPpm(reserves, fees, 24n) ?? 0n),
    swaps24h: day?.swaps ?? 0,
    tvl: (2n * reserves.r1).toString(),
  };
}
