/** The id of an order: a hash, as the original has it, of the network and an id of ours. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@rialto/protocols';
import type { OrderContext } from './context.ts';

/** The same for the same id: of one act one order, however often it is pushed. */
export function orderIdOf({ settings }: Pick<OrderContext, 'settings'>, id: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${settings.network}_${id}`)));
}

export const newOrderId = (context: Pick<OrderContext, 'settings' | 'newId'>): string =>
  orderIdOf(context, context.newId());
