/** A modal on the browser's own dialog: focus stays inside, Escape means back, the page behind is inert. A bottom sheet on small screens. */
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { dialogOpened } from './toast/toast.ts';
import { t } from '../words.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly testId?: string;
  /** Work that must not be interrupted: no closing. */
  readonly locked?: boolean;
  readonly hideTitle?: boolean;
  /** For what has columns. */
  readonly wide?: boolean;
  /** Hangs from the top, so that a list that grows shorter does not move it. */
  readonly top?: boolean;
}

export function Dialog(props: DialogProps) {
  const { title, onClose, children, testId, locked = false, hideTitle = false } = props;
  const { wide = false, top = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    dialogOpened();
    // The browser would choose the first button, which is the one that closes.
    (element?.querySelector<HTMLElement>('[data-autofocus]') ?? element)?.focus();
    return () => element?.close();
  }, []);
  const back = (): void => {
    if (!locked) onClose();
  };
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        back();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) back();
      }}
      className={`fixed inset-x-0 bottom-0 outline-none top-auto m-0 max-h-[92dvh] w-full max-w-none animate-sheet overflow-y-auto rounded-t-2xl border border-line bg-ink-1 p-0 backdrop:bg-veil sm:inset-0 sm:m-auto sm:h-fit sm:animate-rise sm:rounded-2xl ${wide ? 'sm:w-[min(56rem,calc(100vw-2rem))]' : 'sm:w-[27rem]'} ${top ? 'sm:mt-[8dvh]' : ''}`}
    >
      <div className="p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className={hideTitle ? 'sr-only' : 'mb-4 flex items-center justify-between gap-4'}>
          <h2 id={titleId} className="text-[1.0625rem] font-semibold tracking-tight">
            {title}
          </h2>
          {locked || hideTitle ? null : (
            <button
              type="button"
              aria-label={t('Close')}
              onClick={back}
              className="-mr-1.5 rounded-lg p-1.5 text-haze hover:bg-ink-2 hover:text-fog"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
