/** Turns what is given and what is got round. */

/** @param label says what would be given then */
export function Flip({ label, testId, onFlip }: { label: string; testId: string; onFlip: () => void }) {
  return (
    <button
      type="button"
      data-testid={testId}
      aria-label={label}
      onClick={onFlip}
      className="z-10 -my-5 grid size-11 place-items-center justify-self-center rounded-xl border border-line bg-ink-1 text-mist hover:bg-ink-2 hover:text-fog"
    >
      <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M5 3v10m0 0-2.5-2.5M5 13l2.5-2.5M11 13V3m0 0L8.5 5.5M11 3l2.5 2.5" />
      </svg>
    </button>
  );
}
