/** A drop-down of acts and links, whose list is fetched when it is wanted: opens by click or arrow, arrows walk, Escape and a click elsewhere close. */
import { Suspense, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Contained } from '../Contained.tsx';
import { ITEMS, MenuDone } from './menu-act.ts';

interface MenuProps {
  readonly button: ReactNode;
  /** What is shown once it is open; its first line takes the focus by itself. */
  readonly list: ReactNode;
  /** Before the click: who points at a menu or comes to it by keyboard will open it. */
  readonly onSoon: () => void;
  readonly testId?: string | undefined;
  /** Without the frame of a button. */
  readonly plain?: boolean | undefined;
  readonly className?: string | undefined;
}

export function Menu({ button, list, onSoon, testId, plain = false, className = '' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('button')?.focus();
  };
  return (
    <div
      ref={box}
      className={`relative ${className}`}
      onKeyDown={(event) => walk(event, { open, close, show: () => setOpen(true) })}
    >
      <button
        type="button"
        data-testid={testId}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={onSoon}
        onFocus={onSoon}
        onClick={() => setOpen(!open)}
        className={`inline-flex h-9 items-center gap-2 rounded-[10px] text-[0.8125rem] ${plain ? '-ml-1.5 px-1.5 hover:bg-ink-2' : 'border border-line-strong bg-ink-2 px-3 hover:bg-ink-3'}`}
      >
        {button}
      </button>
      {open ? (
        <Contained onClose={() => setOpen(false)}>
          <MenuDone value={close}>
            <Suspense fallback={null}>{list}</Suspense>
          </MenuDone>
        </Contained>
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
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  if (!menu.open) return menu.show();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
