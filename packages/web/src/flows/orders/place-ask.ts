/** Offer lots at a price each: build, review, sign (all at once where the wallet can), push one by one. */
import { formatDecimal, marketNamed, TOKEN_DECIMALS } from '@rialto/market';
import { call } from '../../data/client.ts';
import type { Credential } from '../../data/credentials.ts';
import type { User } from '../account/account.ts';
import type { Review } from '../review.ts';
import type { AskIntent, BuiltAsk } from './review-ask.ts';
import { signReviewed } from '../sign-reviewed.ts';

export type { AskIntent } from './review-ask.ts';

interface Offer extends BuiltAsk {
  readonly intent: AskIntent;
}

export interface AskReview {
  readonly offers: readonly Offer[];
  readonly review: Review;
}

export async function prepareAsks(intents: readonly AskIntent[]): Promise<AskReview> {
  const { buildAndReviewAsk, joined } = await import('./review-ask.ts');
  const offers = intents.map((intent) => ({ intent, ...buildAndReviewAsk(intent) }));
  return { offers, review: joined(offers.map(({ review }) => review)) };
}

/** What became of a batch: one order that was refused takes nothing from the others. */
export interface Placed {
  readonly orderIds: readonly string[];
  /** What the exchange said of the others. */
  readonly refused: readonly unknown[];
}

/** Throws when the wallet refuses, or when no order at all was accepted. */
export async function submitAsks(
  asks: AskReview,
  actor: { user: User; session: Credential },
): Promise<Placed> {
  const signed = await signedOffers(asks, actor.user);
  const orderIds: string[] = [];
  const refused: unknown[] = [];
  for (const [at, offer] of asks.offers.entries()) {
    try {
      orderIds.push(await push(offer.intent, signed[at] ?? '', actor.session));
    } catch (error) {
      refused.push(error);
    }
  }
  if (orderIds.length === 0) throw refused[0];
  return { orderIds, refused };
}

/** Each reviewed PSBT with its signature. */
export async function signedOffers(
  { offers, review }: AskReview,
  { wallet }: User,
): Promise<readonly string[]> {
  const transactions = offers.map(({ psbtHex: hex, toSign }) => ({ hex, toSign }));
  const address = offers[0]?.intent.address ?? '';
  return signReviewed(review, transactions, { wallet, address });
}

async function push(intent: AskIntent, psbtRaw: string, session: Credential): Promise<string> {
  const { network: net, book, address, tick, assetId } = intent;
  const answer = await call('pushAsk', {
    params: { book },
    session,
    body: {
      net,
      address,
      tick,
      assetId,
      psbtRaw,
      orderState: 1,
      coinAmount: formatDecimal(intent.units, TOKEN_DECIMALS),
      orderType: marketNamed(book).types.ask,
      ...(intent.free ? { freeState: 1 } : {}),
    },
  });
  return answer.orderId;
}
