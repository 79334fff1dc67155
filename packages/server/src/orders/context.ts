/** What every act on orders works with: the store, our node and index, the outbox, the signer's client, the settings. */
import type { Chain, Ledger } from '@rialto/ground';
import type { FeePlans, LotDepth, VoidRule } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { Custody } from '../custody/signer-client.ts';
import type { OutboxContext } from '../outbox/context.ts';
import type { Store } from '../store/database.ts';
import type { Books } from './books.ts';
import type { LotCrossCheck } from './crosscheck-lot.ts';

/** The moments of a take, a bid, a sale or a cancel at which a fault test may stop the process (trading §4). */
type Step =
  | 'asked'
  | 'built'
  | 'received'
  | 'accepted'
  | 'admitted'
  | 'listed'
  | 'co-signed'
  | 'outbox-committed'
  | 'sent';

interface OrderSettings extends LotDepth {
  readonly network: Network;
  readonly feeAddress: string;
  readonly takeMs: number;
  /** Orders without a service fee that may be placed in a day, by one address and by one caller. */
  readonly freePerAddress: number;
  readonly freePerCaller: number;
  /** An attempt that got no further than this long ago is given up. */
  readonly staleSubmitMs: number;
  /** A purchase that has been in none of so many blocks may be ended by its seller. */
  readonly lateBlocks: number;
  /** How often a buyer, or a caller, may take purchases back. */
  readonly voids: VoidRule;
  /** Of standing bids, in blocks: how long they stand unless they say otherwise, and at most; when a published lock is its bidder's alone. */
  readonly bids: {
    readonly expiryBlocks: number;
    readonly mostExpiryBlocks: number;
    readonly exitAfter: number;
  };
  /** Blocks after which a lock that holds a lot is its seller's alone. */
  readonly lotExitAfter: number;
  /** Of live bids: how long one is listed after a beat of its bidder's page, and how long he has to sign; after so many that he left he waits. */
  readonly live: {
    readonly listedMs: number;
    readonly signMs: number;
    readonly absences: number;
    readonly pauseBlocks: number;
  };
  /** How many purchases of one buyer, or of one caller, may wait for a block; 0: any number. */
  readonly takesWaiting: number;
}

export interface OrderContext {
  readonly store: Store;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly outbox: OutboxContext;
  readonly custody: Custody;
  readonly crossCheck: LotCrossCheck;
  readonly books: Books;
  readonly settings: OrderSettings;
  /** Verifies every signature that comes in. */
  readonly verifier: Verifier;
  /** The fee plans of the moment. */
  plans(): Promise<FeePlans>;
  now(): number;
  /** A fresh random UUID. */
  newId(): string;
  /** Called at every step of an act; does nothing outside fault tests. */
  at(step: Step): void;
  warn(message: string, detail: Readonly<Record<string, unknown>>): void;
}
