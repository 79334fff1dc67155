/** The start of a visit: what the address bar asks for, then the wallet's word against what is remembered. */
import type { Network } from '@rialto/protocols';
import { connection, userOf } from './account.ts';
import { disconnect, sync } from './connect.ts';

export async function startVisit(network: Network): Promise<void> {
  await obeyAddressBar(window.location.search, network);
  await sync(network);
}

/**
 * `clear=1`, or an `address` that is not the connected one, disconnects (product §2). Obeyed once:
 * the words leave the address bar, so that a reload does not disconnect who came back.
 */
export async function obeyAddressBar(search: string, network: Network): Promise<void> {
  const query = new URLSearchParams(search);
  // The page that looks addresses up has the word for a use of its own.
  const asked = window.location.pathname === '/dev' ? null : query.get('address');
  const clear = query.get('clear') === '1';
  if (!clear && asked === null) return;
  const user = userOf(connection.get());
  const other = asked !== null && asked !== user?.address;
  query.delete('clear');
  if (asked !== null) query.delete('address');
  const rest = query.size === 0 ? '' : `?${query.toString()}`;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${rest}${hash}`);
  // Nobody waits for the exchange or the wallet here: the address is forgotten first, and at once.
  if (user !== undefined && (clear || other)) await disconnect(network).catch(() => undefined);
}
