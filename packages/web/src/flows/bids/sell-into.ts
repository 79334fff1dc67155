/** Sell into bids: prepare, review, sign once for all, submit. Each bid is a trade of its own and goes on by itself in the tray. */
import type { PreparedFills } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import { call } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { handInShown } from '../handing/shown.ts';
import type { Handed } from '../handing/shown.ts';
import type { Review } from '../review.ts';
import { signReviewed } from '../sign-reviewed.ts';
import { moveInTray, putInTray, takeFromTray } from '../tray.ts';
import type { MarketItem } from '../tray.ts';
import type { SaleIntent } from './review-sale.ts';
import { refusalSentence } from '../../refusal-sentence.ts';
import { refusalWords, t } from '../../words.ts';

export type { ChosenBid, SaleIntent } from './review-sale.ts';

export interface SaleReview {
  readonly prepared: PreparedFills;
  readonly intent: SaleIntent;
  readonly review: Review;
}

/** Builds the sale and reads it back. Nothing is locked and nothing is signed; a bid can go until it is submitted. */
export async function prepareSale(intent: SaleIntent, session: Credential): Promise<SaleReview> {
  const { network: net, book, sellerAddress, publicKey, bids, feeRateSatVb: feeRate } = intent;
  const [prepared, { reviewSale }] = await Promise.all([
    call('prepareFills', {
      params: { book },
      session,
      body: {
        ...{ net, sellerAddress, publicKey, feeRate },
        fills: bids.map(({ orderId, lot }) => ({ orderId, outpoint: lot.outpoint })),
        ...(intent.highFee ? { highFee: true } : {}),
      },
    }),
    import('./review-sale.ts'),
  ]);
  return { prepared, intent, review: reviewSale(prepared, intent) };
}

/** Of several, how many the exchange took. */
export interface Sold {
  readonly sent: number;
  readonly all: number;
}

/** Throws what the wallet or the exchange said. */
export async function submitSale(
  sale: SaleReview,
  { user, session }: { user: User; session: Credential },
): Promise<Handed<Sold>> {
  const { prepared, intent } = sale;
  const { saleId, expiresAt: endsAt, transactions } = prepared;
  const { network: net, sellerAddress: address, book } = intent;
  const items = itemsOf(sale);
  const [first, ...others] = items;
  if (first === undefined) throw new Error('invariant: nothing is sold');
  for (const item of items) putInTray({ ...item, state: 'signing' });
  const psbtRaws = await signatures(sale, user, items);
  const unsigned = { body: { net, address, saleId, psbtRaws: [...psbtRaws] }, idempotencyKey: saleId };
  const request = { params: { book }, session, ...unsigned };
  for (const item of items) putInTray(item);
  const send = async (signal: AbortSignal): Promise<Sold> => {
    const { results } = await call('submitFills', { ...request, signal });
    for (const { tradeId, txId, refusal } of results)
      if (refusal === '') moveInTray(tradeId, { state: 'sent', txId });
      else
        moveInTray(tradeId, {
          state: 'void',
          note: refusalWords(refusal, refusalSentence(refusal) ?? refusal),
        });
    return { sent: results.filter(({ refusal }) => refusal === '').length, all: transactions.length };
  };
  const holds = intent.bids.flatMap(({ orderId, lot }) => [orderId, lot.outpoint]);
  try {
    return await handInShown({ holds, endsAt, send }, { item: first, done: () => undefined });
  } catch (error) {
    for (const { id } of others) takeFromTray(id);
    throw error;
  }
}

/** One line of the tray for each bid. */
function itemsOf({ prepared, intent }: SaleReview): readonly MarketItem[] {
  const { sellerAddress: address, book, tick, assetId, bids } = intent;
  return prepared.transactions.map(({ tradeId }, at) => {
    const amount = formatAmount(bids[at]?.units ?? 0n);
    const title = t('Sell {amount} {tick}', { amount, tick });
    return {
      ...{ id: tradeId, kind: 'sell', address, book, tick, assetId, title, state: 'submitted', txId: '' },
      ...{ note: '', nextBest: [], startedAt: Date.now() },
    } as const;
  });
}

async function signatures(
  { prepared, intent, review }: SaleReview,
  { wallet }: User,
  items: readonly MarketItem[],
): Promise<readonly string[]> {
  try {
    const transactions = prepared.transactions.map(({ psbtRaw: hex, toSignInputs: toSign }) => ({
      hex,
      toSign,
    }));
    return await signReviewed(review, transactions, { wallet, address: intent.sellerAddress });
  } catch (error) {
    for (const { id } of items) takeFromTray(id);
    throw error;
  }
}
