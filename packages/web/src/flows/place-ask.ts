/** Offer lots at a price each: build, review, sign (all at once where the wallet can), push one by one. */
import { formatDecimal, marketNamed, TOKEN_DECIMALS } from '@rialto/market';
import { call } from '../data/client.ts';
import type { Credential } from '../data/credentials.ts';
import type { Wallet } from '../wallets/wallet.ts';
import { walletById } from '../wallets/wallets.ts';
import type { Person } from './account.ts';
import type { Review } from './review.ts';
import type { AskIntent, BuiltAsk } from './review-ask.ts';
import { t } from '../words.ts';

export type { AskIntent } from './review-ask.ts';

export interface Offer extends BuiltAsk {
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
  { offers, review }: AskReview,
  who: { person: Person; session: Credential },
): Promise<Placed> {
  if (review.problems.length > 0) throw new Error(t('The transaction does not do what was asked.'));
  const signed = await signedOffers(await walletById(who.person.wallet), offers);
  const orderIds: string[] = [];
  const refused: unknown[] = [];
  for (const [at, offer] of offers.entries()) {
    try {
      orderIds.push(await push(offer.intent, signed[at] ?? '', who.session));
    } catch (error) {
      refused.push(error);
    }
  }
  if (orderIds.length === 0) throw refused[0];
  return { orderIds, refused };
}

/** Each reviewed PSBT with its signature. One pop-up where the wallet can, else one after the other. */
export async function signedOffers(wallet: Wallet, offers: readonly Offer[]): Promise<readonly string[]> {
  const items = offers.map(({ psbtHex: hex, toSign, intent: { address } }) => ({
    hex,
    inputs: toSign.map(({ index, sighash }) => ({ index, address, sighashTypes: [sighash] })),
  }));
  const signed: string[] = [];
  if (wallet.can.batch && items.length > 1) signed.push(...(await wallet.signPsbts(items)));
  else for (const { hex, inputs } of items) signed.push(await wallet.signPsbt(hex, inputs));
  const { sealed } = await import('./read-bytes.ts');
  return items.map(({ hex }, at) => sealed(hex, signed[at] ?? ''));
}

async function push(intent: AskIntent, psbtRaw: string, session: Credential): Promise<string> {
  const { network: net, book, address, tick, assetId } = intent;
  const answer = await call('pushAsk', {
    params: { book },
    session,
    body: {
      ...{ net, address, tick, assetId, psbtRaw, orderState: 1 },
      coinAmount: formatDecimal(intent.units, TOKEN_DECIMALS),
      orderType: marketNamed(book).types.ask,
      ...(intent.free ? { freeState: 1 } : {}),
    },
  });
  return answer.orderId;
}
