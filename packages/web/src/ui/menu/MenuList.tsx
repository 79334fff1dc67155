/** What a menu shows once it is open: its acts and links under their headings. Fetched when a menu is first wanted. */
import { useContext, useEffect, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { ITEMS, MenuDone } from './menu-act.ts';
import type { MenuAct } from './menu-act.ts';

interface MenuListProps {
  readonly label: string;
  readonly acts: readonly MenuAct[];
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  readonly align: 'left' | 'right';
}

export function MenuList({ label, acts, header, footer, align }: MenuListProps) {
  const onDone = useContext(MenuDone);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>(ITEMS)?.focus(), []);
  return (
    <div
      ref={list}
      className={`absolute ${align === 'left' ? 'left-0' : 'right-0'} z-30 mt-2 max-h-[calc(100dvh-5rem)] w-60 animate-rise overflow-y-auto rounded-xl border border-line-strong bg-ink-2 p-1.5`}
    >
      {header}
      <div role="menu" aria-label={label}>
        {acts.map((act, at) => (
          <Item key={act.id ?? act.label} act={act} before={acts[at - 1]} onDone={onDone} />
        ))}
      </div>
      {footer}
    </div>
  );
}

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
  const { href, external = false, current = false, onChoose } = act;
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
      className={`${ITEM} ${current ? 'text-fog' : 'text-mist'}`}
    >
      <span className="flex-1">{act.label}</span>
      {external ? <Icon name="out" className="size-3.5 text-haze" /> : null}
    </a>
  );
}
