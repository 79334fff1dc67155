/** Whether the window has room for everything at once. */
import { useSyncExternalStore } from 'react';

/** As `lg` of the styles. */
const wide = window.matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

const isWide = (): boolean => wide.matches;

export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
