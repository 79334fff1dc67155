/** All pools that hold liquidity, and the figures of one: reserves, a day's swaps. */
import type { AnswerOf } from '@rialto/contract';
import { aprPpm } from '@rialto/market';
import { runeAsset, writeSpacedName } from '@rialto/protocols';
import { allPools } from '../../store/pools/pool-chain-store.ts';
import { dayOfPools } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { percent } from '../decimal.ts';
import { withWaiting } from '../state.ts';
import type { TradedPool } from '../state.ts';
import { requirePool } from './find-pool.ts';
import type { PoolKind } from './find-pool.ts';

const PPM = 1_000_000n;

export async function poolList(context: PoolContext, kind: PoolKind): Promise<AnswerOf<'pools'>> {
  if (kind !== 'runes') return [];
  const rows = (await allPools(context.store.db)).filter(
    ({ rune, closedHeight }) => rune !== null && closedHeight === null,
  );
  const assets = rows.map(({ rune }) => runeAsset(rune ?? ''));
  const days = await dayOfPools(context.store.db, assets, context.now());
  const list: AnswerOf<'pools'> = [];
  for (const { number, rune: id } of rows) {
    if (id === null) continue;
    const { state, rune } = await requirePool(context, kind, id);
    if (state.pool.number !== number || state.lanes.length === 0) continue;
    const { r1, r2 } = withWaiting(state);
    list.push({
      token1: 'btc',
      token2: id,
      network: context.settings.network,
      name: writeSpacedName(rune),
      divisibility: rune.divisibility,
      token1Pool: r1.toString(),
      token2Pool: r2.toString(),
      volume24h: (days.get(runeAsset(id))?.volume ?? 0n).toString(),
    });
  }
  return list;
}

/** What providers earned is counted in sat of each swap: the sats it moved, times the fee. */
export async function poolStats(
  context: PoolContext,
  { state, rune }: TradedPool,
): Promise<AnswerOf<'poolStats'>> {
  const asset = runeAsset(rune.id);
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
