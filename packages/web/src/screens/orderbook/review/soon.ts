/** What an act with money needs of this screen is fetched before it is wanted. */
import { useEffect } from 'react';
import { fetchSoon, wantSoon } from '../../../data/soon.ts';
import { useAccount } from '../../../flows/account/account.ts';
import type { Form } from '../form.ts';
import type { Market } from '../market.ts';

// The list is long: it comes when it is its turn.
wantSoon(() => import('./soon-parts.ts'));

/** After the first picture and what else begins with it. */
const CALM_MS = 4_000;

/** Once the book is there; at once when an act is being chosen. */
export function useSoon(
  { bookLoading }: Pick<Market, 'bookLoading'>,
  { chosen, lots }: Pick<Form, 'chosen' | 'lots'>,
): void {
  const shown = !bookLoading;
  const wanted = chosen.length + lots.length > 0;
  const wallet = useAccount().user?.wallet;
  useEffect(() => {
    if (!shown) return;
    if (wallet !== undefined)
      wantSoon(async () => (await import('../../../wallets/wallets.ts')).walletById(wallet));
    const timer = setTimeout(() => void fetchSoon(), wanted ? 0 : CALM_MS);
    return () => clearTimeout(timer);
  }, [shown, wanted, wallet]);
}
