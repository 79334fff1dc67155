/** The command palette: type a few letters of a pair, a screen, a setting or an act, or paste an address; arrows walk, Enter does it. */
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Combobox } from '../../../ui/Combobox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { t } from '../../../words.ts';
import { matching, useLookAt, usePaletteActs } from './palette-acts.ts';
import type { PaletteAct } from './palette-acts.ts';

export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const looks = useLookAt(typed);
  const found = [...looks, ...matching(usePaletteActs(), typed)];
  const run = (act: PaletteAct): void => {
    // Closed first, the focus given back: what the act opens must not lose it again.
    flushSync(onClose);
    act.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Dialog title={t('Search and commands')} onClose={onClose} testId="palette" hideTitle>
      <div onKeyDown={press}>
        <Combobox
          label={t('Search and commands')}
          placeholder={t('Pair, screen, setting, address')}
          listLabel={t('Results')}
          typed={typed}
          onType={setTyped}
          items={found}
          idOf={(act) => act.id}
          onChoose={run}
          testId="palette"
          status={<Count count={found.length} />}
          listClass="h-[min(24rem,60dvh)]"
          optionClass={(marked) =>
            `h-9 rounded-lg px-2.5 text-[0.8125rem] ${marked ? 'bg-ink-3 text-fog' : 'text-mist'}`
          }
          heading={(act, before) => (act.group === before?.group ? null : <Heading words={act.group} />)}
        >
          {({ label, tag, note }) => (
            <>
              <span className="min-w-0 truncate">{label}</span>
              {tag === undefined ? null : (
                <span className="shrink-0 rounded bg-ink-3 px-1 text-[0.625rem] leading-4 text-mist">
                  {tag}
                </span>
              )}
              <span className="flex-1" />
              {note === undefined ? null : <span className="num text-xs text-haze">{note}</span>}
            </>
          )}
        </Combobox>
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
      {count === 0 ? t('No results') : t('{count, plural, one {# result} other {# results}}', { count })}
    </p>
  );
}

/** Over the first of its group. */
function Heading({ words }: { words: string }) {
  return (
    <p role="presentation" className="px-2.5 pb-1 pt-3 text-2xs text-haze first:pt-0">
      {words}
    </p>
  );
}
