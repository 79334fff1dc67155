/** The clock of the tables: moves twice a minute, so that ages stay true without redrawing all the time. */
import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, STEP_MS);
  return () => clearInterval(timer);
}

const now = (): number => Math.floor(Date.now() / STEP_MS) * STEP_MS;

export function useNow(): number {
  return useSyncExternalStore(subscribe, now);
}
