/** Whether a payment may be asked of the wallet once more: not while it may have sent the first one. */
import type { BridgeDirection } from '@rialto/market';
import { WalletError } from '../../wallets/wallet.ts';
import type { WalletErrorKind } from '../../wallets/wallet.ts';

const DID_NOTHING: readonly WalletErrorKind[] = ['cancelled', 'locked', 'not-connected'];

/** What is signed on Bitcoin is sent by the exchange alone; a transfer on MVC the wallet may send itself, whatever it answers. */
export const mayAskAgain = (direction: BridgeDirection, error: unknown): error is WalletError =>
  error instanceof WalletError && (direction === 'mint' || DID_NOTHING.includes(error.kind));
