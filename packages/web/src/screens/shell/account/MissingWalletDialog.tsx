/** The chosen wallet is not in this browser: a sentence, and where to get it (product §2, §8). */
import { useEffect } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { FACES } from '../../../wallets/faces.ts';
import type { Face } from '../../../wallets/wallet.ts';
import { t } from '../../../words.ts';

export function MissingWalletDialog({ face, onClose }: { face: Face; onClose: () => void }) {
  const { name, store } = FACES[face];
  const title = t('{wallet} wallet not installed', { wallet: name });
  const description = t('Please install {wallet} wallet to continue.', { wallet: name });
  useEffect(() => {
    toast({ title, description, variant: 'warn', action: { label: t('Go to wallet'), href: store } });
  }, [title, description, store]);
  return (
    <Dialog title={title} onClose={onClose} testId="wallet-missing">
      <p className="text-sm leading-6 text-mist">
        {description}{' '}
        {t('Open this page again when it is there: extensions speak to pages opened after them.')}
      </p>
      <a
        href={store}
        target="_blank"
        rel="noreferrer"
        data-autofocus
        data-testid="go-to-wallet"
        className="mt-5 flex h-11 items-center justify-center rounded-[10px] bg-act px-5 text-sm font-semibold text-act-ink hover:bg-act-bright"
      >
        {t('Go to wallet')}
      </a>
    </Dialog>
  );
}
