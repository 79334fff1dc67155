/** Withdraw an order: softly (the exchange deletes the signature) or hard (the coin is spent, so the signature is dead). */
import type { PreparedCancel } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../../data/client.ts';
import type { Credential } from '../../data/credentials.ts';
import type { User } from '../account/account.ts';
import type { Review } from '../review.ts';
import type { CancelIntent } from './review-cancel.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { putInTray } from '../tray.ts';

export type { CancelIntent } from './review-cancel.ts';

export interface SoftCancel {
  readonly network: Network;
  readonly book: MarketName;
  readonly address: string;
  readonly orderIds: readonly string[];
}

/** Orders that stayed, when some of several could not be withdrawn. */
export async function softCancel(
  { network: net, book, address, orderIds }: SoftCancel,
  session: Credential,
): Promise<readonly string[]> {
  const [orderId] = orderIds;
  if (orderId === undefined) return [];
  const which = orderIds.length === 1 ? { orderId } : { orderIds: [...orderIds] };
  const body = { orderState: 3, net, address, ...which } as const;
  const answer = await call('updateOrderV2', { params: { book }, session, body });
  if (!('results' in answer)) return [];
  return answer.results.filter(({ cancelled }) => !cancelled).map((one) => one.orderId);
}

export interface CancelReview {
  readonly prepared: PreparedCancel;
  readonly intent: CancelIntent;
  readonly review: Review;
}

export async function prepareHardCancel(intent: CancelIntent, session: Credential): Promise<CancelReview> {
  const { network: net, address, orderId, publicKey, feeRateSatVb: feeRate, highFee } = intent;
  const [prepared, { reviewCancel }] = await Promise.all([
    call('prepareCancel', {
      params: { book: intent.book },
      session,
      body: { net, address, orderId, publicKey, feeRate, ...(highFee === true ? { highFee } : {}) },
    }),
    import('./review-cancel.ts'),
  ]);
  return { prepared, intent, review: reviewCancel(prepared, intent) };
}

export async function submitHardCancel(
  cancel: CancelReview,
  actor: { user: User; session: Credential },
  title: string,
): Promise<void> {
  const { prepared, intent, review } = cancel;
  const { address, network, orderId } = intent;
  const { psbtRaw: hex, toSignInputs: toSign } = prepared;
  const signer = { wallet: actor.user.wallet, address };
  const [psbtRaw = ''] = await signReviewed(review, [{ hex, toSign }], signer);
  const answer = await call('submitCancel', {
    params: { book: intent.book },
    session: actor.session,
    body: { net: network, address, orderId, psbtRaw },
  });
  putInTray({
    id: orderId,
    kind: 'cancel',
    address,
    book: intent.book,
    tick: intent.tick,
    assetId: intent.assetId,
    title,
    state: 'sent',
    txId: answer.txId,
    note: '',
    nextBest: [],
    startedAt: Date.now(),
  });
}
