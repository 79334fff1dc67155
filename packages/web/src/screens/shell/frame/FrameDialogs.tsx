/** The dialogs any part of the frame may ask for, each fetched when first wanted; and the keys that ask. */
import { Suspense, lazy, useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { stopAsking, useConnectRequested } from '../../../flows/account/connect-request.ts';
import { dropRequest, useOwnRequest } from '../../../flows/own/own-request.ts';
import { Contained } from '../../../ui/Contained.tsx';
import { COMMAND_K, listenForKeys, useKeys } from '../../../ui/keys.ts';
import { msg } from '../../../words.ts';
import { closeDialog, openDialog, useOpenDialog } from './frame-dialogs.ts';
import { GO_KEYS } from './go-keys.ts';
import { usePages } from './pages.ts';

const BalancesDialog = lazy(async () => ({
  default: (await import('../balances/BalancesDialog.tsx')).BalancesDialog,
}));
const ConnectDialog = lazy(async () => ({
  default: (await import('../account/ConnectDialog.tsx')).ConnectDialog,
}));
const FeePlanDialog = lazy(async () => ({
  default: (await import('../fees/FeePlanDialog.tsx')).FeePlanDialog,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));
const OwnDialog = lazy(async () => ({ default: (await import('../own/OwnDialog.tsx')).OwnDialog }));
const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }));

export function FrameDialogs() {
  const connecting = useConnectRequested();
  const open = useOpenDialog();
  const request = useOwnRequest();
  useFrameKeys();
  return (
    <Suspense fallback={null}>
      <Contained onClose={closeDialog}>
        {open === 'palette' ? <Palette onClose={closeDialog} /> : null}
        {open === 'keys' ? <KeysDialog onClose={closeDialog} /> : null}
        {open === 'fees' ? <Fees /> : null}
        {open === 'balances' ? <Balances /> : null}
      </Contained>
      <Contained onClose={dropRequest}>
        {request === undefined ? null : <OwnDialog request={request} />}
      </Contained>
      <Contained onClose={stopAsking}>{connecting ? <ConnectDialog /> : null}</Contained>
    </Suspense>
  );
}

function Fees() {
  return <FeePlanDialog fee={useFeePlan()} onClose={closeDialog} />;
}

function Balances() {
  const { user } = useAccount();
  return user === undefined ? null : <BalancesDialog address={user.address} onClose={closeDialog} />;
}

function useFrameKeys(): void {
  const navigate = useNavigate();
  const pages = usePages();
  const search = (): void => openDialog('palette');
  useKeys(
    {
      title: msg('Everywhere'),
      keys: [
        { press: 'Mod+k', shown: COMMAND_K, words: msg('Search and commands'), act: search },
        { press: '/', words: msg('Search'), act: search },
        ...Object.entries(GO_KEYS).flatMap(([letter, name]) => {
          const page = pages.find((one) => one.name === name);
          if (page === undefined) return [];
          const words = name === 'home' ? msg('Home') : page.title;
          return [{ press: `g ${letter}`, words, act: () => void navigate({ href: page.href }) }];
        }),
        { press: '?', words: msg('This list'), act: () => openDialog('keys') },
        { press: 'Escape', shown: 'Esc', words: msg('Back') },
      ],
    },
    true,
  );
  useEffect(listenForKeys, []);
}
