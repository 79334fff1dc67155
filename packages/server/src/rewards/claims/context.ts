/** What claims work with, beside what is read of campaigns. */
import type { Chain, Ledger, Turns } from '@rialto/ground';
import type { FeePlans } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { Verifier } from '@rialto/psbt';
import type { RewardCustody } from '../../custody/reward-custody.ts';
import type { OutboxContext } from '../../outbox/context.ts';
import type { RewardContext } from '../context.ts';

export interface ClaimContext extends RewardContext {
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly outbox: OutboxContext;
  readonly custody: RewardCustody;
  /** Verifies every signature that comes in. */
  readonly verifier: Verifier;
  /** Claims of one campaign, one at a time. */
  readonly turns: Turns;
  readonly settings: {
    readonly network: Network;
    /** How long what was built waits for its signature. */
    readonly claimMs: number;
  };
  /** The fee plans of the moment. */
  plans(): Promise<FeePlans>;
  now(): number;
  /** A fresh random UUID. */
  newId(): string;
  /** Called at every step of a claim; does nothing outside fault tests. */
  at(step: 'built' | 'received' | 'co-signed'): void;
  warn(message: string, detail: Readonly<Record<string, unknown>>): void;
}
