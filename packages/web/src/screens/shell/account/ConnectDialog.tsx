/** Choose a wallet: those this place works with, connected here or opened in their app. One that is missing says where to get it. */
import { useEffect, useReducer, useState } from 'react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useNetwork } from '../../../data/network.ts';
import { useConfig } from '../../../data/shell-queries.ts';
import { stopAsking } from '../../../flows/account/connect-request.ts';
import { connection, userOf } from '../../../flows/account/account.ts';
import { connect } from '../../../flows/account/connect.ts';
import { login } from '../../../flows/account/login.ts';
import { readyToWatch } from '../../../flows/account/on-demand.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { demoFace, isFace } from '../../../wallets/faces.ts';
import { offersFor, placeOf } from '../../../wallets/offers.ts';
import type { WalletOffer } from '../../../wallets/offers.ts';
import { WalletError } from '../../../wallets/wallet.ts';
import type { Face } from '../../../wallets/wallet.ts';
import { deviceHere, isInjected } from '../../../wallets/wallets.ts';
import { LINK } from '../../../ui/Page.tsx';
import { MissingWalletDialog } from './MissingWalletDialog.tsx';
import { Offer } from './Offer.tsx';
import { fetchUserParts } from './user-parts.ts';
import { tellWallet } from '../tell.ts';
import { msg, t } from '../../../words.ts';
import { Words } from '../../../ui/Words.tsx';

export function ConnectDialog() {
  const network = useNetwork();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useLateExtensions();
  const [waiting, setWaiting] = useState<string | undefined>(undefined);
  const [missing, setMissing] = useState<Face | undefined>(undefined);
  if (missing !== undefined) return <MissingWalletDialog face={missing} onClose={stopAsking} />;
  const choose = async ({ id, installed }: WalletOffer): Promise<void> => {
    // Nothing to wait for.
    if (installed === false && isFace(id)) {
      setMissing(id);
      return;
    }
    setWaiting(id);
    try {
      await Promise.all([readyToWatch(), fetchUserParts().catch(() => undefined)]);
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
  const scene = { network, place: placeOf(path), device: deviceHere() };
  const offers = offersFor(scene, { page: window.location.href, demo: demoFace(), has: isInjected });
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
          {t('No wallet on this device works with this page. Open it on a computer.')}
        </p>
      ) : null}
      <WhatItMeans path={path} />
    </Dialog>
  );
}

const isBridge = (path: string): boolean => /^\/bridge(\/|$)/.test(path);

const LOOK_MS = 250;
/** Extensions that are later than this are not waited for: the page is opened again after an installation anyway. */
const LOOKS = 20;

/** Draws the list anew while extensions may still come. */
function useLateExtensions(): void {
  const [looks, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (looks >= LOOKS) return;
    const timer = setTimeout(look, LOOK_MS);
    return () => clearTimeout(timer);
  }, [looks]);
}

function WhatItMeans({ path }: { path: string }) {
  const terms = useConfig().data?.terms ?? '';
  const link =
    terms === '' ? (
      <Link to="/terms" onClick={stopAsking} className={LINK}>
        {t('Terms of Service')}
      </Link>
    ) : (
      <a href={terms} target="_blank" rel="noreferrer" className={LINK}>
        {t('Terms of Service')}
      </a>
    );
  return (
    <p className="mt-4 text-xs leading-5 text-haze">
      <Words
        of={
          isBridge(path)
            ? msg(
                'Rialto never holds your keys. What you bridge is held by the operator. Connecting only shares your address. You sign every payment. By connecting you agree to the {terms}.',
              )
            : msg(
                'Rialto never holds your keys or coins. Connecting only shares your address. You sign every trade. By connecting you agree to the {terms}.',
              )
        }
        parts={{ terms: link }}
      />
    </p>
  );
}
