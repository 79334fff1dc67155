/** In progress, in a corner until they are over. */
import { Suspense, lazy } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { useTray } from '../../../flows/tray.ts';
import { useTrayNews } from './tray-news.ts';

const TrayCards = lazy(async () => ({ default: (await import('./TrayCards.tsx')).TrayCards }));

export function Tray() {
  const { user } = useAccount();
  const items = useTray().filter((item) => item.address === user?.address);
  useTrayNews();
  if (items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TrayCards items={items} />
    </Suspense>
  );
}
