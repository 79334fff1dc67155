/** Live bids from their bidder's side: listed, kept in the book by the beat of his page, taken out. Nothing of his is locked. */
import type { BeatLiveBids, LiveBeat, LiveBid, PushLiveBid } from '@rialto/contract';
import { SMALLEST_ORDER, marketNamed, marketOfType, parseDecimal, rateE18 } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { MAX_MONEY, amount, sats, sumSats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { canPay } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { answersUnderWay, endAnswer, waitingFor } from '../../store/live/answer-store.ts';
import { beat, findLiveBid, insertLiveBid, standingLiveBids } from '../../store/live/live-store.ts';
import type { LiveBidder } from '../../store/live/live-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { newOrderId } from '../bids/push-bid.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';

/** They cost nothing, so one address has no more of them in the book. */
const MOST_LIVE_BIDS = 20;

/**
 * Lists a live bid whose price the address has now.
 * @throws Refusal live-paused, too-small, insufficient-funds, limit-reached, unknown-tick, amount-differs
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
  const { db } = context.store;
  const bidder = await beat(db, body.address);
  await requireListed(context, bidder);
  if ((await standingLiveBids(db, body.address)).length >= MOST_LIVE_BIDS)
    throw new Refusal('limit-reached', `${MOST_LIVE_BIDS} live bids at most`);
  const coins = await moneyOf(context, script, body.address);
  const has = sumSats(coins.filter(canPay).map(({ value }) => value));
  if (has < price) throw new Refusal('insufficient-funds', `missing ${price - has} sat`);
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
  await context.store.transact((tx) => insertLiveBid(tx, { order, ownerKey: body.publicKey }));
  return { orderId: id, ...timesOf(context) };
}

function priceOf(text: string): Sats {
  const price = BigInt(text);
  if (price > MAX_MONEY) throw new Refusal('insufficient-funds');
  if (price < SMALLEST_ORDER) throw new Refusal('too-small');
  return sats(price);
}

const timesOf = ({ settings: { live } }: Pick<OrderContext, 'settings'>) => ({
  listedFor: live.listedMs / 1000,
  signWithin: live.signMs / 1000,
});

/** @throws Refusal live-paused, which names the block */
async function requireListed(
  { ledger }: Pick<OrderContext, 'ledger'>,
  { pausedUntil }: LiveBidder,
): Promise<void> {
  if ((await ledger.tip()).height < pausedUntil)
    throw new Refusal('live-paused', `from block ${pausedUntil} on`);
}

/** The bidder's page is there: his live bids of every book are listed for a while more. */
export async function beatLiveBids(
  context: OrderContext,
  session: Session,
  body: BeatLiveBids,
): Promise<LiveBeat> {
  requireSelf(context, session, body);
  const { store, ledger, settings } = context;
  const bidder = await beat(store.db, body.address);
  const bids = await standingLiveBids(store.db, body.address);
  const ids = bids.filter(({ status }) => status === 'paused').map(({ id }) => id);
  if (ids.length > 0) await store.transact((tx) => moveOrders(tx, { ids, event: 'resume' }));
  const { height } = await ledger.tip();
  return {
    orderIds: bids.map(({ id }) => id),
    waiting: (await waitingFor(store.db, body.address)).length,
    listedFor: settings.live.listedMs / 1000,
    ...(height < bidder.pausedUntil ? { pausedUntil: bidder.pausedUntil } : {}),
  };
}

/**
 * Takes an own live bid out of the book; an answer that waits is ended, and its seller told.
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
    const moved = await moveOrders(tx, { ids: [orderId], event: 'cancel', reason: 'withdrawn by its owner' });
    if (moved.some(({ liveTrade }) => liveTrade !== null)) throw new Refusal('order-taken');
    if (moved.length === 0) throw new Refusal('order-closed');
    for (const { id, status } of await answersUnderWay(tx, orderId))
      await endAnswer(tx, id, { from: status, to: 'failed', reason: 'the bidder withdrew the bid' });
  });
  return { orderId };
}
