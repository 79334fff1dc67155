/** The command palette: type a few letters of a pair, a screen, a setting or an act, or paste an address; arrows walk, Enter does it. */
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';
import { matching, useLookAt, usePaletteActs } from './palette-acts.ts';
import type { PaletteAct } from './palette-acts.ts';

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const looks = useLookAt(typed);
  const found = [...looks, ...matching(usePaletteActs(), typed)];
  const at = Math.min(active, Math.max(0, found.length - 1));
  const run = (act: PaletteAct | undefined): void => {
    if (act === undefined) return;
    // Closed first, the focus given back: what the act opens must not lose it again.
    flushSync(onClose);
    act.run();
  };
  const walk = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(found.length - 1, to));
      setActive(next);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // The focus is elsewhere before the press is over: it must neither press the button there nor be a key of the page.
      event.preventDefault();
      event.stopPropagation();
      run(found[at]);
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <Dialog title={t('Search and commands')} onClose={onClose} testId="palette" hideTitle>
      <div className="flex h-11 items-center gap-2.5 rounded-[10px] border border-edge bg-ink-0 px-3 focus-within:border-amber">
        <Icon name="search" className="size-4 text-haze" />
        <input
          data-autofocus
          data-testid="palette-input"
          role="combobox"
          aria-label={t('Search and commands')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('Pair, screen, setting, address')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={walk}
          className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-haze"
        />
      </div>
      <Count count={found.length} />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Results')}
        className="-mx-2 mt-3 h-[min(24rem,60dvh)] overflow-y-auto"
      >
        {found.map((act, index) => (
          <Row
            key={act.id}
            id={`${id}-${index}`}
            act={act}
            heads={act.group !== found[index - 1]?.group}
            active={index === at}
            onPoint={() => setActive(index)}
            onRun={() => run(act)}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Heard always, seen when there is nothing. */
function Count({ count }: { count: number }) {
  return (
    <p
      role="status"
      className={count === 0 ? 'grid h-24 place-content-center text-[0.8125rem] text-haze' : 'sr-only'}
    >
      {count === 0
        ? t('Nothing of that name.')
        : t('{count, plural, one {# result} other {# results}}', { count })}
    </p>
  );
}

interface RowProps {
  readonly id: string;
  readonly act: PaletteAct;
  /** The first of its group. */
  readonly heads: boolean;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Row({ id, act, heads, active, onPoint, onRun }: RowProps) {
  return (
    <>
      {heads ? (
        <p role="presentation" className="px-2.5 pb-1 pt-3 text-2xs text-haze first:pt-0">
          {act.group}
        </p>
      ) : null}
      <div
        id={id}
        role="option"
        aria-selected={active}
        data-testid="palette-option"
        onClick={onRun}
        onPointerMove={onPoint}
        className={`flex h-9 items-center gap-3 rounded-lg px-2.5 text-[0.8125rem] ${active ? 'bg-ink-3 text-fog' : 'text-mist'}`}
      >
        <span className="min-w-0 flex-1 truncate">{act.label}</span>
        {act.note === undefined ? null : <span className="num text-xs text-haze">{act.note}</span>}
      </div>
    </>
  );
}
