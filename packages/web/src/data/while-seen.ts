/**
 * Keeps a stream open only while somebody can see the page. A browser grants one address six connections in all its tabs
 * (HTTP/1.1); streams held by hidden tabs would use them up and nothing would load any more.
 */
const GRACE_MS = 2_000;

/** Opens now, or as soon as the page is seen; gives back the way to close it for good. */
export function whileSeen(open: () => () => void): () => void {
  let close: (() => void) | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const shut = (): void => {
    close?.();
    close = undefined;
  };
  const look = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'visible') close ??= open();
    else leaving = setTimeout(shut, GRACE_MS);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(leaving);
    shut();
  };
}
