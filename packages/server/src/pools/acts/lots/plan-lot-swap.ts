/** A swap with a BRC-20 pool: lots change hands whole, sats alone go through the lane (pools §12). */
import type { BodyOf } from '@rialto/contract';
import { amount, sats } from '@rialto/protocols';
import type { Coin, TxOutput } from '@rialto/protocols';
import { addressToScript, planBuyLots, planSellLots } from '@rialto/psbt';
import type { PoolAct } from '@rialto/psbt';
import type { PoolContext } from '../../context.ts';
import type { SwapQuote } from '../../quotes/quote-swap.ts';
import type { TradedPool } from '../../pool-state.ts';
import { payingCoins } from '../user-coins.ts';
import type { PoolUser } from '../user-coins.ts';
import { userLots } from './user-lots.ts';

export interface SwapParts {
  readonly user: PoolUser;
  readonly quote: SwapQuote;
  readonly body: BodyOf<'build1x'>;
}

/** What its user brings to an act: lots of his, and coins. */
export function usersCoins({ lots, userCoins }: Pick<PoolAct, 'lots' | 'userCoins'>): readonly Coin[] {
  return [...(lots?.from.length === 0 ? lots.coins : []), ...userCoins];
}

/** What new lots cost goes to the operator with his fee. */
export async function planLotSwap(
  context: PoolContext,
  { state, token }: TradedPool,
  { user, quote, body }: SwapParts,
): Promise<PoolAct> {
  const { lane, lots } = quote;
  const isBuy = quote.side === 'buy';
  const value = sats(isBuy ? lane.value + quote.sats : lane.value - quote.sats);
  const shared = {
    pool: state.script,
    token: token.asset,
    lanes: [{ coin: lane, next: { value, amount: amount(0n) } }],
    serviceFee: serviceOutput(context, quote.serviceFee + quote.restockFee),
    feeRateSatVb: body.feeRate,
  };
  const { script, key } = user;
  if (isBuy)
    return planBuyLots({ payer: { script, key, coins: await payingCoins(context, user) }, lots, ...shared });
  const wanted = { token: token.asset, named: body.lots, units: quote.units };
  return planSellLots({
    ...{ seller: { script, key }, keys: state.keys, ...shared },
    lots: await userLots(context, user, wanted),
  });
}

/** To the operator. */
export function serviceOutput({ settings }: PoolContext, value: bigint): TxOutput {
  return { script: addressToScript(settings.feeAddress, settings.network), value: sats(value) };
}
