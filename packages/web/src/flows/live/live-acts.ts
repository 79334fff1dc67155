/** The acts of live bids: placed and kept in the book by the bidder's page, answered by a seller, signed by the bidder. */
import type { LiveAnswer, LiveBeat, PreparedLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Amount, Network } from '@rialto/protocols';
import { call } from '../../data/calls/client.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import type { User } from '../account/account.ts';
import { signReviewed } from '../sign-reviewed.ts';
import type { Review } from '../review.ts';
import { dropLiveBids, keepLiveBid, liveBidsOf, ownLiveBid } from './own-live-bids.ts';
import type { LiveTerms } from './review-live.ts';
import { t } from '../../words.ts';

interface Actor {
  readonly user: User;
  readonly session: Credential;
  readonly network: Network;
}

/** Nothing is signed and nothing is locked: from here on this page has to be there. */
export async function placeLiveBid(
  bid: {
    readonly book: MarketName;
    readonly tick: string;
    readonly assetId: string;
    readonly coinAmount: string;
    readonly amount: string;
  },
  { user, session, network: net }: Actor,
): Promise<void> {
  const { book, tick, assetId, coinAmount, amount } = bid;
  const { address, publicKey } = user;
  const body = { net, address, publicKey, tick, assetId, coinAmount, amount };
  const { orderId } = await call('pushLiveBid', { params: { book }, session, body });
  keepLiveBid({ orderId, address, book, tick, assetId, coinAmount, amount });
}

/**
 * The page is there, for the bids it remembers and can sign for; whatever their books are. What the exchange lists no more is forgotten,
 * unless it was placed while the exchange was asked.
 */
export async function beat(session: Credential, net: Network): Promise<LiveBeat> {
  const { address } = session;
  const orderIds = liveBidsOf(address).map(({ orderId }) => orderId);
  const body = { net, address, orderIds };
  const told = await call('beatLiveBids', { params: { book: 'mrc20' }, session, body });
  dropLiveBids(orderIds.filter((id) => !told.orderIds.includes(id)));
  return told;
}

/** An answer, and until when it can be signed by this browser's own clock. */
export type Waiting = WaitingAnswer & { readonly deadline: number };

export async function waitingAnswers(session: Credential, net: Network): Promise<readonly Waiting[]> {
  const { results } = await call('waitingAnswers', { params: { book: 'mrc20' }, session, query: { net } });
  return results.map((one) => ({ ...one, deadline: Date.now() + one.leftMs }));
}

/** What the bidder would sign, held against the bid as this browser placed it. */
export async function reviewWaiting(answer: WaitingAnswer, network: Network): Promise<Review> {
  const bid = ownLiveBid(answer.orderId);
  if (bid === undefined) throw new Error(t('This bid was not placed in this browser.'));
  const { reviewLive } = await import('./review-live.ts');
  return reviewLive(answer, {
    network,
    tick: bid.tick,
    assetId: bid.assetId,
    units: (parseDecimal(bid.coinAmount, TOKEN_DECIMALS) ?? 0n) as Amount,
    price: sats(BigInt(bid.amount)),
    feeRateSatVb: answer.feeRate,
    own: { side: 'bidder', address: bid.address },
    bidderAddress: bid.address,
  });
}

type Signing<Sale> = Actor & { readonly sale: Sale; readonly review: Review };

async function signedBy({
  user,
  sale,
  review,
}: Signing<PreparedLiveAnswer | WaitingAnswer>): Promise<string> {
  const one = { hex: sale.psbtRaw, toSign: sale.toSignInputs };
  const { wallet, address } = user;
  const [psbtRaw] = await signReviewed(review, [one], { wallet, address });
  if (psbtRaw === undefined) throw new Error('invariant: one transaction was signed');
  return psbtRaw;
}

/** The bidder's half: the sale is sent. Throws what the wallet or the exchange said. */
export async function signWaiting(signing: Signing<WaitingAnswer>): Promise<LiveAnswer> {
  const { session, network: net, user, sale } = signing;
  const psbtRaw = await signedBy(signing);
  const body = { net, address: user.address, answerId: sale.answerId, psbtRaw };
  return call('signLiveAnswer', { params: { book: bookOf(sale) }, session, body });
}

export async function declineWaiting(sale: WaitingAnswer, session: Credential, net: Network): Promise<void> {
  const body = { net, address: session.address, answerId: sale.answerId };
  await call('declineLiveAnswer', { params: { book: bookOf(sale) }, session, body });
}

const bookOf = ({ orderId }: { readonly orderId: string }): MarketName =>
  ownLiveBid(orderId)?.book ?? 'mrc20';

export interface Quoted {
  readonly sale: PreparedLiveAnswer;
  readonly review: Review;
}

/** Builds a seller's answer and reads it back. Nothing is kept for it yet. */
export async function quoteAnswer(
  intent: LiveTerms & { readonly book: MarketName; readonly orderId: string },
  { user, session, network: net }: Actor,
): Promise<Quoted> {
  const { book, orderId, lot, feeRateSatVb: feeRate } = intent;
  const { address, publicKey } = user;
  const body = { net, address, publicKey, orderId, outpoint: lot?.outpoint ?? '', feeRate };
  const [sale, { reviewLive }] = await Promise.all([
    call('prepareLiveAnswer', { params: { book }, session, body }),
    import('./review-live.ts'),
  ]);
  return { sale, review: reviewLive(sale, intent) };
}

/** The seller's half: from here on the bidder has so many seconds. */
export async function submitAnswer(
  signing: Signing<PreparedLiveAnswer>,
  book: MarketName,
): Promise<LiveAnswer> {
  const { session, network: net, user, sale } = signing;
  const psbtRaw = await signedBy(signing);
  const body = { net, address: user.address, answerId: sale.answerId, psbtRaw };
  return call('submitLiveAnswer', { params: { book }, session, body });
}

export async function askAnswer(
  { answerId, book }: { readonly answerId: string; readonly book: MarketName },
  session: Credential,
  net: Network,
): Promise<LiveAnswer> {
  return call('liveAnswer', { params: { book }, session, query: { net, answerId } });
}
