/** The exact side of a swap in whole lots: the ready ones nearest to what a buyer asks for, or what a seller's hold together (pools §12). */
import { buyExactIn, buyExactOut, lotsFree, nearestLots, satsBeforeFee, sellExactIn } from '@rialto/market';
import type { Reach } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { PoolState } from '../pool-state.ts';
import type { QuoteFees, SwapAmounts, SwapType } from './swap-terms.ts';

type Lots = Pick<PoolState, 'ready' | 'deepLots' | 'heldLots'>;

interface Asked {
  readonly type: SwapType;
  readonly asked: bigint;
  readonly fees: Pick<QuoteFees, 'lpFeePpm' | 'serviceFee'>;
}

/** @throws Refusal pool-too-small, no-ready-lots; whole-lots for a sale of exactly so many sats, which no lots make up */
export function lotAmounts(state: Lots, reach: Reach, { type, asked, fees }: Asked): SwapAmounts {
  const { lpFeePpm, serviceFee } = fees;
  switch (type) {
    case '1x': {
      const units = buyExactIn(reach, satsBeforeFee(asked, serviceFee), lpFeePpm);
      return bought(state, reach, { units, lpFeePpm });
    }
    case 'x2':
      return bought(state, reach, { units: asked, lpFeePpm });
    case '2x':
      return { sats: sellExactIn(reach, asked, lpFeePpm), units: asked, lots: [] };
    case 'x1':
      throw new Refusal('whole-lots');
  }
}

function bought(
  { ready, deepLots: all, heldLots }: Lots,
  reach: Reach,
  { units: wanted, lpFeePpm }: { readonly units: bigint; readonly lpFeePpm: bigint },
): SwapAmounts {
  const lots = nearestLots(ready, { units: wanted });
  if (lots.length === 0) throw new Refusal('no-ready-lots');
  const own = new Set(lots.map(({ coin }) => coin.outpoint));
  const held = heldLots.filter((point) => !own.has(point)).length;
  if (!lotsFree({ all, held, wanted: lots.length }))
    throw new Refusal('no-ready-lots', `${held} lots wait for a block with others`);
  const units = lots.reduce((sum, { amount }) => sum + amount, 0n);
  return { sats: buyExactOut(reach, units, lpFeePpm), units, lots };
}
