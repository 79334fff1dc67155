/** A small market: asks of sellers of both kinds, a buyer with money, and the take of them. */
import { sats } from '@rialto/protocols';
import type { Coin } from '@rialto/protocols';
import { acceptAsk, acceptTake, buildAsk, buildTake, finishTake, planTake, signPad } from '../src/index.ts';
import type { Finished, KeyKind, SignedAsk, TakePlan } from '../src/index.ts';
import { coin, lot, person, walletSigns } from './people.ts';
import type { Person } from './people.ts';

export interface Offer {
  readonly seller: Person;
  readonly lot: Coin;
  readonly ask: SignedAsk;
  readonly psbt: Uint8Array;
}

export function offer(name: string, kind: KeyKind, price = 20_000n, value = 546n): Offer {
  const seller = person(`seller ${name}`, kind);
  const sold = lot(`lot ${name}`, seller, value);
  const built = buildAsk({ lot: sold, price: sats(price), payScript: seller.script, publicKey: seller.key });
  const psbt = walletSigns(built.psbt, seller, built.toSign);
  return { seller, lot: sold, psbt, ask: acceptAsk(psbt, { lot: sold, owner: seller.script }) };
}

export const service = person('service', 'p2tr');
export const operator = person('pads', 'p2tr');
export const platformPad = coin('platform pad', operator, 600n);

export function planFor(
  offers: readonly Offer[],
  buyer: Person,
  options: { ownPad?: boolean } = {},
): TakePlan {
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

export function complete(plan: TakePlan, offers: readonly Offer[], buyer: Person): Finished {
  const built = buildTake(plan);
  const signed = walletSigns(built.psbt, buyer, built.toSign);
  const half = acceptTake(plan, signed);
  const sellers = offers.map(({ ask }) => ask.witness);
  const parts = plan.pad.platform
    ? { buyer: half, sellers, padWitness: signPad(plan, built.unsigned, operator.secret) }
    : { buyer: half, sellers };
  return finishTake(plan, parts);
}
