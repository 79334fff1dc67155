/** What is asked of the bridge, as the page showed it: everything that the exchange's answers are held against. */
import type { BridgeAssetView } from '@rialto/contract';
import type { BridgeDirection, BridgeQuote } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import type { User } from '../account/account.ts';

export interface BridgeIntent {
  readonly network: Network;
  readonly user: User;
  readonly account: MvcAccountKey;
  readonly asset: BridgeAssetView;
  readonly direction: BridgeDirection;
  /** What the form showed, in origin units. */
  readonly quote: BridgeQuote;
  /** Height of the chain that is paid on. */
  readonly height: number;
  /** Of a payment on Bitcoin. */
  readonly feeRateSatVb: number;
}
