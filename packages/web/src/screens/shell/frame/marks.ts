/** What the frame leaves outside itself: the strip over the page, and the words on its tab. */
import { useLayoutEffect } from 'react';
import { useMatches } from '@tanstack/react-router';
import type { Network } from '@rialto/protocols';
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
