/** Keeps what is in progress true on every page: fetched when somebody logged in or something waits. Shows nothing. */
import { Suspense, lazy } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { useTray } from '../../../flows/tray.ts';
import { Contained } from '../../../ui/Contained.tsx';

const TrayNews = lazy(async () => ({ default: (await import('./TrayNews.tsx')).TrayNews }));

export function Tray() {
  const { user, credential } = useAccount();
  const items = useTray().filter((item) => item.address === user?.address);
  if (credential === undefined && items.length === 0) return null;
  return (
    <Contained>
      <Suspense fallback={null}>
        <TrayNews items={items} />
      </Suspense>
    </Contained>
  );
}
