/** What is asked of the bridge, as the page showed it: everything that the exchange's answers are held against. */
import type { BridgeAssetView } from '@rialto/contract';
import type { BridgeQuote } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import type { User } from '../account/account.ts';

interface Intent {
  readonly network: Network;
  readonly user: User;
  readonly account: MvcAccountKey;
  readonly asset: BridgeAssetView;
  /** What the form showed, in origin units. */
  readonly quote: BridgeQuote;
  /** Height of the chain that is paid on. */
  readonly height: number;
}

export interface MintIntent extends Intent {
  readonly direction: 'mint';
  /** Of the payment on Bitcoin. */
  readonly feeRateSatVb: number;
}

export interface RedeemIntent extends Intent {
  readonly direction: 'redeem';
}

export type BridgeIntent = MintIntent | RedeemIntent;
