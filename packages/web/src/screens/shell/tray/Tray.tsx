/** In progress, in a corner until they are over. */
import { Suspense, lazy } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { useTray } from '../../../flows/tray.ts';

const TrayNews = lazy(async () => ({ default: (await import('./tray-news.ts')).TrayNews }));
const TrayCards = lazy(async () => ({ default: (await import('./TrayCards.tsx')).TrayCards }));

export function Tray() {
  const { user, credential } = useAccount();
  const items = useTray().filter((item) => item.address === user?.address);
  if (credential === undefined && items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TrayNews />
      {items.length === 0 ? null : <TrayCards items={items} />}
    </Suspense>
  );
}
