/** Swaps that were done with a pool, out of what its transactions moved. */
import type { MvcMove } from '@rialto/ground';
import { candlesOf } from '@rialto/market';
import type { Candle, CandleInterval } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import type { MvcContext } from '../context.ts';

export interface DoneSwap extends MvcMove {
  readonly side: 'buy' | 'sell';
  /** Between user and pool: what the coin held that paid a seller, the network's part of the swap in it. */
  readonly sats: bigint;
  readonly units: bigint;
}

/** As many as are looked at. */
const MOST = 20_000;

/** A swap, or undefined for a check of a sale and for what is done with liquidity. */
export function swapIn(move: MvcMove): DoneSwap | undefined {
  const { d1, d2, ds } = move;
  if (ds !== 0n || d1 === 0n || d2 === 0n || d1 > 0n === d2 > 0n) return undefined;
  return d1 > 0n
    ? { ...move, side: 'buy', sats: d1, units: -d2 }
    : { ...move, side: 'sell', sats: -d1, units: d2 };
}

/** What a provider put in or took out. What the pool's checks cost it came back with it, and is in the SPACE here. */
interface DoneMove {
  readonly side: 'add' | 'remove';
  readonly sats: bigint;
  readonly units: bigint;
}

/** Shares leave the pool when both sides grow, and come back when both shrink; anything else is no provider's act. */
export function liquidityIn({ d1, d2, ds }: MvcMove): DoneMove | undefined {
  if (d1 > 0n && d2 > 0n && ds < 0n) return { side: 'add', sats: d1, units: d2 };
  if (d1 < 0n && d2 < 0n && ds > 0n) return { side: 'remove', sats: -d1, units: -d2 };
  return undefined;
}

/** In blocks since a moment, in seconds since 1970; the newest first. */
export async function swapsSince({ ledger }: MvcContext, pool: number, since: number): Promise<DoneSwap[]> {
  const moves = await ledger.poolMoves({ pool, since, most: MOST });
  return moves.filter(({ height }) => height !== undefined).flatMap((move) => swapIn(move) ?? []);
}

export async function candlesOfPool(
  { ledger }: MvcContext,
  {
    pool,
    decimals,
    interval,
  }: { readonly pool: number; readonly decimals: number; readonly interval: CandleInterval },
): Promise<readonly Candle[]> {
  const moves = await ledger.poolMoves({ pool, most: MOST });
  const trades = moves.toReversed().flatMap((move) => {
    const swap = swapIn(move);
    if (swap?.time === undefined) return [];
    return [{ at: swap.time * 1000, total: sats(swap.sats), amount: amount(swap.units) }];
  });
  return candlesOf(trades, interval, decimals);
}
