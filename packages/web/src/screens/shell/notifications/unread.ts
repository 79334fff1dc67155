/** What is new for the connected address: how many of each kind, and for a session what they are about. */
import type { Notification } from '@rialto/contract';
import { useNotifications } from '../../../data/shell-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';

export function useUnread(): { list: readonly Notification[]; count: number; at: number; failed: boolean } {
  const { user, credential } = useAccount();
  const { data, isError } = useNotifications(user?.address ?? '', credential);
  const list = data?.results ?? [];
  const count = list.reduce((sum, one) => sum + one.notificationCount, 0);
  return { list, count, at: data?.at ?? 0, failed: isError && data === undefined };
}
