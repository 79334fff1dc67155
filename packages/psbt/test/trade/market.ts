/** A small market: asks of sellers of both kinds, a buyer with money, and the take of them. */
import { sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import {
  acceptAsk,
  acceptTake,
  buildAsk,
  buildTake,
  finishTake,
  planTake,
  signPad,
} from '../../src/index.ts';
import type { Finished, KeyKind, SignedAsk, TakePlan } from '../../src/index.ts';
import { coin, lot, mrc20On, runeOn, user, walletSigns } from '../people.ts';
import type { User } from '../people.ts';

export interface Offer {
  readonly seller: User;
  readonly lot: Coin;
  readonly ask: SignedAsk;
  readonly psbt: Uint8Array;
}

export function offer(name: string, kind: KeyKind, price = 20_000n, value = 546n): Offer {
  const seller = user(`seller ${name}`, kind);
  return offerOf(seller, lot(`lot ${name}`, seller, value), price);
}

/** An MRC-20 lot, with what else is on its coin. */
export function tokenOffer(
  name: string,
  kind: KeyKind,
  { price = 20_000n, value = 546n, tick = 'MAN', units = 100n, beside = [] as CoinAsset[] } = {},
): Offer {
  const seller = user(`seller ${name}`, kind);
  return offerOf(seller, coin(`lot ${name}`, seller, value, [mrc20On(tick, units), ...beside]), price);
}

/** A lot of one rune. */
export function runeOffer(
  name: string,
  kind: KeyKind,
  { price = 20_000n, value = 546n, block = 900_001, units = 100n } = {},
): Offer {
  const seller = user(`seller ${name}`, kind);
  return offerOf(seller, coin(`lot ${name}`, seller, value, [runeOn(block, units)]), price);
}

export function offerOf(seller: User, sold: Coin, price: bigint): Offer {
  const built = buildAsk({ lot: sold, price: sats(price), payScript: seller.script, publicKey: seller.key });
  const psbt = walletSigns(built.psbt, seller, built.toSign);
  return { seller, lot: sold, psbt, ask: acceptAsk(psbt, { lot: sold, owner: seller.script }) };
}

export const service = user('service', 'p2tr');
export const operator = user('pads', 'p2tr');
export const platformPad = coin('platform pad', operator, 600n);

export function planFor(offers: readonly Offer[], buyer: User, options: { ownPad?: boolean } = {}): TakePlan {
  const own = options.ownPad === true ? [coin('own pad', buyer, 600n)] : [];
  return planTake({
    lots: offers.map(({ lot: sold, ask }) => ({ coin: sold, ...ask })),
    buyerScript: buyer.script,
    buyerKey: buyer.key,
    buyerCoins: [...own, coin('money 1', buyer, 70_000n), coin('money 2', buyer, 60_000n)],
    pads: { platform: platformPad },
    serviceFee: { script: service.script, value: sats(2000n) },
    feeRateSatVb: 5,
  });
}

export function complete(plan: TakePlan, offers: readonly Offer[], buyer: User): Finished {
  const built = buildTake(plan);
  const signed = walletSigns(built.psbt, buyer, built.toSign);
  const half = acceptTake(plan, signed);
  const sellers = offers.map(({ ask }) => ask.witness);
  const parts = plan.pad.platform
    ? { buyer: half, sellers, padWitness: signPad(plan, built.unsigned, operator.secret) }
    : { buyer: half, sellers };
  return finishTake(plan, parts);
}
