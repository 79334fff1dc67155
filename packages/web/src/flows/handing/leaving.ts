/** Whoever leaves: with the page, what was signed is forgotten, and with the account, too. */
import { connection, userOf } from '../account/account.ts';
import { anyHandedIn, dropOthers } from './handings.ts';

/** Whoever closes the page while something signed is on it is asked first. */
export function warnOfLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (anyHandedIn()) event.preventDefault();
  });
}

/** A disconnect, or another account, ends what waits for the one before. */
export function dropWithAccount(): () => void {
  return connection.subscribe(() => dropOthers(userOf(connection.get())?.address));
}
