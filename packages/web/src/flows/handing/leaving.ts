/** Whoever closes the page while something signed is on it is asked first: it would be forgotten. */
import { anyHandedIn } from './handings.ts';

export function warnOfLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (anyHandedIn()) event.preventDefault();
  });
}
