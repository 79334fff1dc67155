/** What pools work with: the store, our node and index, the outbox, the signer's client, the settings. */
import type { Chain, Ledger, Turns } from '@rialto/ground';
import type { FeePlans, PoolServiceFee } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { Custody } from '../custody/signer-client.ts';
import type { OutboxContext } from '../outbox/context.ts';
import type { SharedReads } from '../shared-reads.ts';
import type { Store } from '../store/database.ts';
import type { TradedPool } from './pool-state.ts';

/** The moments of an act at which a fault test may stop the process. */
type Step = 'built' | 'received' | 'co-signed';

interface PoolSettings {
  readonly network: Network;
  readonly feeAddress: string;
  /** What stays with the providers of a swap, in millionths: as the signer has it. */
  readonly lpFeePpm: bigint;
  readonly serviceFee: PoolServiceFee;
  /** Of a reserve, what one swap takes at most, in millionths: as the signer has it. */
  readonly swapPpm: bigint;
  /** May anybody open a pool? With so many sats at the least. */
  readonly opening: boolean;
  readonly leastFirstSats: bigint;
  /** Unconfirmed acts on a lane from which on it takes no more swaps until a block. */
  readonly laneDepth: number;
  /** Lanes a pool may have. */
  readonly mostLanes: number;
  /** How long what was built waits for its signature. */
  readonly taskMs: number;
}

export interface PoolContext {
  readonly store: Store;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly outbox: OutboxContext;
  readonly custody: Pick<
    Custody,
    'pools' | 'makePools' | `pool${'Sign' | 'Pending' | 'Signed' | 'Exits' | 'Restock' | 'Free'}`
  >;
  readonly settings: PoolSettings;
  /** Verifies every signature that comes in. */
  readonly verifier: Verifier;
  /** Acts on one pool, one at a time. */
  readonly turns: Turns;
  /** Of a rune's pool as it is now, by everybody who asks at once. */
  readonly reads: SharedReads<TradedPool>;
  /** Has its operator stopped this pool? */
  isPaused(pool: number): Promise<boolean>;
  /** The fee plans of the moment. */
  plans(): Promise<FeePlans>;
  now(): number;
  /** A fresh random UUID. */
  newId(): string;
  /** Called at every step of an act; does nothing outside fault tests. */
  at(step: Step): void;
  warn(message: string, detail: Readonly<Record<string, unknown>>): void;
}
