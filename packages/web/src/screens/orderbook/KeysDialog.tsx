/** Every key of this screen. */
import { Dialog } from '../../ui/Dialog.tsx';
import { t } from '../../words.ts';

const KEYS = [
  ['/', 'Choose a token'],
  ['b', 'Buy'],
  ['s', 'Sell'],
  ['o', 'To the book'],
  ['↑ ↓', 'Walk the book'],
  ['Enter', 'Select the lot'],
  ['1 – 9', 'Take the best 1 to 9'],
  ['Esc', 'Back'],
  ['?', 'This list'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Keys')} onClose={onClose} testId="keys-dialog">
      <dl className="grid grid-cols-[5rem_1fr] gap-y-2.5 text-sm">
        {KEYS.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="num rounded-md border border-line-strong bg-ink-2 px-2 py-0.5 font-sans text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-mist">{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
