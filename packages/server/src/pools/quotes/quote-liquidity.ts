/** What liquidity would bring right now: shares for both sides, or both sides for shares. */
import {
  MINIMUM_LANE_SATS,
  addShares,
  mostRemovable,
  reachOf,
  removeShares,
  standingOf,
} from '@rialto/market';
import type { Reach, TwoSides } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { withWaiting } from '../state.ts';
import type { PoolState } from '../state.ts';
import { LEAST } from '../terms.ts';

export interface LiquidityQuote extends TwoSides {
  readonly shares: bigint;
}

/** More than any supply. */
const ALL = 1n << 128n;

/** As if what waits in our mempool were confirmed: an act of a provider stands on lanes that blocks have. */
export function reachSoon(state: PoolState): Reach {
  const lost = state.pending.filter(({ isLive }) => !isLive);
  return reachOf(
    withWaiting(state),
    lost.map(({ change }) => change),
  );
}

/** Of an act that spends the share coin and all lanes now. */
export function reachNow(state: PoolState): Reach {
  const own = [state.shareCoin, ...state.lanes].flatMap((coin) => coin?.outpoint ?? []);
  const { base, others } = standingOf(state.confirmed, state.pending, own);
  return reachOf(base, others);
}

/**
 * @param source the side whose amount is the most to be brought; the other follows
 * @throws Refusal pool-too-small, liquidity-too-small, liquidity-rounds
 */
export function quoteAdd(reach: Reach, source: 'token1' | 'token2', asked: bigint): LiquidityQuote {
  const most = source === 'token1' ? { sats: asked, units: ALL } : { sats: ALL, units: asked };
  const quote = addShares(reach, most);
  if (quote.sats < LEAST.add) throw new Refusal('liquidity-too-small', `${LEAST.add} sat at least`);
  return quote;
}

/**
 * @param shares that come back
 * @throws Refusal pool-too-small with the most that can leave, liquidity-too-small
 */
export function quoteRemove(state: PoolState, reach: Reach, shares: bigint): LiquidityQuote {
  const lanes = BigInt(state.lanes.length);
  const most = mostRemovable(reach, { sats: lanes * MINIMUM_LANE_SATS, units: lanes });
  if (shares > most) throw new Refusal('pool-too-small', `${most} shares at most`);
  const brings = removeShares(reach, shares);
  if (brings.sats < LEAST.remove) throw new Refusal('liquidity-too-small', `${LEAST.remove} sat at least`);
  return { ...brings, shares };
}
