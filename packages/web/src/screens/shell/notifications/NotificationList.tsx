/** The list behind the bell: what happened in the last thirty days, newest first; what is new is marked until it is read. */
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { Notification, NotificationItem } from '@rialto/contract';
import { KEYS } from '../../../data/keys.ts';
import { call } from '../../../data/calls/client.ts';
import { useNetwork } from '../../../data/network.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { login } from '../../../flows/account/login.ts';
import { saidWords } from '../../../said.ts';
import { timeAgo } from '../../../show/time-ago.ts';
import { useNow } from '../../../ui/now.ts';
import { tellWallet } from '../tell.ts';
import { itemNote, itemWords, leadOf } from './notification-words.ts';
import { useUnread } from './unread.ts';
import { t } from '../../../words.ts';

interface ReadUp {
  /** All of them when absent. */
  readonly notificationType?: number;
  /** What happened until then; until the list was made when absent. */
  readonly until?: number;
}

/** Reads up; what came after the list was made stays. */
function useReadUp(): (what?: ReadUp) => void {
  const { credential } = useAccount();
  const { at } = useUnread();
  const client = useQueryClient();
  return ({ until = at, ...type } = {}) => {
    if (credential === undefined) return;
    const { address } = credential;
    call('clearNotifications', { body: { address, at: until, ...type }, session: credential })
      .then(() => client.invalidateQueries({ queryKey: KEYS.notifications(address) }))
      .catch(tellWallet);
  };
}

const BLANK = 'px-3 py-5 text-center text-sm text-haze';
const ACT =
  'mt-1 h-9 w-full rounded-lg border-t border-line text-[0.8125rem] text-mist hover:bg-ink-3 hover:text-fog max-lg:h-11';

export function NotificationList({ onDone }: { onDone: () => void }) {
  const { list, items, count, failed } = useUnread();
  const { user, credential } = useAccount();
  const network = useNetwork();
  const readUp = useReadUp();
  if (failed) return <p className={BLANK}>{t('They can’t be loaded right now.')}</p>;
  if (credential === undefined)
    return list.length === 0 ? (
      <p className={BLANK}>{t('Nothing new.')}</p>
    ) : (
      <>
        <Kinds list={list} />
        <button
          type="button"
          data-testid="read-all"
          onClick={() => void login(user, network).catch(tellWallet)}
          className={ACT}
        >
          {t('Authorize to see the details')}
        </button>
      </>
    );
  if (items.length === 0) return <p className={BLANK}>{t('Nothing in the last 30 days.')}</p>;
  return (
    <>
      <Items items={items} readUp={readUp} onDone={onDone} />
      {count === 0 ? null : (
        <button type="button" data-testid="read-all" onClick={() => readUp()} className={ACT}>
          {t('Mark all as read')}
        </button>
      )}
    </>
  );
}

interface ItemsProps {
  readonly items: readonly NotificationItem[];
  readonly readUp: (what: ReadUp) => void;
  readonly onDone: () => void;
}

function Items({ items, readUp, onDone }: ItemsProps) {
  const navigate = useNavigate();
  const now = useNow();
  return (
    <ul tabIndex={0} className="max-h-[min(24rem,60dvh)] overflow-y-auto focus-visible:-outline-offset-2">
      {items.map((item) => {
        const { notificationType, event, txId, timestamp, unread } = item;
        const note = itemNote(item);
        return (
          <li key={`${event} ${txId} ${timestamp} ${item.tick}`}>
            <button
              type="button"
              data-testid={`notification-${notificationType}`}
              data-unread={unread}
              onClick={() => {
                if (unread) readUp({ notificationType, until: timestamp });
                onDone();
                void navigate({ href: leadOf(item) });
              }}
              className="flex min-h-11 w-full items-start gap-2.5 rounded-lg px-2.5 py-2 text-left hover:bg-ink-3"
            >
              <span
                aria-hidden="true"
                className={`mt-1.5 size-2 shrink-0 rounded-full ${unread ? 'bg-act' : ''}`}
              />
              <span className="min-w-0 flex-1">
                <span
                  className={`num block text-[0.8125rem] [overflow-wrap:anywhere] ${unread ? 'font-medium text-fog' : 'text-mist'}`}
                >
                  {itemWords(item)}
                  {unread ? <span className="sr-only"> {t('new')}</span> : null}
                </span>
                {note === '' ? null : <span className="block text-xs leading-5 text-haze">{note}</span>}
              </span>
              <span className="num shrink-0 text-xs leading-5 text-haze">{timeAgo(timestamp, now)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What a stranger to the address is told too: how many of each kind. */
function Kinds({ list }: { list: readonly Notification[] }) {
  return (
    <ul>
      {list.map(({ notificationType, notificationTitle, notificationCount }) => (
        <li
          key={notificationType}
          data-testid={`notification-${notificationType}`}
          className="flex items-center justify-between gap-3 px-2.5 py-2 text-[0.8125rem]"
        >
          <span>{saidWords(notificationTitle)}</span>
          <span className="num rounded-full bg-ink-3 px-2 text-xs leading-5 text-mist">
            {notificationCount}
          </span>
        </li>
      ))}
    </ul>
  );
}
