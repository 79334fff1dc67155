/** A drop-down of acts: opens by click or arrow, arrows walk, Escape and a click elsewhere close. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

export interface MenuAct {
  readonly label: string;
  readonly onChoose: () => void;
  readonly testId?: string;
}

export interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly acts: readonly MenuAct[];
  readonly testId?: string;
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  /** The side its list hangs from. */
  readonly align?: 'left' | 'right';
  /** Without the frame of a button. */
  readonly plain?: boolean;
}

export function Menu(props: MenuProps) {
  const { label, button, acts, testId, header, footer, align = 'right', plain = false } = props;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('button')?.focus();
  };
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => walk(event, { open, close, show: () => setOpen(true) })}
    >
      <button
        type="button"
        data-testid={testId}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={`inline-flex h-9 items-center gap-2 rounded-[10px] text-[0.8125rem] ${plain ? '-ml-1.5 px-1.5 hover:bg-ink-2' : 'border border-line-strong bg-ink-2 px-3 hover:bg-ink-3'}`}
      >
        {button}
      </button>
      {open ? (
        <div
          className={`absolute ${align === 'left' ? 'left-0' : 'right-0'} z-30 mt-2 w-60 animate-rise rounded-xl border border-line-strong bg-ink-2 p-1.5`}
        >
          {header}
          <div role="menu" aria-label={label}>
            {acts.map((act) => (
              <button
                key={act.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                data-testid={act.testId}
                onClick={() => {
                  close();
                  act.onChoose();
                }}
                className="flex h-9 w-full items-center rounded-lg px-2.5 text-left text-[0.8125rem] text-mist hover:bg-ink-3 hover:text-fog focus-visible:bg-ink-3 focus-visible:text-fog"
              >
                {act.label}
              </button>
            ))}
          </div>
          {footer}
        </div>
      ) : null}
    </div>
  );
}

function walk(
  event: KeyboardEvent<HTMLDivElement>,
  menu: { open: boolean; close: () => void; show: () => void },
): void {
  if (event.key === 'Escape' && menu.open) {
    event.stopPropagation();
    menu.close();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!menu.open) return menu.show();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === document.activeElement);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    items[(at + step + items.length) % items.length]?.focus();
  }
}
