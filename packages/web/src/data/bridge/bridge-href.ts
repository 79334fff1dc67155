/** Where an asset is bridged, and where an order is looked at: its page opens again after a reload. */
import { inner } from '../../unknown.ts';

export const bridgeHref = (asset: string): string => `/bridge/${asset}`;
export const orderHref = (asset: string, orderId: string): string => `${bridgeHref(asset)}#${orderId}`;

/** The order that an address of this page names; undefined where it names none. */
export function orderIn(location: unknown): string | undefined {
  const hash = inner(location, 'hash');
  return typeof hash === 'string' && /^[0-9a-f]{32}$/.test(hash) ? hash : undefined;
}
