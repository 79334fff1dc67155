/** Live bids from their bidder's side: listed, kept in the book by the beat of his page, taken out. Nothing of his is locked. */
import type { BeatLiveBids, LiveBeat, LiveBid, LiveTerms, PushLiveBid } from '@rialto/contract';
import { SMALLEST_ORDER, marketNamed, marketOfType, parseDecimal, rateE18 } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { MAX_MONEY, amount, sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { addressToScript, mostPaid } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { answersUnderWay, endAnswer, waitingFor } from '../../store/live/answer-store.ts';
import {
  beat,
  findLiveBid,
  holdBidder,
  insertLiveBid,
  standingLiveBids,
} from '../../store/live/live-store.ts';
import type { LiveBidder } from '../../store/live/live-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderRow } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import { newOrderId } from '../order-id.ts';
import { countAgainst } from './absence.ts';

/** They cost nothing, so one address has no more of them in the book. */
const MOST_LIVE_BIDS = 20;

/**
 * Lists a live bid whose price the address has now.
 * @throws Refusal live-paused, too-small, insufficient-funds (in five coins at most), limit-reached, unknown-tick, amount-differs
 */
export async function pushLiveBid(
  context: OrderContext,
  session: Session,
  body: PushLiveBid,
  book: MarketName,
): Promise<LiveBid> {
  const script = ownScript(context, session, body);
  const token = await context.books.token(book, { tick: body.tick, assetId: body.assetId });
  await context.crossCheck.trading(token.asset);
  const units = parseDecimal(body.coinAmount, token.decimals);
  if (units === undefined || units <= 0n) throw new Refusal('amount-differs', 'coinAmount');
  const price = priceOf(body.amount);
  const reach = mostPaid(await moneyOf(context, script, body.address));
  if (reach < price) throw new Refusal('insufficient-funds', `missing ${price - reach} sat`);
  const id = newOrderId(context);
  const order = {
    id,
    side: 'bid' as const,
    status: 'open' as const,
    orderType: marketNamed(book).types.bid,
    assetId: token.asset,
    tick: token.tick,
    decimals: token.decimals,
    coinAmount: units,
    price,
    rateE18: rateE18(price, amount(units), token.decimals),
    ownerAddress: body.address,
  };
  const { height } = await context.ledger.tip();
  await context.store.transact(async (tx) => {
    requireListed(await holdBidder(tx, body.address), height);
    if ((await standingLiveBids(tx, body.address)).length >= MOST_LIVE_BIDS)
      throw new Refusal('limit-reached', `${MOST_LIVE_BIDS} live bids at most`);
    await insertLiveBid(tx, { order, ownerKey: body.publicKey });
  });
  return { orderId: id, ...timesOf(context) };
}

function priceOf(text: string): Sats {
  const price = BigInt(text);
  if (price > MAX_MONEY) throw new Refusal('insufficient-funds');
  if (price < SMALLEST_ORDER) throw new Refusal('too-small');
  return sats(price);
}

/** What a live bidder and a seller are told before they begin. */
export const liveTerms = ({ settings }: Pick<OrderContext, 'settings'>): LiveTerms => ({
  ...timesOf({ settings }),
  absences: settings.live.absences,
  pauseBlocks: settings.live.pauseBlocks,
});

const timesOf = ({ settings: { live } }: Pick<OrderContext, 'settings'>) => ({
  listedFor: live.listedMs / 1000,
  signWithin: live.signMs / 1000,
});

/** @throws Refusal live-paused, which names the block */
function requireListed({ pausedUntil }: LiveBidder, height: number): void {
  if (height < pausedUntil) throw new Refusal('live-paused', `from block ${pausedUntil} on`);
}

/**
 * The bidder's page is there: those of his live bids that it can sign for are listed for a while more. One that left the book comes back
 * when his money covers it.
 */
export async function beatLiveBids(
  context: OrderContext,
  session: Session,
  body: BeatLiveBids,
): Promise<LiveBeat> {
  requireSelf(context, session, body);
  const { store, ledger } = context;
  const { address, orderIds } = body;
  const bidder = await store.transact((tx) => beat(tx, address, orderIds));
  const bids = await standingLiveBids(store.db, address);
  await resume(
    context,
    address,
    bids.filter(({ id, status }) => status === 'paused' && orderIds?.includes(id) !== false),
  );
  const { height } = await ledger.tip();
  return {
    orderIds: bids.map(({ id }) => id),
    waiting: (await waitingFor(store.db, address)).length,
    ...timesOf(context),
    ...(height < bidder.pausedUntil ? { pausedUntil: bidder.pausedUntil } : {}),
  };
}

/** A sale into one may be on its way: then the money is another matter. */
async function resume(context: OrderContext, address: string, paused: readonly OrderRow[]): Promise<void> {
  if (paused.length === 0) return;
  const script = addressToScript(address, context.settings.network);
  const reach = mostPaid(await moneyOf(context, script, address));
  const ids = paused
    .filter(({ price, liveTrade }) => liveTrade !== null || reach >= price)
    .map(({ id }) => id);
  if (ids.length > 0) await context.store.transact((tx) => moveOrders(tx, { ids, event: 'resume' }));
}

/**
 * Takes an own live bid out of the book; an answer that waits is ended, which counts like leaving it unsigned, and its seller told.
 * @throws Refusal not-yours, unknown-order, order-taken while a sale into it is on its way, order-closed
 */
export async function removeLiveBid(
  context: OrderContext,
  session: Session,
  body: Self & { readonly orderId: string },
  book: MarketName,
): Promise<{ orderId: string }> {
  requireSelf(context, session, body);
  const { orderId } = body;
  const found = await findLiveBid(context.store.db, orderId);
  if (found === undefined || marketOfType(found.order.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  if (found.order.ownerAddress !== session.address) throw new Refusal('not-yours');
  if (found.order.status === 'cancelled') return { orderId };
  await context.store.transact(async (tx) => {
    await holdBidder(tx, session.address);
    const moved = await moveOrders(tx, { ids: [orderId], event: 'cancel', reason: 'withdrawn by its owner' });
    if (moved.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
    if (moved.length === 0) throw new Refusal('order-closed');
    const reason = 'the bidder withdrew the bid';
    const under = await answersUnderWay(tx, [orderId]);
    for (const { id, status } of under) await endAnswer(tx, id, { from: status, to: 'failed', reason });
    // Whoever could take a bid out from under a seller for nothing would bait for ever.
    if (under.some(({ status }) => status === 'waiting')) await countAgainst(context, tx, session.address);
  });
  return { orderId };
}
