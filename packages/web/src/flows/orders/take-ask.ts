/** Buy one or several lots: prepare, review, sign, submit. The trade then goes on by itself and is shown in the tray. */
import type { PreparedTake } from '@rialto/contract';
import { call } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import type { Review } from '../review.ts';
import type { TakeIntent } from './review-take.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { putInTray, takeFromTray, tellTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';

export type { TakeIntent } from './review-take.ts';

export interface TakeReview {
  readonly prepared: PreparedTake;
  readonly intent: TakeIntent;
  readonly review: Review;
}

/** Builds the purchase and reads it back. Nothing is locked and nothing is signed. */
export async function prepareTake(intent: TakeIntent, session: Credential): Promise<TakeReview> {
  const [prepared, { reviewTake }] = await Promise.all([
    call('prepareTake', {
      params: { book: intent.book },
      session,
      body: {
        net: intent.network,
        orderIds: intent.asks.map((ask) => ask.orderId),
        buyerAddress: intent.buyerAddress,
        publicKey: intent.publicKey,
        feeRate: intent.feeRateSatVb,
        ...(intent.highFee ? { highFee: true } : {}),
        ...(intent.budget === undefined ? {} : { budget: intent.budget.toString() }),
      },
    }),
    import('./review-take.ts'),
  ]);
  return { prepared, intent, review: reviewTake(prepared, intent) };
}

/** Asks the wallet and hands the signed half in. Throws what the wallet or the exchange said. */
export async function submitTake(
  take: TakeReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<Handed<void>> {
  const { prepared, intent } = take;
  const { takeId, expiresAt: endsAt } = prepared;
  const { network: net, buyerAddress: address, book, tick, assetId } = intent;
  const begun = { note: '', nextBest: [], startedAt: Date.now() };
  const item: MarketItem = {
    ...begun,
    ...{ id: takeId, kind: 'take', address, book, tick, assetId, title, state: 'signing', txId: '' },
  };
  putInTray(item);
  const psbtRaw = await signature(take, user);
  const submitted: MarketItem = { ...item, state: 'submitted', startedAt: Date.now() };
  putInTray(submitted);
  // One take is one act, however often it is sent.
  const body = { orderState: 2, net, address, takeId, psbtRaw } as const;
  const request = { params: { book }, session, body, idempotencyKey: takeId };
  const send = async (signal: AbortSignal): Promise<void> => {
    const answer = await call('updateOrderV2', { ...request, signal });
    if ('tradeId' in answer) tellTray(answer);
  };
  const holds = intent.asks.map((ask) => ask.orderId);
  return handInShown({ holds, endsAt, send }, { item: submitted, done: () => undefined });
}

async function signature({ prepared, intent, review }: TakeReview, { wallet }: User): Promise<string> {
  const { psbtRaw: hex, toSignInputs: toSign } = prepared;
  try {
    const signer = { wallet, address: intent.buyerAddress };
    const [signed = ''] = await signReviewed(review, [{ hex, toSign }], signer);
    return signed;
  } catch (error) {
    takeFromTray(prepared.takeId);
    throw error;
  }
}
