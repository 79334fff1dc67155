/** A drop-down of acts and links: opens by click or arrow, arrows walk, Escape and a click elsewhere close. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface MenuAct {
  readonly label: string;
  /** Tells items of the same words apart. */
  readonly id?: string;
  readonly onChoose?: () => void;
  /** A page: opened in another tab like any link. */
  readonly href?: string;
  /** Leaves this site. */
  readonly external?: boolean;
  /** Something that is on or off. */
  readonly checked?: boolean;
  /** The list stays after it: something to try out. What is on or off stays anyway. */
  readonly keepsOpen?: boolean;
  /** What it is now, at the end of the line. */
  readonly note?: string;
  /** The language its label is in, when not the page's. */
  readonly lang?: string;
  /** Not there yet. */
  readonly muted?: boolean;
  /** The page one is on. */
  readonly current?: boolean;
  /** Stands under this heading, with its neighbours of the same. */
  readonly group?: string;
  readonly testId?: string;
}

interface MenuProps {
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
  readonly className?: string;
}

export function Menu(props: MenuProps) {
  const {
    label,
    button,
    acts,
    testId,
    header,
    footer,
    align = 'right',
    plain = false,
    className = '',
  } = props;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    box.current?.querySelector<HTMLElement>(ITEMS)?.focus();
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
        onClick={() => setOpen(!open)}
        className={`inline-flex h-9 items-center gap-2 rounded-[10px] text-[0.8125rem] ${plain ? '-ml-1.5 px-1.5 hover:bg-ink-2' : 'border border-line-strong bg-ink-2 px-3 hover:bg-ink-3'}`}
      >
        {button}
      </button>
      {open ? (
        <div
          className={`absolute ${align === 'left' ? 'left-0' : 'right-0'} z-30 mt-2 max-h-[calc(100dvh-5rem)] w-60 animate-rise overflow-y-auto rounded-xl border border-line-strong bg-ink-2 p-1.5`}
        >
          {header}
          <div role="menu" aria-label={label}>
            {acts.map((act, at) => (
              <Item key={act.id ?? act.label} act={act} before={acts[at - 1]} onDone={close} />
            ))}
          </div>
          {footer}
        </div>
      ) : null}
    </div>
  );
}

const ITEMS = '[role^="menuitem"]';
const ITEM =
  'flex h-9 max-sm:h-11 w-full items-center gap-2 rounded-lg px-2.5 text-left text-[0.8125rem] hover:bg-ink-3 hover:text-fog focus-visible:bg-ink-3 focus-visible:text-fog';

function Item({ act, before, onDone }: { act: MenuAct; before: MenuAct | undefined; onDone: () => void }) {
  const { group } = act;
  return (
    <>
      {group === undefined || group === before?.group ? null : (
        <p role="presentation" className="px-2.5 pb-1 pt-2.5 text-2xs text-haze">
          {group}
        </p>
      )}
      {act.href === undefined ? <Button act={act} onDone={onDone} /> : <Anchor act={act} onDone={onDone} />}
    </>
  );
}

function Button({ act, onDone }: { act: MenuAct; onDone: () => void }) {
  const { checked } = act;
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      {...(checked === undefined ? {} : { 'aria-checked': checked })}
      tabIndex={-1}
      data-testid={act.testId}
      onClick={() => {
        if (checked === undefined && act.keepsOpen !== true) onDone();
        act.onChoose?.();
      }}
      className={`${ITEM} text-mist`}
    >
      <span className="flex-1" lang={act.lang}>
        {act.label}
      </span>
      {act.note === undefined ? null : (
        <span className="num text-xs text-haze max-lg:hidden">{act.note}</span>
      )}
      {checked === undefined ? null : (
        <Icon name="check" className={`size-4 ${checked ? 'text-amber' : 'invisible'}`} />
      )}
    </button>
  );
}

function Anchor({ act, onDone }: { act: MenuAct; onDone: () => void }) {
  const { href, external = false, current = false, muted = false, onChoose } = act;
  const follow = (event: MouseEvent): void => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (onChoose !== undefined && !elsewhere) {
      event.preventDefault();
      onChoose();
    }
    onDone();
  };
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      href={href}
      data-testid={act.testId}
      {...(current ? { 'aria-current': 'page' as const } : {})}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
      onClick={follow}
      className={`${ITEM} ${current ? 'text-fog' : muted ? 'text-haze' : 'text-mist'}`}
    >
      <span className="flex-1">{act.label}</span>
      {act.note === undefined ? null : <span className="text-xs text-haze">{act.note}</span>}
      {external ? <Icon name="out" className="size-3.5 text-haze" /> : null}
    </a>
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
