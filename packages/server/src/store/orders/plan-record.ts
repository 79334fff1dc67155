/** A take plan as it is stored: its wire shape, and which orders it takes. */
import type { WireCoin, WireTakeLot, WireTakePlan } from '@rialto/contract';

/** A lot with the order that it was bought by. */
interface LotRecord extends WireTakeLot<WireCoin> {
  readonly orderId: string;
}

export interface PlanRecord extends WireTakePlan<WireCoin> {
  /** Of its orders: they are of one book. */
  readonly orderType: number;
  readonly lots: readonly LotRecord[];
}

/** A hard cancel as it is stored. */
export interface CancelRecord {
  readonly lot: WireCoin;
  readonly payments: readonly WireCoin[];
  readonly ownerScript: string;
  readonly ownerKey: string;
  readonly change: string | null;
  /** Of a lot that comes out of its lock. */
  readonly lock?: { readonly value: string; readonly feeRate: number };
}
