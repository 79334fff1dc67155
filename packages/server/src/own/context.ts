/** What acts on one's own transactions work with: the outbox, our node and index, and what the fees are. */
import type { Chain, Ledger } from '@rialto/ground';
import type { FeePlans } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { OutboxContext } from '../outbox/context.ts';
import type { Store } from '../store/database.ts';

export interface OwnContext {
  readonly store: Store;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly outbox: OutboxContext;
  readonly settings: {
    readonly network: Network;
    /** How long what was prepared may be signed. */
    readonly takeMs: number;
  };
  /** Verifies every signature that comes in. */
  readonly verifier: Verifier;
  /** The fee plans of the moment. */
  plans(): Promise<FeePlans>;
  now(): number;
  /** A fresh random UUID. */
  newId(): string;
}
