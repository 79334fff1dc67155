/** A button of the header with a panel under it: a click elsewhere and Escape close it. */
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface PopoverProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Names the panel. */
  readonly label: string;
  readonly testId: string;
  readonly panelTestId: string;
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly title?: string;
  /** The button is away, its panel too. */
  readonly hidden?: boolean;
  /** What is in the panel lives on while it is closed. */
  readonly keeps?: boolean;
  readonly children: ReactNode;
}

export function Popover(props: PopoverProps) {
  const { open, onOpen, label, testId, panelTestId, button, buttonClass, children } = props;
  const { title, hidden = false, keeps = false } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) onOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open, onOpen]);
  return (
    <div
      ref={box}
      hidden={hidden}
      className="sm:relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        onOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <button
        type="button"
        data-testid={testId}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
        className={buttonClass}
        {...(title === undefined ? {} : { title })}
      >
        {button}
      </button>
      {open || keeps ? (
        <div
          role="region"
          aria-label={label}
          data-testid={panelTestId}
          hidden={!open}
          className="absolute inset-x-2 top-full z-30 mt-1 animate-rise rounded-xl border border-line-strong bg-ink-2 p-1.5 sm:inset-x-auto sm:right-0 sm:mt-2 sm:w-96"
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}
