/** What happened within the last hour, by kind, and how much money it was. */
const HOUR_MS = 3_600_000;

interface Happened<K> {
  readonly at: number;
  readonly kind: K;
  readonly value: bigint;
}

export interface Hour<K> {
  add(one: Happened<K>): void;
  count(now: number): number;
  sum(kind: K, now: number): bigint;
}

export function openHour<K extends string>(): Hour<K> {
  let recent: Happened<K>[] = [];
  // What is from the future (the clock was put back) counts: it can only make a limit tighter.
  const within = (now: number): readonly Happened<K>[] => {
    recent = recent.filter((one) => now - one.at < HOUR_MS);
    return recent;
  };
  return {
    add: (one) => {
      recent.push(one);
    },
    count: (now) => within(now).length,
    sum: (kind, now) =>
      within(now).reduce((total, one) => (one.kind === kind ? total + one.value : total), 0n),
  };
}
