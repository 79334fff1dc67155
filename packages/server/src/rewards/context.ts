/** What the room of rewards works with. */
import type { Chain, Ledger } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import type { Store } from '../store/database.ts';

export interface RewardContext {
  readonly store: Store;
  readonly chain: Pick<Chain, 'blockHash' | 'block'>;
  readonly ledger: Pick<Ledger, 'tip' | 'coinsOf' | 'assetsOn'>;
  readonly network: Network;
  /** Of the operator: where service fees go to. They are published, and never ranked. */
  readonly operator: readonly string[];
}
