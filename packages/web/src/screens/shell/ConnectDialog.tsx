/** Choose a wallet. One that is missing says so and where to get it. */
import { useState } from 'react';
import { useNetwork } from '../../data/network.ts';
import { connect, stopAsking } from '../../flows/connect.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon, Spinner } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast.ts';
import { WalletError } from '../../wallets/wallet.ts';
import { walletsFor } from '../../wallets/wallets.ts';
import type { WalletOffer } from '../../wallets/wallets.ts';
import { tellWallet } from './tell.ts';

export function ConnectDialog() {
  const network = useNetwork();
  const [waiting, setWaiting] = useState<string | undefined>(undefined);
  const [absent, setAbsent] = useState<WalletOffer | undefined>(undefined);
  const choose = async (offer: WalletOffer): Promise<void> => {
    setWaiting(offer.wallet.id);
    try {
      await connect(offer.wallet.id, network);
      stopAsking();
    } catch (error) {
      if (error instanceof WalletError && error.problem === 'not-installed') {
        setAbsent(offer);
        tellAbsent(offer);
      } else tellWallet(error);
    } finally {
      setWaiting(undefined);
    }
  };
  return (
    <Dialog title="Connect a wallet" onClose={stopAsking} testId="connect-dialog">
      <ul className="space-y-2">
        {walletsFor(network).map((offer) => (
          <li key={offer.wallet.id}>
            <button
              type="button"
              data-testid={`wallet-${offer.wallet.id}`}
              disabled={waiting !== undefined}
              onClick={() => void choose(offer)}
              className="flex h-16 w-full items-center gap-3.5 rounded-xl border border-line bg-ink-0/60 px-4 text-left transition-colors hover:border-line-strong hover:bg-ink-2 disabled:opacity-60"
            >
              <span
                className="grid size-9 place-items-center rounded-[10px] bg-ink-3 text-amber"
                aria-hidden="true"
              >
                <Icon name="wallet" className="size-[1.125rem]" />
              </span>
              <span className="flex-1">
                <span className="block text-[0.9375rem] font-medium">{offer.wallet.name}</span>
                <span className="block text-xs text-haze">
                  {waiting === offer.wallet.id ? 'Confirm in the wallet' : offer.hint}
                </span>
              </span>
              {waiting === offer.wallet.id ? <Spinner className="size-4 text-amber" /> : null}
            </button>
          </li>
        ))}
      </ul>
      {absent === undefined ? null : <Absent offer={absent} />}
      <p className="mt-4 text-xs leading-5 text-haze">
        Rialto never holds your keys or coins. Connecting shows it your address; every trade is signed by you,
        one by one.
      </p>
    </Dialog>
  );
}

function Absent({ offer }: { offer: WalletOffer }) {
  return (
    <div
      className="mt-3 rounded-xl bg-warn-deep px-4 py-3 text-[0.8125rem] leading-5 text-warn"
      data-testid="wallet-missing"
    >
      <p className="font-semibold">{offer.wallet.name} wallet not installed</p>
      <p>
        Please install {offer.wallet.name} wallet to continue.{' '}
        {offer.store === undefined ? null : (
          <a
            href={offer.store}
            target="_blank"
            rel="noreferrer"
            className="font-semibold underline underline-offset-4"
          >
            Go to wallet
          </a>
        )}
      </p>
    </div>
  );
}

function tellAbsent({ wallet, store }: WalletOffer): void {
  toast({
    title: `${wallet.name} wallet not installed`,
    description: `Please install ${wallet.name} wallet to continue.`,
    variant: 'warn',
    ...(store === undefined ? {} : { action: { label: 'Go to wallet', href: store } }),
  });
}
