/** Where the toast is shown and spoken: above dialogs too. */
import { useEffect, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { Icon } from '../Icon.tsx';
import { dismissToast, useDialogsOpened, useToast } from './toast.ts';
import type { ToastVariant } from './toast.ts';
import { t } from '../../words.ts';

const EDGE: Readonly<Record<ToastVariant, string>> = {
  default: 'before:bg-mist',
  success: 'before:bg-buy',
  warn: 'before:bg-warn',
  destructive: 'before:bg-sell',
};

export function Toasts() {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const id = toast?.id;
  const dialogs = useDialogsOpened();
  useEffect(() => {
    // Shown anew for each toast and each dialog: whatever opened last is on top.
    const element = place.current;
    if (id !== undefined) element?.showPopover();
    return () => element?.hidePopover();
  }, [id, dialogs]);
  return (
    <div
      ref={place}
      popover="manual"
      role={toast?.variant === 'destructive' ? 'alert' : 'status'}
      className="fixed inset-x-4 bottom-20 top-auto m-0 ml-auto w-auto max-w-sm border-0 bg-transparent p-0 text-fog sm:left-auto sm:w-96 lg:bottom-4"
    >
      {toast === undefined ? null : (
        <div
          key={toast.id}
          data-testid="toast"
          data-variant={toast.variant}
          className={`relative flex animate-rise items-start gap-3 overflow-hidden rounded-xl border border-line-strong bg-ink-2 py-3 pl-5 pr-3 before:absolute before:inset-y-0 before:left-0 before:w-1 ${EDGE[toast.variant]}`}
        >
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold [overflow-wrap:anywhere]">{toast.title}</p>
            {toast.description === '' ? null : (
              <p className="mt-0.5 text-[0.8125rem] text-mist [overflow-wrap:anywhere]">
                {toast.description}
              </p>
            )}
            {toast.action === undefined ? null : (
              <ToastLink {...toast.action} onFollow={() => dismissToast(toast.id)} />
            )}
          </div>
          <button
            type="button"
            aria-label={t('Dismiss')}
            onClick={() => dismissToast(toast.id)}
            className="rounded-md p-1 text-haze hover:bg-ink-3 hover:text-fog"
          >
            <Icon name="close" className="size-3.5" />
          </button>
        </div>
      )}
    </div>
  );
}

const LINK = 'mt-2 inline-block text-[0.8125rem] font-semibold text-amber underline underline-offset-4';

/** A page of ours opens in place, another one beside it. */
function ToastLink({ href, label, onFollow }: { href: string; label: string; onFollow: () => void }) {
  return href.startsWith('/') ? (
    <Link to={href} onClick={onFollow} className={LINK}>
      {label}
    </Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" className={LINK}>
      {label}
    </a>
  );
}
