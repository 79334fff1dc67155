/** Where the signer looks on MVC: its own node, and the index for what only an index knows. */
import type { MvcChain, MvcLedger } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import type { MvcCoins } from '../coins.ts';

export interface MvcSource {
  readonly chain: Pick<MvcChain, 'tip' | 'block' | 'blockHash' | 'transaction' | 'unspent'>;
  readonly ledger: Pick<MvcLedger, 'tip' | 'byCore' | 'spentBy'>;
  readonly coins: MvcCoins;
}

/** Where transactions are now, whatever their ids. */
export interface Places {
  /** Undefined where no block has it. */
  readonly heightOf: (core: string) => number | undefined;
  /** Where a coin is now, which may have another id than when it was signed. */
  readonly pointOf: (name: string, signed: Outpoint) => Outpoint;
}
