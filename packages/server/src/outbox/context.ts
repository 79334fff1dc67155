/** What the outbox works with: the store, one chain with its ledger, and the purposes of the rooms that use it. */
import type { Chain, Ledger } from '@rialto/ground';
import type { Store } from '../store/database.ts';
import type { Purposes } from './purpose.ts';

export interface OutboxContext {
  readonly store: Store;
  readonly chain: Chain;
  readonly ledger: Ledger;
  readonly purposes: Purposes;
  /** Called between commit and send, and after; does nothing outside fault tests. */
  at(step: 'outbox-committed' | 'sent'): void;
  warn(message: string, detail: Readonly<Record<string, unknown>>): void;
}
