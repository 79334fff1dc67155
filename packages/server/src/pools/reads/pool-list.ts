/** All pools that hold liquidity, and the figures of one: reserves, a day's swaps. */
import type { AnswerOf } from '@rialto/contract';
import { aprPpm } from '@rialto/market';
import { scriptToAddress } from '@rialto/psbt';
import { dayOfPools, tradedPools } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { percent } from '../decimal.ts';
import { statesOf, withWaiting } from '../state.ts';
import type { TradedPool } from '../pool-state.ts';
import type { PoolKind } from './find-pool.ts';

const PPM = 1_000_000n;

export async function poolList(context: PoolContext, kind: PoolKind): Promise<AnswerOf<'pools'>> {
  const { db } = context.store;
  const open = (await tradedPools(db)).filter(({ token }) => token.kind === kind);
  const days = await dayOfPools(
    db,
    open.map(({ token }) => token.asset),
    context.now(),
  );
  const states = await statesOf(
    context,
    open.map(({ pool }) => pool),
  );
  const list: AnswerOf<'pools'> = [];
  for (const state of states) {
    const token = open.find(({ pool }) => pool.number === state.pool.number)?.token;
    if (token === undefined || state.lanes.length === 0) continue;
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
      address: scriptToAddress(state.script.script, context.settings.network) ?? '',
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
