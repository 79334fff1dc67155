/** What many ask for at once is read once: an answer serves all who ask within a moment of its reading. For what binds nobody, such as quotes. */

/** Shorter than anybody notices, and many times what a read takes. */
const KEPT_MS = 200;

interface Kept<V> {
  readonly value: Promise<V>;
  /** When it began to be read. */
  readonly at: number;
  renewing: boolean;
}

/**
 * @param read of what a key names; what it throws is told to all who wait for it, and not kept
 * @param now milliseconds
 * @param keptMs how long an answer serves. From half of it on the next one is read meanwhile: where many ask, nobody waits
 * @returns the same read, of what was true at most that long before it was asked for
 */
export function readKept<V>(
  read: (key: string) => Promise<V>,
  now: () => number,
  keptMs = KEPT_MS,
): (key: string) => Promise<V> {
  const byKey = new Map<string, Kept<V>>();

  async function readNow(key: string): Promise<V> {
    const reading = { value: read(key), at: now(), renewing: false };
    byKey.set(key, reading);
    try {
      return await reading.value;
    } catch (error) {
      if (byKey.get(key) === reading) byKey.delete(key);
      throw error;
    }
  }

  /** Whoever asks when nothing is kept any more is told what went wrong. */
  async function renew(key: string, before: Kept<V>): Promise<void> {
    before.renewing = true;
    const at = now();
    const value = read(key);
    const isRead = await value.then(
      () => true,
      () => false,
    );
    if (isRead && byKey.get(key) === before) byKey.set(key, { value, at, renewing: false });
  }

  return async (key) => {
    const kept = byKey.get(key);
    const age = kept === undefined ? keptMs : now() - kept.at;
    if (kept === undefined || age >= keptMs) return readNow(key);
    if (age >= keptMs / 2 && !kept.renewing) void renew(key, kept);
    return kept.value;
  };
}
