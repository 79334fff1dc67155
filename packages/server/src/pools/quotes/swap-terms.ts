/** What a swap is quoted by: which side is exact, fees, and what goes into the pool and out of it. */
import type { PoolContext } from '../context.ts';
import type { ReadyLot } from '../ready-lots.ts';

export type SwapType = '1x' | '2x' | 'x1' | 'x2';
export type QuoteFees = Pick<PoolContext['settings'], 'lpFeePpm' | 'serviceFee' | 'laneDepth' | 'swapPpm'> & {
  /** At which lots are inscribed in the place of those that are bought. */
  readonly restockRate: number;
  /** Swaps that are being signed, by the coin of the lane they spend. They choose among lanes that cost the same: a preview goes without. */
  readonly signing?: ReadonlyMap<string, number>;
};

/** Into the pool and out of it. */
export interface SwapAmounts {
  readonly sats: bigint;
  readonly units: bigint;
  /** The pool's lots that are bought: of BRC-20. */
  readonly lots: readonly ReadyLot[];
}

/** What a quote is made with. */
export async function quoteFees({
  settings,
  plans,
}: Pick<PoolContext, 'settings' | 'plans'>): Promise<QuoteFees> {
  return { ...settings, restockRate: (await plans()).slow };
}
