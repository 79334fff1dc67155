/** For what a page shows later: after all that it needs to be used. */
import { useEffect, useState } from 'react';

const TIMEOUT_MS = 2_000;

/** True once the browser has nothing more urgent to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const done = (): void => setIdle(true);
    // Not every browser has `requestIdleCallback`.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(done, TIMEOUT_MS / 4);
      return () => clearTimeout(timer);
    }
    const request = window.requestIdleCallback(done, { timeout: TIMEOUT_MS });
    return () => window.cancelIdleCallback(request);
  }, []);
  return idle;
}
