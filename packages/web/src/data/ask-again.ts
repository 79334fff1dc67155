/**
 * Asks again for what may be another now: once in a moment, however many say so. A question that is on its way is let through, and
 * one that was put since it was last said is as fresh as another would be.
 */
import type { Query, QueryClient } from '@tanstack/react-query';

/** An event rarely comes alone: a purchase is told as a trade, as coins and as a block. */
const MOMENT_MS = 250;

interface Mark {
  /** The question on its way at the time: it may be answered from before. */
  readonly old: Promise<unknown> | undefined;
  readonly at: number;
  readonly timer: ReturnType<typeof setTimeout>;
}
const marks = new WeakMap<Query, Mark>();

/** @param afterMs when they are asked for at the latest; who begins to look at one meanwhile asks for it at once */
export function askAgain(
  client: QueryClient,
  keys: readonly (readonly string[])[],
  afterMs = MOMENT_MS,
): void {
  for (const queryKey of keys)
    for (const query of client.getQueryCache().findAll({ queryKey })) mark(client, query, afterMs);
}

function mark(client: QueryClient, query: Query, afterMs: number): void {
  query.invalidate();
  const before = marks.get(query);
  const old = query.promise;
  const at = performance.now() + afterMs;
  if (before !== undefined && before.at <= at) {
    marks.set(query, { ...before, old });
    return;
  }
  clearTimeout(before?.timer);
  marks.set(query, { old, at, timer: setTimeout(ask, afterMs, client, query) });
}

function ask(client: QueryClient, query: Query): void {
  const old = marks.get(query)?.old;
  marks.delete(query);
  const again = (): void => {
    if (query.promise === undefined) void client.invalidateQueries({ predicate: (one) => one === query });
  };
  if (old !== undefined && query.promise === old) {
    // Its answer is taken in first.
    const later = (): void => void setTimeout(again);
    old.then(later, later);
  } else if (old !== undefined || query.state.isInvalidated) again();
}
