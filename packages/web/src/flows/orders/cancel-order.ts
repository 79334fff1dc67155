/** Withdraw an order: softly (the exchange deletes the signature) or hard (the coin is spent, so the signature is dead). */
import type { PreparedCancel } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call, newKey } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import type { CancelIntent, ReviewedCancel } from './review-cancel.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import { putInTray, takeFromTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';

export type { CancelIntent } from './review-cancel.ts';

export interface SoftCancel {
  readonly network: Network;
  readonly book: MarketName;
  readonly address: string;
  readonly orderIds: readonly string[];
  readonly tick: string;
  readonly assetId: string;
}

/** Orders that stayed, when some of several could not be withdrawn. */
export async function softCancel(
  { network: net, book, address, orderIds, tick, assetId }: SoftCancel,
  session: Credential,
  title: string,
): Promise<Handed<readonly string[]>> {
  const [orderId] = orderIds;
  if (orderId === undefined) return { kind: 'answered', answer: [], act: 'withdraw' };
  const which = orderIds.length === 1 ? { orderId } : { orderIds: [...orderIds] };
  const body = { orderState: 3, net, address, ...which } as const;
  const request = { params: { book }, session, body, idempotencyKey: newKey() };
  const send = async (signal: AbortSignal): Promise<readonly string[]> => {
    const answer = await call('updateOrderV2', { ...request, signal });
    if (!('results' in answer)) return [];
    return answer.results.filter(({ cancelled }) => !cancelled).map((one) => one.orderId);
  };
  const item: MarketItem = {
    ...{ id: newKey(), kind: 'withdraw', address, book, tick, assetId, title, state: 'signed', txId: '' },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  };
  return handInShown({ holds: orderIds, send }, { item, done: () => takeFromTray(item.id) });
}

export interface CancelReview extends ReviewedCancel {
  readonly prepared: PreparedCancel;
  readonly intent: CancelIntent;
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
  return { prepared, intent, ...reviewCancel(prepared, intent) };
}

export async function submitHardCancel(
  cancel: CancelReview,
  { user, session }: { user: User; session: Credential },
  title: string,
): Promise<Handed<void>> {
  const { prepared, intent, review, hex, toSign, byScript } = cancel;
  const { address, network: net, orderId, book, tick, assetId } = intent;
  const { expiresAt: endsAt } = prepared;
  const [psbtRaw = ''] = await signReviewed(review, [{ hex, toSign, byScript }], {
    wallet: user.wallet,
    address,
  });
  const body = { net, address, orderId, psbtRaw };
  const request = { params: { book }, session, body, idempotencyKey: newKey() };
  const item: MarketItem = {
    ...{ id: orderId, kind: 'cancel', address, book, tick, assetId, title, state: 'signed', txId: '' },
    ...{ note: '', nextBest: [], startedAt: Date.now() },
  };
  const send = async (signal: AbortSignal): Promise<void> => {
    const { txId } = await call('submitCancel', { ...request, signal });
    putInTray({ ...item, state: 'sent', txId });
  };
  return handInShown({ holds: [orderId], endsAt, send }, { item, done: () => undefined });
}
