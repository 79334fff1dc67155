/** Where a swap may stand: the newest coin of each lane, and what waits below it. */
import { standingOf } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import type { PoolState } from './pool-state.ts';

export interface LaneTip {
  readonly coin: Coin;
  /** What it stands on, in blocks and not. */
  readonly standing: ReturnType<typeof standingOf>;
}

/** Of lanes that nothing in our mempool spends. */
export function laneTips(state: PoolState): readonly LaneTip[] {
  const live = state.pending.filter(({ isLive }) => isLive);
  const spent = new Set(live.flatMap(({ spends }) => spends));
  return [...state.lanes, ...live.flatMap(({ gives }) => gives)]
    .filter((coin) => !spent.has(coin.outpoint) && !isShareCoin(state, coin))
    .map((coin) => ({ coin, standing: standingOf(state.confirmed, state.pending, [coin.outpoint]) }));
}

export function isShareCoin({ pool }: PoolState, { assets }: Coin): boolean {
  const [rune] = assets;
  return rune?.kind === 'rune' && rune.asset === `rune:${pool.shareRune ?? ''}`;
}

/** True when every lane and the share coin are as blocks have them. */
export function isAtRest({ pending }: PoolState): boolean {
  return !pending.some(({ isLive }) => isLive);
}

export function unitsOn({ assets }: Coin): bigint {
  const [rune] = assets;
  return rune?.kind === 'rune' ? rune.amount : 0n;
}
