/** Where the bridge looks, and where it stands. */
import type { Chain, Ledger, MvcChain, MvcLedger, Tip } from '@rialto/ground';
import type { MvcCoins } from '../mvc/coins.ts';
import type { Brc20Check } from './coins/brc20-check.ts';
import type { UnitsCheck } from './coins/units-check.ts';

/** Where the bridge looks: its own nodes, its index for what only an index knows, and a second index for tokens. */
export interface BridgeSource {
  readonly btc: {
    readonly chain: Pick<
      Chain,
      'tip' | 'header' | 'blockHash' | 'block' | 'settledAt' | 'rawTransactions' | 'heightsOf' | 'originsOf'
    >;
    readonly ledger: Pick<
      Ledger,
      'tip' | 'coinsOf' | 'assetsOn' | 'oddMrc20Among' | 'landedOn' | 'balancesOf'
    >;
    readonly units: UnitsCheck;
    readonly brc20: Brc20Check;
  };
  readonly mvc: {
    readonly chain: Pick<MvcChain, 'tip' | 'header' | 'block' | 'blockHash' | 'transaction' | 'unspent'>;
    readonly ledger: Pick<MvcLedger, 'tip' | 'byCore' | 'spentBy' | 'settledTokens' | 'spendersOfTokens'>;
    readonly coins: MvcCoins;
  };
}

/** Of both chains, where node and index agree. */
export interface BridgeTips {
  readonly btc: Tip;
  readonly mvc: Tip;
}
