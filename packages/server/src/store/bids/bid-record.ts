/** What was built for a bid, a sale, a cancel or a protected ask, as it is stored: what builds the same bytes again. */
import type { WireCoin, WireFillPlan, WireTicket } from '@rialto/contract';

/** A ladder that waits for its signatures. */
export interface BidRecord {
  readonly kind: 'bid';
  readonly orderType: number;
  readonly tick: string;
  readonly decimals: number;
  readonly freeState: 0 | 1;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
  /** The wallet's key. */
  readonly key: string;
  readonly tickets: readonly WireTicket[];
  readonly coins: readonly WireCoin[];
  readonly change: string;
  readonly feeRate: number;
  /** The own bid whose place it takes. */
  readonly replaces: string | null;
}

/** One fill: one rung, one lot. */
export interface FillRecord {
  readonly tradeId: string;
  readonly orderId: string;
  readonly bidId: string;
  readonly ticket: WireTicket;
  readonly plan: WireFillPlan<WireCoin>;
  readonly unsigned: string;
}

/** A sale into one or several bids. */
interface SaleRecord {
  readonly kind: 'sale';
  readonly orderType: number;
  readonly tick: string;
  readonly decimals: number;
  readonly fills: readonly FillRecord[];
}

/** A cancel on the chain: of a held funding by a coin of it, or of published locks. */
export type CancelBidRecord =
  | {
      readonly kind: 'cancel-funding';
      readonly bidId: string;
      readonly key: string;
      readonly feeRate: number;
      /** The bidder's further coins, which may help to pay. */
      readonly coins: readonly WireCoin[];
      readonly unsigned: string;
    }
  | {
      readonly kind: 'cancel-locks';
      readonly bidId: string;
      readonly orderIds: readonly string[];
      readonly feeRate: number;
      readonly refund: string;
      readonly unsigned: string;
      /** The cancel that waited when this one was built, and whose place it takes. */
      readonly replaces?: string;
    };

/** A protected ask that waits for its signatures. */
interface LockRecord {
  readonly kind: 'lock';
  readonly orderType: number;
  readonly tick: string;
  readonly decimals: number;
  readonly freeState: 0 | 1;
  readonly caller: string;
  readonly key: string;
  readonly ticket: WireTicket;
  readonly lot: WireCoin;
  readonly payments: readonly WireCoin[];
  readonly change: string | null;
  readonly feeRate: number;
  /** The own protected ask whose lock the lot comes out of, with its ticket. */
  readonly renews: { readonly orderId: string; readonly ticket: WireTicket } | null;
}

export type BidActRecord = BidRecord | SaleRecord | CancelBidRecord | LockRecord;
