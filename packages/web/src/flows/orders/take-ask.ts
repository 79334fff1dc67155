/** Buy one or several lots: prepare, review, sign, submit. The trade then goes on by itself and is shown in the tray. */
import type { PreparedTake } from '@rialto/contract';
import { ApiError } from '../../data/api-error.ts';
import { call } from '../../data/client.ts';
import type { Credential } from '../../data/credentials.ts';
import type { User } from '../account/account.ts';
import type { Review } from '../review.ts';
import type { TakeIntent } from './review-take.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { submitting, moveInTray, putInTray, takeFromTray, tellTray } from '../tray.ts';

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
      },
    }),
    import('./review-take.ts'),
  ]);
  return { prepared, intent, review: reviewTake(prepared, intent) };
}

/** Asks the wallet and hands the signed half in. Throws what the wallet or the exchange said. */
export async function submitTake(
  take: TakeReview,
  actor: { user: User; session: Credential },
  title: string,
): Promise<void> {
  const { prepared, intent } = take;
  const { takeId } = prepared;
  putInTray({
    id: takeId,
    kind: 'take',
    address: intent.buyerAddress,
    book: intent.book,
    tick: intent.tick,
    assetId: intent.assetId,
    title,
    state: 'signing',
    txId: '',
    note: '',
    nextBest: [],
    startedAt: Date.now(),
  });
  const signed = await signature(take, actor.user);
  submitting.update((ids) => [...ids, takeId]);
  moveInTray(takeId, { state: 'submitted' });
  try {
    await submit(take, actor.session, signed);
  } finally {
    submitting.update((ids) => ids.filter((id) => id !== takeId));
  }
}

async function submit({ prepared, intent }: TakeReview, session: Credential, psbtRaw: string): Promise<void> {
  const { takeId } = prepared;
  const { network: net, buyerAddress: address } = intent;
  try {
    // One take is one act, however often it is sent.
    const body = { orderState: 2, net, address, takeId, psbtRaw } as const;
    const params = { book: intent.book };
    const answer = await call('updateOrderV2', { params, session, body, idempotencyKey: takeId });
    if ('tradeId' in answer) tellTray(answer);
  } catch (error) {
    // Without an answer the trade may exist; the tray polls until it knows.
    if (!(error instanceof ApiError) || error.status !== 0) {
      moveInTray(takeId, { state: 'void', note: error instanceof Error ? error.message : '' });
    }
    throw error;
  }
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
