/** What liquidity would bring right now: shares for both sides, or both sides for shares. */
import {
  MINIMUM_LANE_SATS,
  addLots,
  addShares,
  mostRemovable,
  nearestLots,
  reachOf,
  removeLots,
  removeShares,
  restockFee,
  standingOf,
} from '@rialto/market';
import type { Reach, TwoSides } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { movesLots } from '../moves-lots.ts';
import { withWaiting } from '../state.ts';
import type { ReadyLot } from '../ready-lots.ts';
import type { PoolState } from '../pool-state.ts';
import { LEAST } from '../terms.ts';

export interface LiquidityQuote extends TwoSides {
  readonly shares: bigint;
}

export interface RemovalQuote extends LiquidityQuote {
  /** The pool's lots that make up the units: of BRC-20. */
  readonly lots: readonly ReadyLot[];
  /** Sat of the pool's that go to the operator for new lots in their place. */
  readonly restockFee: bigint;
}

interface Removed {
  readonly shares: bigint;
  /** Of the sale of what no lot makes up. */
  readonly lpFeePpm: bigint;
  /** At which new lots are inscribed. */
  readonly restockRate: number;
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

interface Added {
  /** The side whose amount is the most to be brought; the other follows. Of BRC-20 it is what whole lots hold. */
  readonly source: 'token1' | 'token2';
  readonly asked: bigint;
}

/** @throws Refusal pool-too-small, liquidity-too-small, liquidity-rounds; of BRC-20 whole-lots where it begins with sats */
export function quoteAdd(
  { token }: Pick<PoolState, 'token'>,
  reach: Reach,
  { source, asked }: Added,
): LiquidityQuote {
  const isOfLots = movesLots(token);
  if (isOfLots && source === 'token1') throw new Refusal('whole-lots');
  const most = source === 'token1' ? { sats: asked, units: ALL } : { sats: ALL, units: asked };
  const quote = isOfLots ? addLots(reach, asked) : addShares(reach, most);
  // Rounding takes a sat of what was typed.
  const isLeast = quote.sats >= LEAST.add || (source === 'token1' && asked >= LEAST.add);
  if (!isLeast) throw new Refusal('liquidity-too-small', `${LEAST.add} sat at least`);
  return quote;
}

/**
 * @throws Refusal pool-too-small with the most that can leave, liquidity-too-small
 */
export function quoteRemove(
  state: PoolState,
  reach: Reach,
  { shares, lpFeePpm, restockRate }: Removed,
): RemovalQuote {
  const lanes = BigInt(state.lanes.length);
  const most = mostRemovable(reach, { sats: lanes * MINIMUM_LANE_SATS, units: lanes });
  if (shares > most) throw new Refusal('pool-too-small', `${most} shares at most`);
  const brings = movesLots(state.token)
    ? removedLots(state, reach, { shares, lpFeePpm })
    : { ...removeShares(reach, shares), lots: [] };
  const forLots = restockFee(brings.lots.length, restockRate);
  // Whether it is all he has is for the page to say: nobody is kept in by a least.
  if (brings.sats - forLots < LEAST.leave)
    throw new Refusal('liquidity-too-small', `${LEAST.leave} sat at least`);
  return { ...brings, shares, restockFee: forLots };
}

/** The ready lots nearest below his part, and the rest in sats, which have to leave the lanes theirs. */
function removedLots(
  { ready, lanes }: PoolState,
  reach: Reach,
  { shares, lpFeePpm }: Omit<Removed, 'restockRate'>,
): Omit<RemovalQuote, 'shares' | 'restockFee'> {
  const lots = nearestLots(ready, { units: removeShares(reach, shares).units, atMost: true });
  const units = lots.reduce((sum, { amount }) => sum + amount, 0n);
  const brings = removeLots(reach, { shares, units }, lpFeePpm);
  if (reach.r1.least - brings.sats < BigInt(lanes.length) * MINIMUM_LANE_SATS)
    throw new Refusal('pool-too-small', 'the rest of the units would take all sats');
  return { ...brings, lots };
}
