/** How a pool stands, in short: what the feed tells whenever it changes. */
import type { PoolStand } from '@rialto/contract';
import type { PoolRow } from '../../store/pools/pool-chain-store.ts';
import type { TradedToken } from '../../store/pools/traded-token.ts';
import type { PoolContext } from '../context.ts';
import { stateOf, withWaiting } from '../state.ts';

/** @throws Refusal syncing, node-down */
export async function poolStand(
  context: PoolContext,
  row: PoolRow,
  { id }: Pick<TradedToken, 'id'>,
): Promise<PoolStand> {
  const state = await stateOf(context, row);
  const { confirmed, pending } = state;
  const soon = withWaiting(state);
  return {
    token2: id,
    token1Pool: soon.r1.toString(),
    token2Pool: soon.r2.toString(),
    token1PoolConfirmed: confirmed.r1.toString(),
    token2PoolConfirmed: confirmed.r2.toString(),
    poolEquity: soon.shares.toString(),
    waiting: pending.filter(({ isLive }) => isLive).length,
    paused: await context.isPaused(row.number),
  };
}
