/** What went wrong around wallet and login, as the one toast. */
import { errorWords } from '../../error-words.ts';
import { toast } from '../../ui/toast/toast.ts';
import { WalletError } from '../../wallets/wallet.ts';

export function tellWallet(error: unknown): void {
  // What the wallet said is a warning; an address that cannot trade is an error (product §8).
  const warns = error instanceof WalletError && error.kind !== 'wrong-address';
  const variant = warns ? 'warn' : 'destructive';
  toast({ title: errorWords(error), variant });
}
