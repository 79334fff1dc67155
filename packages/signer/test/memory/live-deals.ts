/** Whole, valid sales into live bids for the signer: the seller and the bidder have signed all of it, our pad is in front. */
import { lotOf, sats } from '@rialto/protocols';
import type { Coin, CoinAsset } from '@rialto/protocols';
import { buildLiveSale, planLive } from '@rialto/psbt';
import type { KeyKind, LivePlan, TakePlan } from '@rialto/psbt';
import { Transaction } from '@scure/btc-signer';
import { platformPad } from './deals.ts';
import type { Deal } from './deals.ts';
import { witnessAt } from './offers.ts';
import { coin, service, transferOn, user } from './people.ts';
import type { User } from './people.ts';

const PRICE = 50_000n;

interface LiveTerms {
  readonly seller?: KeyKind;
  readonly bidder?: KeyKind;
  readonly price?: bigint;
  readonly money?: readonly Coin[];
  readonly lot?: Coin;
  readonly assets?: readonly CoinAsset[];
  readonly pad?: Coin;
  readonly rate?: number;
}

export interface LiveDeal extends Deal {
  readonly live: LivePlan;
  readonly seller: User;
}

export function liveDeal(terms: LiveTerms = {}): LiveDeal {
  const { price = PRICE, rate = 5, pad = platformPad(), assets = [transferOn('live transfer')] } = terms;
  const seller = user('live seller', terms.seller ?? 'p2tr');
  const buyer = user('live bidder', terms.bidder ?? 'p2wpkh');
  const {
    lot = coin(`lot of a ${seller.kind}`, seller, 546n, assets),
    money = [coin(`money of a ${buyer.kind}`, buyer, 90_000n)],
  } = terms;
  const sold = lotOf(lot);
  if (sold === undefined) throw new Error('a lot');
  const live = planLive({
    asset: sold.asset,
    amount: sold.amount,
    price: sats(price),
    lot,
    seller: { script: seller.script, key: seller.key },
    bidder: { script: buyer.script, key: buyer.key, coins: money },
    pads: { platform: pad },
    serviceFee: { script: service().script, value: sats(2000n) },
    feeRateSatVb: rate,
  });
  return { ...signedLive(live, seller), live, seller, buyer };
}

/** The seller's half of a plan, with any sighash. */
export function signedLive(
  live: LivePlan,
  seller: User,
  sighash?: number,
): Pick<LiveDeal, 'plan' | 'offers'> {
  const built = buildLiveSale(live);
  const tx = Transaction.fromPSBT(built.psbt, { allowUnknownOutputs: true });
  const [own] = built.toSign;
  if (own === undefined) throw new Error('the seller signs the lot');
  if (sighash !== undefined) tx.updateInput(own.index, { sighashType: sighash }, true);
  tx.signIdx(seller.secret, own.index, [sighash ?? own.sighash]);
  const lots = live.take.lots.map((lot) => ({ lot, witness: witnessAt(tx, own.index) }));
  return { plan: live.take, offers: lots };
}

/** The terms are others, and the bidder has signed those; the seller has not. */
export const withOther = (given: LiveDeal, change: Partial<TakePlan>): LiveDeal => ({
  ...given,
  plan: { ...given.plan, ...change },
});
