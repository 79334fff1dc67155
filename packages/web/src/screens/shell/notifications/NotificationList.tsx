/** The list behind the bell: one line a type; opening one reads it up, or all at once. */
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { Notification } from '@rialto/contract';
import { KEYS } from '../../../data/keys.ts';
import { call } from '../../../data/client.ts';
import { bookHref } from '../../../data/pair-href.ts';
import { useNetwork } from '../../../data/network.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { login } from '../../../flows/account/login.ts';
import { saidWords } from '../../../said.ts';
import { shown } from '../../../shown.ts';
import { tellWallet } from '../tell.ts';
import { useUnread } from './unread.ts';
import { t } from '../../../words.ts';

/** Where a type leads (rules §10: type 1 goes by the old link). */
const LEADS: Readonly<Record<number, string>> = {
  1: '/pool?action=release',
  5: '/swap',
  6: '/events',
  7: '/recover',
};

/** Past orders are in the history of their book. */
function leadOf({ notificationType, book }: Notification): string | undefined {
  return book === undefined ? LEADS[notificationType] : `${bookHref(book)}?orders=past`;
}

/** Reads up one type, or all; what came after the list was made stays. */
function useReadUp(): (type?: number) => void {
  const { credential } = useAccount();
  const { at } = useUnread();
  const client = useQueryClient();
  return (type) => {
    if (credential === undefined) return;
    const { address } = credential;
    const body = { address, at, ...(type === undefined ? {} : { notificationType: type }) };
    call('clearNotifications', { body, session: credential })
      .then(() => client.invalidateQueries({ queryKey: KEYS.notifications(address) }))
      .catch(tellWallet);
  };
}

export function NotificationList({ onDone }: { onDone: () => void }) {
  const { list, failed } = useUnread();
  const { user, credential } = useAccount();
  const network = useNetwork();
  const readUp = useReadUp();
  const navigate = useNavigate();
  if (failed)
    return <p className="px-3 py-5 text-center text-sm text-haze">{t('They cannot be read right now.')}</p>;
  if (list.length === 0)
    return <p className="px-3 py-5 text-center text-sm text-haze">{t('Nothing new.')}</p>;
  return (
    <>
      <ul>
        {list.map((one) => (
          <li key={one.notificationType}>
            <button
              type="button"
              data-testid={`notification-${one.notificationType}`}
              onClick={() => {
                readUp(one.notificationType);
                const href = leadOf(one);
                if (href === undefined) return;
                onDone();
                void navigate({ href });
              }}
              className="flex w-full items-start gap-3 rounded-lg px-2.5 py-2 text-left hover:bg-ink-3"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-[0.8125rem] font-medium">{saidWords(one.notificationTitle)}</span>
                <span className="num block truncate text-xs leading-5 text-haze">
                  {shown(one.notificationDesc)}
                </span>
              </span>
              <span className="num rounded-full bg-ink-3 px-2 text-xs leading-5 text-mist">
                {one.notificationCount}
                <span className="sr-only"> {t('new, mark as read')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        data-testid="read-all"
        onClick={() => {
          if (credential === undefined) login(user, network).catch(tellWallet);
          else readUp();
        }}
        className="mt-1 h-9 w-full rounded-lg border-t border-line text-[0.8125rem] text-mist hover:bg-ink-3 hover:text-fog"
      >
        {credential === undefined ? t('Authorize to see what they are about') : t('Mark all as read')}
      </button>
    </>
  );
}
