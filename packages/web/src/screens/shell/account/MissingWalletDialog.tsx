/** The chosen wallet is not in this browser: a sentence, and where to get it (product §2, §8). */
import { Dialog } from '../../../ui/Dialog.tsx';
import { FACES } from '../../../wallets/wallet-names.ts';
import type { Face } from '../../../wallets/wallet.ts';
import { t } from '../../../words.ts';

export function MissingWalletDialog({ face, onClose }: { face: Face; onClose: () => void }) {
  const { name, store } = FACES[face];
  const title = t('{wallet} wallet not installed', { wallet: name });
  const description = t('Please install {wallet} wallet to continue.', { wallet: name });
  return (
    <Dialog title={title} onClose={onClose} testId="wallet-missing">
      <p className="text-sm leading-6 text-mist">
        {description} {t('Then reload this page.')}
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
