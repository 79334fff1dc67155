/** What happened within the last hour, or another time, by kind, and how much money it was. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

interface Happened<K> {
  readonly at: number;
  readonly kind: K;
  readonly value: bigint;
  /** What it was for, where it may be taken back. */
  readonly of?: string;
}

export interface Hour<K> {
  add(one: Happened<K>): void;
  /** Whatever was for one of these counts no more. */
  takeBack(of: ReadonlySet<string>): void;
  count(now: number): number;
  /** @param without what is not counted: whatever was for one of these */
  sum(kind: K, now: number, without?: ReadonlySet<string>): bigint;
}

const isFor = (ofs: ReadonlySet<string>, { of }: { readonly of?: string }): boolean =>
  of !== undefined && ofs.has(of);

/** @param lengthMs how long something counts */
export function openHour<K extends string>(lengthMs = HOUR_MS): Hour<K> {
  let recent: Happened<K>[] = [];
  // What is from the future (the clock was put back) counts: it can only make a limit tighter.
  const within = (now: number): readonly Happened<K>[] => {
    recent = recent.filter((one) => now - one.at < lengthMs);
    return recent;
  };
  return {
    add: (one) => {
      recent.push(one);
    },
    takeBack: (of) => {
      recent = recent.filter((one) => !isFor(of, one));
    },
    count: (now) => within(now).length,
    sum: (kind, now, without = new Set()) =>
      within(now)
        .filter((one) => one.kind === kind && !isFor(without, one))
        .reduce((total, one) => total + one.value, 0n),
  };
}
