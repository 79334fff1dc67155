/** Terms that are shown again bring an order back that the exchange has lost. */
import type { WireBridgeTerms } from '@rialto/contract';
import { call } from '../../data/calls/client.ts';
import { t } from '../../words.ts';
import { orderIdOf } from './bridge-terms.ts';

/**
 * @returns its id
 * @throws ApiError; Error with a sentence for people where the exchange names another order
 */
export async function restoreOrder(terms: WireBridgeTerms): Promise<string> {
  const { orderId } = await call('bridgeRestore', { body: { terms } });
  if (orderId !== orderIdOf(terms)) throw new Error(t('It is another order than the one this page made.'));
  return orderId;
}
