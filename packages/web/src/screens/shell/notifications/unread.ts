/** What is new for the connected address: how many of each kind, and for a session what happened, act by act. */
import type { Notification, NotificationItem } from '@rialto/contract';
import { useNotifications } from '../../../data/user-queries.ts';
import { useAccount } from '../../../flows/account/account.ts';

interface Unread {
  readonly list: readonly Notification[];
  /** Read or not, newest first. */
  readonly items: readonly NotificationItem[];
  readonly count: number;
  readonly at: number;
  readonly failed: boolean;
}

export function useUnread(): Unread {
  const { user, credential } = useAccount();
  const { data, isError } = useNotifications(user?.address ?? '', credential);
  const list = data?.results ?? [];
  const count = list.reduce((sum, one) => sum + one.notificationCount, 0);
  return { list, items: data?.items ?? [], count, at: data?.at ?? 0, failed: isError && data === undefined };
}
