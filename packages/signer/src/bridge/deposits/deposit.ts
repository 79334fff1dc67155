/** A deposit as our own nodes have it: where it is, how deep, how much it is, and what its transaction carries. */
import type { BridgeDirection } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeTips } from '../source.ts';

export interface Deposit {
  /** `btc:txid:vout`, or `mvc:core:vout`. */
  readonly name: string;
  /** Of its chain: `txid:vout`, or `core:vout`. */
  readonly coin: string;
  readonly direction: BridgeDirection;
  readonly point: Outpoint;
  /** Origin units. */
  readonly amount: bigint;
  readonly height: number;
  /** Blocks deep; 1 in the newest. */
  readonly depth: number;
  /** Its coin went out for another deposit after it had left, and it is owed again: it can be paid out, and not sent back. */
  readonly isSpent: boolean;
  /** What its transaction carries. */
  readonly order: string | undefined;
  /** The one script of all its inputs; undefined where there are several. Asked for where nothing else says where it goes back to. */
  readonly sender: () => Promise<Uint8Array | undefined>;
}

/** Blocks that what a block makes of nothing has to be deep before anybody can spend it. */
export const MATURE = 100;

/** Where the chains are, and our exits on them. */
export interface Now {
  readonly tips: BridgeTips;
  readonly places: PlacesAt;
}

export interface AskedDeposit {
  /** `DepositName`. */
  readonly deposit: string;
  readonly at: Outpoint;
}
