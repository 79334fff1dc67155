/** What the bridge works with: both chains with their indexes, the signer's door, and the outbox for what users pay. */
import type { Chain, Ledger } from '@rialto/ground';
import type { FeePlans } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { BridgeCustody } from '../custody/bridge-custody.ts';
import type { MvcContext } from '../mvc/context.ts';
import type { OutboxContext } from '../outbox/context.ts';
import type { Warn } from '../repeat.ts';
import type { Store } from '../store/database.ts';

/** The named steps of an exit: tests end the process at one. */
type Step = 'bridge-ordered' | 'bridge-received' | 'bridge-signed' | 'bridge-kept' | 'bridge-sent';

export interface BridgeContext {
  readonly store: Store;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly mvc: MvcContext;
  readonly outbox: OutboxContext;
  readonly custody: BridgeCustody;
  /** Verifies every signature that comes in. */
  readonly verifier: Verifier;
  readonly network: Network;
  /** The fee plans of the moment. */
  plans(): Promise<FeePlans>;
  now(): number;
  at(step: Step): void;
  readonly warn: Warn;
}
