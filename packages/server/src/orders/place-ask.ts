/** Place an ask: judge the seller's PSBT, see that its token is of this book, hear other indexers, write the order. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { OrderAnswer, PushAsk } from '@rialto/contract';
import { parseDecimal, rateE18, requireAskType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal, bytesToHex, foldMrc20Tick, foldTick } from '@rialto/protocols';
import type { Coin, Lot } from '@rialto/protocols';
import { messageOf } from '../repeat.ts';
import type { Session } from '../session.ts';
import { violates } from '../store/database.ts';
import { insertAsk } from '../store/orders/ask-insert.ts';
import type { NewAsk } from '../store/orders/ask-insert.ts';
import { liveAskOf } from '../store/orders/ask-store.ts';
import { requireSelf } from '../caller.ts';
import { judgeAsk, readAsk } from './judge-ask.ts';
import type { JudgedAsk, ReadAsk } from './judge-ask.ts';
import type { OrderContext } from './context.ts';
import type { AssertedLot } from './crosscheck-lot.ts';
import { pauseIfSpent } from './settle.ts';

/** A block may come while an ask is judged; then it is judged again. */
const ATTEMPTS = 5;

interface Placing {
  readonly book: MarketName;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
}

/** Accepts a signed ask. The same signed ask twice is the same order. */
export async function placeAsk(
  room: OrderContext,
  session: Session,
  body: PushAsk,
  placing: Placing,
): Promise<OrderAnswer> {
  requireSelf(room, session, body);
  requireAskType(placing.book, body.orderType);
  const asked = readAsk(room, body);
  const deadline = room.crossCheck.deadline();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await judgeAndWrite(room, body, { asked, deadline, placing });
    if (answer !== undefined) return answer;
  }
  throw new Refusal('syncing', 'blocks come faster than the order is written');
}

interface Judging {
  readonly asked: ReadAsk;
  /** How long other indexers may take, all attempts together. */
  readonly deadline: AbortSignal;
  readonly placing: Placing;
}

/** Undefined when a block came in between. */
async function judgeAndWrite(
  room: OrderContext,
  body: PushAsk,
  { asked, deadline, placing }: Judging,
): Promise<OrderAnswer | undefined> {
  const judged = await judgeAsk(room, asked);
  const { coin, lot, tip } = judged;
  const meant = body.assetId === undefined ? sameTick(body.tick, lot) : body.assetId === lot.asset;
  if (!meant || (await room.books.bookOf(lot.asset)) !== placing.book)
    throw new Refusal('unknown-tick', body.tick);
  if (parseDecimal(body.coinAmount, lot.decimals) !== lot.amount) throw new Refusal('amount-differs');
  await room.crossCheck.lot(assertionOf(coin, lot), tip, deadline);
  const id = bytesToHex(sha256(new TextEncoder().encode(`${room.settings.network}_${room.newId()}`)));
  return write(room, newAsk(body, judged, { id, caller: placing.caller }), tip.hash);
}

/** Each protocol has its own rule about the case of ticks. */
function sameTick(tick: string, lot: Lot): boolean {
  const fold = lot.kind === 'mrc20' ? foldMrc20Tick : foldTick;
  return fold(tick) === fold(lot.tick);
}

/** What other indexers are asked about: the transfer, or the coin as a whole. */
function assertionOf({ outpoint, script, assets }: Coin, lot: Lot): AssertedLot {
  const { asset, tick, amount, decimals } = lot;
  const assertion = { asset, tick, amount, outpoint, alone: true } as const;
  if (lot.kind === 'mrc20') return { about: 'coin', protocol: 'mrc20', decimals, ...assertion };
  return { about: 'lot', inscription: inscriptionOn(assets), script: bytesToHex(script), ...assertion };
}

function inscriptionOn(assets: Coin['assets']): string {
  const [only] = assets;
  return only?.kind === 'inscription' ? only.id : '';
}

function newAsk(
  body: PushAsk,
  { ask, coin, lot }: JudgedAsk,
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

function offered(body: PushAsk, ask: JudgedAsk['ask'], inscriptionId: string): NewAsk['ask'] {
  return {
    inscriptionId,
    outpoint: ask.outpoint,
    payScript: bytesToHex(ask.payScript),
    sequence: BigInt(ask.sequence),
    witness: ask.witness.map(bytesToHex),
    psbt: body.psbtRaw.toLowerCase(),
  };
}

async function write(room: OrderContext, fresh: NewAsk, tipHash: string): Promise<OrderAnswer | undefined> {
  const { id } = fresh.order;
  const { outpoint } = fresh.ask;
  try {
    const written = await insertAsk(room.store, fresh, tipHash, room.settings);
    if (written === 'tip-moved') return undefined;
    if (written === 'cheaper') throw await offeredCheaper(room, outpoint);
    if (written === 'no-free-left')
      return await standing(room, fresh, new Refusal('limit-reached', 'free orders in a day'));
  } catch (error) {
    if (!violates(error, 'asks_live_outpoint')) throw error;
    return standing(room, fresh, new Refusal('order-exists'));
  }
  // Not waited for: the answer is true either way, and a block has the last word.
  pauseIfSpent(room, { id, outpoint }).catch((error: unknown) => {
    room.warn('a new order was not looked at again', { orderId: id, error: messageOf(error) });
  });
  return { orderId: id, orderState: 1 };
}

/** It is on offer for less, or was. */
async function offeredCheaper(room: OrderContext, outpoint: string): Promise<Refusal> {
  const live = await liveAskOf(room.store.db, outpoint);
  return new Refusal(live === undefined ? 'price-raised' : 'order-exists');
}

/** The order that this very ask made before; else the refusal. */
async function standing(
  room: OrderContext,
  { order, ask }: NewAsk,
  otherwise: Refusal,
): Promise<OrderAnswer> {
  const live = await liveAskOf(room.store.db, ask.outpoint);
  if (live === undefined || live.psbt !== ask.psbt || live.ownerAddress !== order.ownerAddress)
    throw otherwise;
  return { orderId: live.id, orderState: 1 };
}
