/**
 * Keeps a stream open only while the page is visible. A browser grants one address six connections in all its tabs
 * (HTTP/1.1); streams held by hidden tabs would use them up and nothing would load any more. A stream that fell silent, as
 * after the machine slept, is opened anew: its `hello` makes the page fetch everything again.
 */
const GRACE_MS = 2_000;
/** The exchange says something every 15 seconds. */
const SILENCE_MS = 40_000;
const LOOK_MS = 5_000;

/** What opens a stream is given `alive`, to be called with everything that comes; it gives back the way to close. */
type Opener = (alive: () => void) => () => void;

/**
 * Opens now, or as soon as the page is seen; gives back the way to close it for good.
 * @param evenHidden of a page that has to hear what is said to it wherever its user looks
 */
export function whileSeen(open: Opener, evenHidden = false): () => void {
  let close: (() => void) | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;
  let isLeft = false;
  // The clock of the wall: it goes on while the machine sleeps.
  const alive = (): void => {
    heardAt = Date.now();
  };
  const shut = (): void => {
    close?.();
    close = undefined;
  };
  const start = (): void => {
    alive();
    close = open(alive);
  };
  const again = (): void => {
    if (close === undefined) return;
    shut();
    start();
  };
  const look = (): void => {
    clearTimeout(leaving);
    if (isLeft) return;
    if (!evenHidden && document.visibilityState !== 'visible') leaving = setTimeout(shut, GRACE_MS);
    else if (close === undefined) start();
    else if (Date.now() - heardAt > SILENCE_MS) again();
  };
  // A page that is left may be kept whole for the way back, and its streams would keep their connections.
  const leave = (): void => {
    isLeft = true;
    shut();
  };
  const comeBack = (): void => {
    isLeft = false;
    look();
  };
  const watch = setInterval(look, LOOK_MS);
  const pageEvents = ['visibilitychange', 'resume'] as const;
  for (const name of pageEvents) document.addEventListener(name, look);
  window.addEventListener('pageshow', comeBack);
  window.addEventListener('pagehide', leave);
  window.addEventListener('online', again);
  look();
  return () => {
    clearInterval(watch);
    clearTimeout(leaving);
    for (const name of pageEvents) document.removeEventListener(name, look);
    window.removeEventListener('pageshow', comeBack);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('online', again);
    shut();
  };
}
