/** Place an ask: verify the seller's PSBT, see that its token is of this book, hear other indexers, write the order. */
import type { OrderAnswer, PushAsk } from '@rialto/contract';
import { parseDecimal, rateE18, requireAskType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, foldMrc20Tick, foldTick } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Lot } from '@rialto/protocols';
import { messageOf } from '../repeat.ts';
import type { Session } from '../session.ts';
import { violates } from '../store/database.ts';
import { insertAsk } from '../store/orders/ask-insert.ts';
import type { NewAsk } from '../store/orders/ask-insert.ts';
import { liveAskOf } from '../store/orders/ask-store.ts';
import { requireSelf } from '../caller.ts';
import { verifyAsk, readAsk } from './verify-ask.ts';
import type { VerifiedAsk, ReadAsk } from './verify-ask.ts';
import type { OrderContext } from './context.ts';
import { newOrderId } from './order-id.ts';
import { assertionOf, inscriptionOn } from './crosscheck-lot.ts';
import { requireUnkept } from './live/sold-lot.ts';
import { pauseIfSpent } from './settle.ts';

/** A block may come while an ask is checked; then it is checked again. */
const ATTEMPTS = 5;

interface Placing {
  readonly book: MarketName;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
}

/** Accepts a signed ask. The same signed ask twice is the same order. */
export async function placeAsk(
  context: OrderContext,
  session: Session,
  body: PushAsk,
  placing: Placing,
): Promise<OrderAnswer> {
  requireSelf(context, session, body);
  requireAskType(placing.book, body.orderType);
  const asked = readAsk(context, body);
  const deadline = context.crossCheck.deadline();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await verifyAndWrite(context, body, { asked, deadline, placing });
    if (answer !== undefined) return answer;
  }
  throw new Refusal('syncing', 'blocks come faster than the order is written');
}

interface Verifying {
  readonly asked: ReadAsk;
  /** How long other indexers may take, all attempts together. */
  readonly deadline: AbortSignal;
  readonly placing: Placing;
}

/** Undefined when a block came in between. */
async function verifyAndWrite(
  context: OrderContext,
  body: PushAsk,
  { asked, deadline, placing }: Verifying,
): Promise<OrderAnswer | undefined> {
  const checked = await verifyAsk(context, asked);
  const { coin, lot, tip } = checked;
  const meant = body.assetId === undefined ? sameTick(body.tick, lot) : body.assetId === lot.asset;
  if (!meant || (await context.books.bookOf(lot.asset)) !== placing.book)
    throw new Refusal('unknown-tick', body.tick);
  if (parseDecimal(body.coinAmount, lot.decimals) !== lot.amount) throw new Refusal('amount-differs');
  await requireUnkept(context.store.db, [coin.outpoint]);
  await context.crossCheck.lot(assertionOf(coin, lot), tip, deadline);
  const id = newOrderId(context);
  return write(context, newAsk(body, checked, { id, caller: placing.caller }), tip.hash);
}

/** Each protocol has its own rule about the case of ticks; the name of a rune is its letters alone. */
const FOLDS: Readonly<Record<Lot['kind'], (tick: string) => string>> = {
  brc20: foldTick,
  mrc20: foldMrc20Tick,
  rune: (name) => name.toUpperCase().replace(/[•.]/g, ''),
};

function sameTick(tick: string, lot: Lot): boolean {
  const fold = FOLDS[lot.kind];
  return fold(tick) === fold(lot.tick);
}

function newAsk(
  body: PushAsk,
  { ask, coin, lot }: VerifiedAsk,
  { id, caller }: { id: string; caller: string },
): NewAsk {
  const isFree = body.freeState === 1;
  const order: NewAsk['order'] = {
    id,
    side: 'ask',
    status: 'open',
    orderType: body.orderType,
    assetId: lot.asset,
    tick: lot.tick,
    decimals: lot.decimals,
    coinAmount: lot.amount,
    freeState: isFree ? 1 : 0,
    caller: isFree ? caller : null,
    price: ask.price,
    rateE18: rateE18(ask.price, lot.amount, lot.decimals),
    ownerAddress: body.address,
  };
  return { order, ask: offered(body, ask, inscriptionOn(coin.assets)) };
}

function offered(body: PushAsk, ask: VerifiedAsk['ask'], inscriptionId: string): NewAsk['ask'] {
  return {
    inscriptionId,
    outpoint: ask.outpoint,
    payScript: bytesToHex(ask.payScript),
    sequence: BigInt(ask.sequence),
    witness: ask.witness.map(bytesToHex),
    psbt: body.psbtRaw.toLowerCase(),
  };
}

async function write(
  context: OrderContext,
  fresh: NewAsk,
  tipHash: string,
): Promise<OrderAnswer | undefined> {
  const { id } = fresh.order;
  const { outpoint } = fresh.ask;
  try {
    const written = await insertAsk(context.store, fresh, tipHash, context.settings);
    if (written === 'tip-moved') return undefined;
    if (written === 'kept') throw new Refusal('live-coin-kept');
    if (written === 'cheaper') throw await offeredCheaper(context, outpoint);
    if (written === 'no-free-left')
      return await existingOrder(context, fresh, new Refusal('limit-reached', 'free orders in a day'));
  } catch (error) {
    if (!violates(error, 'asks_live_outpoint')) throw error;
    return existingOrder(context, fresh, new Refusal('order-exists'));
  }
  // Not waited for: the answer is true either way, and a block has the last word.
  pauseIfSpent(context, { id, outpoint }).catch((error: unknown) => {
    context.warn('a new order was not looked at again', { orderId: id, error: messageOf(error) });
  });
  return { orderId: id, orderState: 1 };
}

/** It is on offer for less, or was. */
async function offeredCheaper(context: OrderContext, outpoint: string): Promise<Refusal> {
  const live = await liveAskOf(context.store.db, outpoint);
  return new Refusal(live === undefined ? 'price-raised' : 'order-exists');
}

/** The order that this very ask made before; else the refusal. */
async function existingOrder(
  context: OrderContext,
  { order, ask }: NewAsk,
  otherwise: Refusal,
): Promise<OrderAnswer> {
  const live = await liveAskOf(context.store.db, ask.outpoint);
  if (live === undefined || live.psbt !== ask.psbt || live.ownerAddress !== order.ownerAddress)
    throw otherwise;
  return { orderId: live.id, orderState: 1 };
}
