/** What went wrong around wallet and login, as the one toast. */
import { toast } from '../../ui/toast.ts';
import { WalletError } from '../../wallets/wallet.ts';

export function tellWallet(error: unknown): void {
  const variant = error instanceof WalletError ? 'warn' : 'destructive';
  toast({ title: error instanceof Error ? error.message : 'Something went wrong.', variant });
}
