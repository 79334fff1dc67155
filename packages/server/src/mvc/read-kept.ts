/** What many ask for at once is read once: an answer serves all who ask within a moment of its reading. For what binds nobody, such as quotes. */

/** Shorter than anybody notices, and many times what a read takes. */
const KEPT_MS = 200;

interface Kept<V> {
  readonly value: Promise<V>;
  /** When it began to be read. */
  readonly at: number;
}

/**
 * @param read of what a key names; what it throws is told to all who wait for it, and not kept
 * @param now milliseconds
 * @returns the same read, of what was true at most `KEPT_MS` before it was asked for
 */
export function readKept<V>(
  read: (key: string) => Promise<V>,
  now: () => number,
): (key: string) => Promise<V> {
  const byKey = new Map<string, Kept<V>>();

  return async (key) => {
    const kept = byKey.get(key);
    if (kept !== undefined && now() - kept.at < KEPT_MS) return kept.value;
    const reading = { value: read(key), at: now() };
    byKey.set(key, reading);
    try {
      return await reading.value;
    } catch (error) {
      if (byKey.get(key) === reading) byKey.delete(key);
      throw error;
    }
  };
}
