/** What the header shows of a user. A first visit has none: it is fetched when there is one. */
import { useEffect } from 'react';
import { connection, userOf } from '../../../flows/account/account.ts';
import { createStore, useStore } from '../../../store.ts';
import type * as Parts from './UserParts.tsx';

type UserParts = Pick<typeof Parts, 'UserFigures' | 'AccountMenu'>;

const here = createStore<UserParts | undefined>(undefined);

/** To be awaited before a user is shown, so that nothing of the header comes a moment after the rest. */
export async function fetchUserParts(): Promise<void> {
  if (here.get() !== undefined) return;
  const { UserFigures, AccountMenu } = await import('./UserParts.tsx');
  here.set({ UserFigures, AccountMenu });
}

/** Before the first drawing. Who is remembered has been here before; nothing to wait for without one. */
export async function startUser(): Promise<void> {
  if (userOf(connection.get()) !== undefined) await fetchUserParts();
}

/** undefined while there is no user, and while their file is on its way. */
export function useUserParts(isUser: boolean): UserParts | undefined {
  const parts = useStore(here);
  useEffect(() => {
    // When it cannot be fetched the page goes on without.
    if (isUser) fetchUserParts().catch(() => undefined);
  }, [isUser]);
  return isUser ? parts : undefined;
}
