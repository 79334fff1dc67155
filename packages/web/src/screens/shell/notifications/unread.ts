/** What is new for the one who is logged in. */
import type { Notification } from '@rialto/contract';
import { useNotifications } from '../../../data/shell-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';

export function useUnread(): { list: readonly Notification[]; count: number; at: number; failed: boolean } {
  const { credential } = useAccount();
  const { data, isError } = useNotifications(credential?.address ?? '');
  const list = credential === undefined ? [] : (data?.results ?? []);
  const count = list.reduce((sum, one) => sum + one.notificationCount, 0);
  return { list, count, at: data?.at ?? 0, failed: isError && data === undefined };
}
