/** How far something is on its way, as a bar that says it to everybody. */

interface BarProps {
  readonly label: string;
  readonly value: bigint;
  readonly most: bigint;
  readonly testId: string;
}

/** Whole percent, rounded down; a whole one is never more than that. Pure. */
export function percentOf(value: bigint, most: bigint): number {
  if (most <= 0n || value >= most) return 100;
  return Number((value * 100n) / most);
}

export function Bar({ label, value, most, testId }: BarProps) {
  const percent = percentOf(value, most);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-testid={testId}
      className="h-2 overflow-hidden rounded-full bg-ink-3"
    >
      <div className="h-full rounded-full bg-amber" style={{ width: `${percent}%` }} />
    </div>
  );
}
