/** A take plan as it is stored: what `psbt` needs to build the same transaction again, with text for every amount. */
import type { WireCoin } from '@rialto/contract';

export interface LotRecord {
  readonly orderId: string;
  readonly coin: WireCoin;
  readonly price: string;
  readonly payScript: string;
  readonly sequence: number;
}

export interface PlanRecord {
  /** Of its orders: they are of one book. */
  readonly orderType: number;
  readonly lots: readonly LotRecord[];
  readonly buyerScript: string;
  readonly buyerKey: string;
  readonly pad: { readonly coin: WireCoin; readonly platform: boolean };
  readonly payments: readonly WireCoin[];
  readonly serviceFee: { readonly script: string; readonly value: string } | null;
  readonly feeRateSatVb: number;
  readonly change: string | null;
}

/** A hard cancel as it is stored. */
export interface CancelRecord {
  readonly lot: WireCoin;
  readonly payments: readonly WireCoin[];
  readonly ownerScript: string;
  readonly ownerKey: string;
  readonly change: string | null;
}
