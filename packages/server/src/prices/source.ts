/** A cached value of an outside service: fresh for a while, then stale but still returned, never fetched twice at once. */

interface Quote<T> {
  readonly value: T;
  /** When the source last answered, in milliseconds since 1970. */
  readonly at: number;
  readonly stale: boolean;
}

interface Terms {
  /** How long an answer is not asked for again. */
  readonly freshMs: number;
  /** After so long without an answer the old one is marked. */
  readonly staleMs: number;
  /** How long a failure is not tried again. */
  readonly restMs: number;
}

const USUAL: Terms = { freshMs: 60_000, staleMs: 600_000, restMs: 15_000 };

/** Undefined as long as the source has never answered. */
export type Source<T> = () => Promise<Quote<T> | undefined>;

export function remembered<T>(
  request: () => Promise<T>,
  told: (error: unknown) => void,
  { now, ...given }: Partial<Terms> & { readonly now: () => number },
): Source<T> {
  const terms = { ...USUAL, ...given };
  let kept: { value: T; at: number } | undefined;
  let restUntil = 0;
  let asking: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    try {
      kept = { value: await request(), at: now() };
    } catch (error) {
      restUntil = now() + terms.restMs;
      told(error);
    } finally {
      asking = undefined;
    }
  };
  return async () => {
    const due = kept === undefined || now() - kept.at >= terms.freshMs;
    if (due && now() >= restUntil) asking ??= refresh();
    // An old price now is better than a new one in five seconds.
    if (kept === undefined) await asking;
    return kept === undefined ? undefined : { ...kept, stale: now() - kept.at > terms.staleMs };
  };
}
