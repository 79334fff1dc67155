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

/** The named steps of an order and its exit, in their order: tests end the process at each. `bridge-begun`: of several signers the first has signed. */
export const BRIDGE_STEPS = [
  ...(['bridge-ordered', 'bridge-received'] as const),
  ...(['bridge-begun', 'bridge-signed', 'bridge-kept', 'bridge-sent'] as const),
] as const;

/** And of the coin that the message of a payout of MRC-20 is locked in. */
export const ENVELOPE_STEPS = ['bridge-envelope-signed', 'bridge-envelope-kept'] as const;

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
  at(step: (typeof BRIDGE_STEPS | typeof ENVELOPE_STEPS)[number]): void;
  readonly warn: Warn;
}
