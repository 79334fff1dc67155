/** Offer lots at a price each: build, review, sign (all at once where the wallet can), push one by one. */
import { formatDecimal, marketNamed, TOKEN_DECIMALS } from '@rialto/market';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { isGate, isUnanswered } from '../../data/calls/api-error.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { takeFromTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';
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
  /** Handed in no more after some were placed: dropped, or nothing was heard of them. */
  readonly left?: number;
}

/** Throws when the wallet refuses, or when no order at all was accepted. */
export async function submitAsks(
  asks: AskReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<Handed<Placed>> {
  const signed = await signedOffers(asks, user);
  // Each is one act, however often it is sent.
  const left = asks.offers.map(({ intent }, at) => ({ intent, psbtRaw: signed[at] ?? '', key: newKey() }));
  const orderIds: string[] = [];
  const refused: unknown[] = [];
  const send = async (signal: AbortSignal): Promise<Placed> => {
    for (let [next] = left; next !== undefined; [next] = left) {
      try {
        orderIds.push(await push(next, session, signal));
      } catch (error) {
        if (signal.aborted || isUnanswered(error) || isGate(error)) throw error;
        refused.push(error);
      }
      left.shift();
    }
    if (orderIds.length === 0) throw refused[0];
    return { orderIds, refused };
  };
  const partly = (): Placed | undefined =>
    orderIds.length === 0 ? undefined : { orderIds, refused, left: left.length };
  const [first] = asks.offers;
  if (first === undefined) throw new Error('invariant: nothing is offered');
  const holds = asks.offers.map(({ intent }) => intent.outpoint);
  const item = askItem(first.intent, title);
  return handInShown({ holds, send, partly }, { item, done: () => takeFromTray(item.id) });
}

/** An offer while it is handed in. */
export function askItem({ address, book, tick, assetId }: AskIntent, title: string): MarketItem {
  const about = { id: newKey(), kind: 'ask', address, book, tick, assetId, title } as const;
  return { ...about, state: 'signed', txId: '', note: '', nextBest: [], startedAt: Date.now() };
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

interface SignedAsk {
  readonly intent: AskIntent;
  readonly psbtRaw: string;
  readonly key: string;
}

async function push(
  { intent, psbtRaw, key }: SignedAsk,
  session: Credential,
  signal: AbortSignal,
): Promise<string> {
  const { network: net, book, address, tick, assetId } = intent;
  const answer = await call('pushAsk', {
    params: { book },
    session,
    signal,
    idempotencyKey: key,
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
