/** The bell: what happened since one last looked, and what did before. */
import { Suspense, lazy, useState } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { useUnread } from './unread.ts';
import { t } from '../../../words.ts';

const NotificationList = lazy(async () => ({
  default: (await import('./NotificationList.tsx')).NotificationList,
}));

export function NotificationBell() {
  const { user } = useAccount();
  const [open, setOpen] = useState(false);
  const { count } = useUnread();
  if (user === undefined) return null;
  return (
    <Popover
      open={open}
      onOpen={setOpen}
      label={t('Notifications')}
      testId="notifications"
      panelTestId="notification-list"
      buttonClass="relative grid size-9 place-items-center rounded-[10px] text-mist hover:bg-ink-2 hover:text-fog"
      button={<BellFace count={count} />}
    >
      <Suspense fallback={<div className="h-16" />}>
        <NotificationList onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}

function BellFace({ count }: { count: number }) {
  return (
    <>
      <Icon name="bell" className="size-[1.125rem]" />
      <span className="sr-only">{t('Notifications: {count} new', { count })}</span>
      {count === 0 ? null : (
        <span
          aria-hidden="true"
          className="num absolute right-0.5 top-0.5 min-w-4 rounded-full bg-act px-1 text-center text-[0.625rem] font-semibold leading-4 text-act-ink"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  );
}
