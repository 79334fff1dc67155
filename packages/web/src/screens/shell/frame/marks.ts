/** What the frame leaves outside itself: the strip over the page, the words on its tab, and the last page one was on. */
import { useEffect, useLayoutEffect } from 'react';
import { useMatches, useRouter } from '@tanstack/react-router';
import type { Network } from '@rialto/protocols';
import { wasHere } from '../../../data/came-from.ts';
import { msg, t } from '../../../words.ts';

/** The strip of the page says that there is no real money here. `public/theme.js` has shown it already, where the server said which network this is. */
export function useStrip(network: Network | undefined): void {
  useLayoutEffect(() => {
    if (network !== undefined) document.documentElement.dataset['network'] = network;
  }, [network]);
}

/** The tab says where one is. A screen that knows more says it itself. */
export function useTitle(closed: boolean): void {
  const page = useMatches().at(-1)?.staticData.title ?? msg('Not found');
  const title = closed ? msg('Maintenance') : page;
  useLayoutEffect(() => {
    document.title = `${t(title)} · Rialto`;
  }, [title]);
}

/** Remembers the last page that is open. All of it from the match: the address bar may be a page ahead. */
export function useWasHere(): void {
  const { options } = useRouter();
  const match = useMatches().at(-1);
  const { title, soon } = match?.staticData ?? {};
  const href = match === undefined ? '' : `${match.pathname}${options.stringifySearch(match.search)}`;
  useEffect(() => {
    if (title !== undefined && soon !== true) wasHere({ href, title });
  }, [href, title, soon]);
}
