/** An answer that is made once for all who ask, and again when it is too old. One that failed is not kept. */
export function remembered<T>(keptMs: number, make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  // While it is made nobody begins another, however long that takes.
  let until = Infinity;
  return () => {
    if (kept !== undefined && performance.now() < until) return kept;
    const mine = make();
    kept = mine;
    until = Infinity;
    mine.then(
      () => {
        until = performance.now() + keptMs;
      },
      () => {
        kept = undefined;
      },
    );
    return mine;
  };
}
