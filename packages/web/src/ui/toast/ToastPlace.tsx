/** Where toasts are shown: nobody is told anything at once, so it comes after the page and before the first toast. */
import { Suspense, lazy } from 'react';
import { createStore, useStore } from '../../store.ts';
import { useToast } from './toast.ts';

const fetchToasts = async () => ({ default: (await import('./Toasts.tsx')).Toasts });
const Toasts = lazy(fetchToasts);

const isPlaced = createStore(false);

/** Readers of a screen speak what changes in a place they know: it is there before it is wanted. */
export async function placeToasts(): Promise<void> {
  await fetchToasts();
  isPlaced.set(true);
}

export function ToastPlace() {
  const isWanted = useToast() !== undefined;
  return useStore(isPlaced) || isWanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
