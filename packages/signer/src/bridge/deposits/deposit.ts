/** A deposit as our own nodes have it: where it is, how deep, how much it is, and what its transaction carries. */
import type { BridgeDirection } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';

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
  /** What its transaction carries. */
  readonly order: string | undefined;
  /** The one script of all its inputs; undefined where there are several. Asked for where nothing else says where it goes back to. */
  readonly sender: () => Promise<Uint8Array | undefined>;
}

export interface AskedDeposit {
  /** `DepositName`. */
  readonly deposit: string;
  readonly at: Outpoint;
}
