/** What went wrong around wallet and login, as the one toast. */
import { faultWords } from '../../fault-words.ts';
import { toast } from '../../ui/toast.ts';
import { WalletError } from '../../wallets/wallet.ts';

export function tellWallet(error: unknown): void {
  // What the wallet said is a warning; an address that cannot trade is an error (product §8).
  const warns = error instanceof WalletError && error.problem !== 'wrong-address';
  const variant = warns ? 'warn' : 'destructive';
  toast({ title: faultWords(error), variant });
}
