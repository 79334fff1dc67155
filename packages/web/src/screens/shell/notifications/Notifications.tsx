/** The bell: what happened since one last looked, grouped by type; one type is read by opening it, or all at once. */
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../flows/account/account.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useUnread } from './unread.ts';
import { t } from '../../../words.ts';

const NotificationList = lazy(async () => ({
  default: (await import('./NotificationList.tsx')).NotificationList,
}));

export function NotificationBell() {
  const { user } = useAccount();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { count } = useUnread();
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);
  if (user === undefined) return null;
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        data-testid="notifications"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="relative grid size-9 place-items-center rounded-[10px] text-mist hover:bg-ink-2 hover:text-fog"
      >
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
      </button>
      {open ? (
        <div
          role="region"
          aria-label={t('Notifications')}
          data-testid="notification-list"
          className="fixed inset-x-2 top-16 z-30 animate-rise rounded-xl border border-line-strong bg-ink-2 p-1.5 sm:absolute sm:inset-x-auto sm:right-0 sm:top-full sm:mt-2 sm:w-80"
        >
          <Suspense fallback={<div className="h-16" />}>
            <NotificationList onDone={close} />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}
