/** An act on one's own transactions as it is stored: everything that builds the same bytes again, with text for every amount. */
import type { WireCoin } from '@rialto/contract';
import type { PlanRecord } from '../orders/plan-record.ts';

/** What goes away with a replaced transaction, in sat. */
export interface ReplacedRecord {
  readonly fee: string;
  readonly vsize: number;
  readonly fees: string;
}

interface Base {
  /** 33 bytes in hex: whose key signs. */
  readonly key: string;
  readonly feeRateSatVb: number;
  /** The coins it takes from those that were free. */
  readonly coins: readonly WireCoin[];
}

export interface BumpTakeRecord extends Base {
  readonly act: 'bump-take';
  readonly tradeId: string;
  /** As it will be. */
  readonly plan: PlanRecord;
}

interface BumpOwnRecord extends Base {
  readonly act: 'bump-own';
  readonly spent: readonly WireCoin[];
  readonly outputs: readonly { readonly value: string; readonly script: string }[];
  readonly replaced: ReplacedRecord;
}

interface ChildRecord extends Base {
  readonly act: 'child';
  readonly output: WireCoin;
  readonly parents: { readonly fee: string; readonly vsize: number };
}

interface CancelTransactionRecord extends Base {
  readonly act: 'cancel-transaction';
  readonly spent: readonly WireCoin[];
  readonly replaced: ReplacedRecord;
}

interface SplitCoinRecord extends Base {
  readonly act: 'split-coin';
  readonly coin: WireCoin;
}

export interface SplitLotRecord extends Base {
  readonly act: 'split-lot';
  readonly coin: WireCoin;
  readonly sends: readonly { readonly assetId: string; readonly units: string }[];
  /** Of the reveal, used once; empty when it was sent. */
  readonly revealKey: string;
}

interface GatherRecord extends Base {
  readonly act: 'gather';
  readonly rune: string;
  readonly gathered: readonly WireCoin[];
}

export type OwnRecord =
  | BumpTakeRecord
  | BumpOwnRecord
  | ChildRecord
  | CancelTransactionRecord
  | SplitCoinRecord
  | SplitLotRecord
  | GatherRecord;
