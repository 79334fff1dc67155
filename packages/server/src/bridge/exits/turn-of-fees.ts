/**
 * Coins of the fee wallets are chosen, signed away and written down by one at a time: a refund that somebody asks for and what the bridge does by
 * itself would take the same coin else, and one of both would never come into a block.
 */
import type { BridgeContext } from '../context.ts';

export const inTurnOfFees = <T>(
  { mvc }: Pick<BridgeContext, 'mvc'>,
  chain: 'btc' | 'mvc',
  act: () => Promise<T>,
): Promise<T> => mvc.turns(`bridge fees ${chain}`, act);
