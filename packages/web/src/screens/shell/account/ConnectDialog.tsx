/** Choose a wallet: those this place works with, connected here or opened in their app. One that is missing says where to get it. */
import { useState } from 'react';
import { Link, useMatches, useRouterState } from '@tanstack/react-router';
import { useNetwork } from '../../../data/network.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { stopAsking } from '../../../flows/account/connect-request.ts';
import { connection, userOf } from '../../../flows/account/account.ts';
import { connect } from '../../../flows/account/connect.ts';
import { login } from '../../../flows/account/login.ts';
import { readyToWatch } from '../../../flows/account/on-demand.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { isFace } from '../../../wallets/faces.ts';
import { offersFor, placeOf } from '../../../wallets/offers.ts';
import type { WalletOffer } from '../../../wallets/offers.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import type { Face } from '../../../wallets/wallet.ts';
import { demoFace, deviceHere } from '../../../wallets/wallets.ts';
import { MissingWalletDialog } from './MissingWalletDialog.tsx';
import { tellWallet } from '../tell.ts';
import { t } from '../../../words.ts';
import { Words } from '../../../ui/Words.tsx';

export function ConnectDialog() {
  const network = useNetwork();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [waiting, setWaiting] = useState<string | undefined>(undefined);
  const [missing, setMissing] = useState<Face | undefined>(undefined);
  if (missing !== undefined) return <MissingWalletDialog face={missing} onClose={stopAsking} />;
  const choose = async ({ id }: WalletOffer): Promise<void> => {
    setWaiting(id);
    try {
      await readyToWatch();
      await connect(id, network);
      // One flow: the wallet's next pop-up is the log-in. Its words are this page's, so the dialog may go.
      stopAsking();
      await login(userOf(connection.get()), network);
    } catch (error) {
      if (error instanceof WalletError && error.kind === 'not-installed' && isFace(id)) setMissing(id);
      else tellWallet(error);
    } finally {
      setWaiting(undefined);
    }
  };
  const soon = useMatches().at(-1)?.staticData.soon === true;
  const scene = { network, place: placeOf(path, soon), device: deviceHere() };
  const offers = offersFor(scene, window.location.href, demoFace());
  return (
    <Dialog title={t('Connect a wallet')} onClose={stopAsking} testId="connect-dialog">
      <ul className="space-y-2">
        {offers.map((offer) => (
          <li key={offer.id}>
            <Offer offer={offer} waiting={waiting} onChoose={() => void choose(offer)} />
          </li>
        ))}
      </ul>
      {offers.length === 0 ? (
        <p className="text-sm text-mist">
          {t('No wallet of this device works with this page. Open it on a computer.')}
        </p>
      ) : null}
      <WhatItMeans />
    </Dialog>
  );
}

const UNDERLINED = 'text-mist underline underline-offset-4 hover:text-fog';

function WhatItMeans() {
  const terms = useConfig().data?.terms ?? '';
  const link =
    terms === '' ? (
      <Link to="/terms" onClick={stopAsking} className={UNDERLINED}>
        {t('Terms of Service')}
      </Link>
    ) : (
      <a href={terms} target="_blank" rel="noreferrer" className={UNDERLINED}>
        {t('Terms of Service')}
      </a>
    );
  return (
    <p className="mt-4 text-xs leading-5 text-haze">
      <Words
        of="Rialto never holds your keys or coins. Connecting shows it your address; every trade is signed by you, one by one. By connecting you agree to the {terms}."
        parts={{ terms: link }}
      />
    </p>
  );
}

interface OfferProps {
  readonly offer: WalletOffer;
  readonly waiting: string | undefined;
  readonly onChoose: () => void;
}

const LOOK =
  'flex h-16 w-full items-center gap-3.5 rounded-xl border border-line bg-ink-0/60 px-4 text-left transition-colors hover:border-line-strong hover:bg-ink-2 disabled:opacity-60';

function Offer({ offer, waiting, onChoose }: OfferProps) {
  const { id, appLink } = offer;
  const inside = <OfferInside offer={offer} waits={waiting === id} />;
  if (appLink !== undefined) {
    return (
      <a href={appLink} data-testid={`wallet-${id}`} className={LOOK}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      data-testid={`wallet-${id}`}
      disabled={waiting !== undefined || offer.wrongFace === true}
      onClick={onChoose}
      className={LOOK}
    >
      {inside}
    </button>
  );
}

function OfferInside({ offer, waits }: { offer: WalletOffer; waits: boolean }) {
  return (
    <>
      <span className="grid size-9 place-items-center rounded-[10px] bg-ink-3 text-amber" aria-hidden="true">
        <Icon name="wallet" className="size-[1.125rem]" />
      </span>
      <span className="flex-1">
        <span className="block text-[0.9375rem] font-medium">{offer.name}</span>
        <span className="block text-xs text-haze">{waits ? t('Confirm in the wallet') : offer.hint}</span>
      </span>
      {waits ? <Spinner className="size-4 text-amber" /> : null}
    </>
  );
}
