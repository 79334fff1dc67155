/** A live bid and a seller's answer, from plan to final transaction. */
import { lotOf, sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import {
  acceptLiveSale,
  acceptTake,
  buildLiveSale,
  buildTake,
  expectationOf,
  finishTake,
  planLive,
  signPad,
} from '../../src/index.ts';
import type { Finished, LiveExpectation, LivePlan, LiveRequest } from '../../src/index.ts';
import { operator, platformPad, service } from './market.ts';
import { coin, lot, mrc20On, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

export const PRICE = sats(50_000n);

export const tokenLot = (seller: User): Coin => coin('lot', seller, 546n, [mrc20On('LIVE', 100n)]);
export const transferLot = (seller: User): Coin => lot('lot', seller);

/** What a seller asks to be planned. */
export function requested(
  { seller, bidder }: { readonly seller: User; readonly bidder: User },
  sold: Coin,
  more: Partial<LiveRequest> = {},
): LiveRequest {
  const found = lotOf(sold);
  if (found === undefined) throw new Error('a lot');
  return {
    asset: found.asset,
    amount: found.amount,
    price: PRICE,
    lot: sold,
    seller: { script: seller.script, key: seller.key },
    bidder: { script: bidder.script, key: bidder.key, coins: [coin('money', bidder, 90_000n)] },
    pads: { platform: platformPad },
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 3,
    ...more,
  };
}

export const planned = (people: { seller: User; bidder: User }, sold: Coin): LivePlan =>
  planLive(requested(people, sold));

export const agreedOn = ({ take }: LivePlan): LiveExpectation => ({
  ...expectationOf(take),
  price: PRICE,
  feeRateSatVb: take.feeRateSatVb,
});

/** The seller signs, then the bidder, then the exchange where its pad is in front. */
export function settled(plan: LivePlan, { seller, bidder }: { seller: User; bidder: User }): Finished {
  const sale = buildLiveSale(plan);
  const sold = acceptLiveSale(plan, walletSigns(sale.psbt, seller, sale.toSign));
  const built = buildTake(plan.take);
  const buyer = acceptTake(plan.take, walletSigns(built.psbt, bidder, built.toSign));
  const pad = plan.take.pad.platform
    ? { padWitness: signPad(plan.take, built.unsigned, operator.secret) }
    : {};
  return finishTake(plan.take, { buyer, sellers: [sold], ...pad });
}
