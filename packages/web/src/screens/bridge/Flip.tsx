/** Turns From and To round. */
import { t } from '../../words.ts';

/** @param unit what would be sent then */
export function Flip({ unit, onFlip }: { unit: string; onFlip: () => void }) {
  return (
    <button
      type="button"
      data-testid="bridge-flip"
      aria-label={t('Send {unit} instead', { unit })}
      onClick={onFlip}
      className="z-10 -my-5 grid size-11 place-items-center justify-self-center rounded-xl border border-line bg-ink-1 text-mist hover:bg-ink-2 hover:text-fog"
    >
      <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M5 3v10m0 0-2.5-2.5M5 13l2.5-2.5M11 13V3m0 0L8.5 5.5M11 3l2.5 2.5" />
      </svg>
    </button>
  );
}
