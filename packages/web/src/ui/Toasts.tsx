/** Where the toast is shown and spoken: above dialogs too. */
import { useEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { dismissToast, useDialogsOpened, useToast } from './toast.ts';
import type { ToastVariant } from './toast.ts';
import { t } from '../words.ts';

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
      className="fixed inset-x-4 bottom-auto top-4 m-0 mx-auto w-auto max-w-md border-0 bg-transparent p-0 text-fog sm:inset-x-0"
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
              <a
                href={toast.action.href}
                target="_blank"
                rel="noreferrer"
                className="mt-2 inline-block text-[0.8125rem] font-semibold text-amber underline underline-offset-4"
              >
                {toast.action.label}
              </a>
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
