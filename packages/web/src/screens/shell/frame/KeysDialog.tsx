/** Every registered key of the page: the screen's own, then the frame's. */
import { Dialog } from '../../../ui/Dialog.tsx';
import { keyGroups, setSingleKeys, useSingleKeys } from '../../../ui/keys.ts';
import type { Key } from '../../../ui/keys.ts';
import { t } from '../../../words.ts';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const single = useSingleKeys();
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose} testId="keys-dialog" wide>
      <div className="gap-10 sm:columns-2">
        {keyGroups().map(({ title, keys }) => (
          <section key={title} aria-label={t(title)} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 text-xs text-haze">{t(title)}</h3>
            <dl className="grid grid-cols-[6.5rem_1fr] gap-y-2 text-sm">
              {keys.map((key) => (
                <Row key={key.press} shortcut={key} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="flex min-h-10 items-center gap-3 border-t border-line pt-4 text-[0.8125rem] text-mist">
        <input
          type="checkbox"
          checked={single}
          data-testid="single-keys"
          onChange={(event) => setSingleKeys(event.target.checked)}
          className="size-4 accent-amber"
        />
        {t('Single-key shortcuts. Off, only Ctrl K and Esc work.')}
      </label>
    </Dialog>
  );
}

function Row({ shortcut: { press, shown, words } }: { shortcut: Key }) {
  if (words === undefined) return null;
  return (
    <>
      <dt className="flex gap-1">
        {(shown ?? press).split(' ').map((part) => (
          <kbd
            key={part}
            className="num h-6 min-w-6 rounded-md border border-line-strong bg-ink-2 px-1.5 text-center font-sans text-xs leading-[1.375rem]"
          >
            {part}
          </kbd>
        ))}
      </dt>
      <dd className="text-mist">{t(words)}</dd>
    </>
  );
}
