/** A round mark with the token's first letter, its hue from the name: no images of strangers. */

const HUES = [
  'bg-[#27415f]',
  'bg-[#3c3562]',
  'bg-[#1f4d4a]',
  'bg-[#56402a]',
  'bg-[#4f2f4b]',
  'bg-[#344a26]',
] as const;

export function TokenMark({ tick, className = 'size-8 text-sm' }: { tick: string; className?: string }) {
  const letters = Array.from(tick);
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full font-semibold text-chalk ${HUES[sum % HUES.length] ?? HUES[0]} ${className}`}
    >
      {letters[0]?.toUpperCase() ?? ''}
    </span>
  );
}
