/** Terms that are shown again: the order is there once more, and finds its payment on the chain by itself. */
import type { AnswerOf, WireBridgeTerms } from '@rialto/contract';
import { keepOrder } from '../../store/bridge/order-store.ts';
import type { BridgeContext } from '../context.ts';
import { readTerms } from './terms.ts';

/** @throws Refusal as `readTerms` */
export async function restoreOrder(
  context: BridgeContext,
  wire: WireBridgeTerms,
): Promise<AnswerOf<'bridgeRestore'>> {
  const { id, terms } = await readTerms(context, wire);
  await keepOrder(context.store.db, id, terms);
  return { orderId: id };
}
