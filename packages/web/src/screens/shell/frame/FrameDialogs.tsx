/** Which dialog of the frame is open, and the keys that ask for one. */
import { Suspense, lazy, useEffect } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { stopAsking, useConnectRequested } from '../../../flows/account/connect-request.ts';
import { dropRequest, useOwnRequest } from '../../../flows/own/own-request.ts';
import { Contained } from '../../../ui/Contained.tsx';
import { COMMAND_K, listenForKeys, useKeys } from '../../../ui/keys.ts';
import { msg } from '../../../words.ts';
import { closeDialog, openDialog, useOpenDialog } from './frame-dialogs.ts';
import { GO_KEYS } from './go-keys.ts';
import { usePages } from './pages.ts';

// What each of them needs is a long list: it comes when one is opened.
const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }));

export function FrameDialogs() {
  const connecting = useConnectRequested();
  const open = useOpenDialog();
  const request = useOwnRequest();
  useFrameKeys();
  if (open === undefined && request === undefined && !connecting) return null;
  return (
    <Contained onClose={closeAll}>
      <Suspense fallback={null}>
        <Dialogs open={open} request={request} connecting={connecting} />
      </Suspense>
    </Contained>
  );
}

function closeAll(): void {
  closeDialog();
  dropRequest();
  stopAsking();
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
