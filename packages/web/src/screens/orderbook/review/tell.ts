/** What the wallet, the exchange or our own checks said, as the one toast. */
import { errorWords } from '../../../error-words.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { WalletError } from '../../../wallets/wallet.ts';

export function tell(error: unknown): void {
  if (error instanceof WalletError) {
    toast({ title: error.message, variant: 'warn' });
    return;
  }
  toast({
    title: errorWords(error),
    variant: 'destructive',
  });
}
