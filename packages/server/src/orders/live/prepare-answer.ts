/** Prepare an answer to a live bid: the whole sale is built, of the seller's lot and coins of the bidder's. Nothing is kept for it yet. */
import { coinToWire } from '@rialto/contract';
import type { PreparedLiveAnswer, PrepareLiveAnswer, WaitingAnswer } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { marketOfType, takeServiceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { amount, bytesToHex, hexToBytes, invariant, outpoint, sats } from '@rialto/protocols';
import type { AssetId, Coin, Outpoint, Txid } from '@rialto/protocols';
import { addressToScript, buildLiveSale, buildTake, liveNeedsPad, planLive } from '@rialto/psbt';
import type { LivePlan, LiveRequest } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { insertAnswer, liveCoinsOf, preparedBy, waitingAnswer } from '../../store/live/answer-store.ts';
import type { AnswerRow } from '../../store/live/answer-store.ts';
import { liveFromRecord, liveToRecord } from '../../store/live/live-record.ts';
import { findLiveBid, isThere } from '../../store/live/live-store.ts';
import type { LiveBidRow } from '../../store/live/live-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { coinsOfPlan } from '../../store/orders/plan-codec.ts';
import type { OrderContext } from '../context.ts';
import { moneyOf } from '../money.ts';
import { chargedOf } from '../service-fee.ts';
import { endOverdue } from './absence.ts';
import { leftOf } from './answer-view.ts';
import { soldLot } from './sold-lot.ts';

interface Asking {
  readonly seller: string;
  readonly book: MarketName;
  /** An answer of theirs that may be the one that waits. */
  readonly answerId?: string;
}

/**
 * The live bid, when somebody else may answer it now. An answer before it whose time has run out is ended.
 * @throws Refusal unknown-order, own-order, order-closed, order-taken, live-away, live-answered
 */
export async function answerableBid(
  { store, settings }: Pick<OrderContext, 'store' | 'settings'>,
  orderId: string,
  { seller, book, answerId }: Asking,
): Promise<LiveBidRow> {
  const row = await findLiveBid(store.db, orderId);
  if (row === undefined || marketOfType(row.order.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  const { status, liveTrade, ownerAddress } = row.order;
  if (ownerAddress === seller) throw new Refusal('own-order');
  if (status !== 'open' && status !== 'paused') throw new Refusal('order-closed');
  if (liveTrade !== null) throw new Refusal('order-taken');
  if (status === 'paused' || !(await isThere(store.db, orderId, settings.live.listedMs)))
    throw new Refusal('live-away');
  const waiting = await waitingAnswer(store.db, orderId);
  if (waiting !== undefined && waiting.id !== answerId && !(await endOverdue({ store, settings }, waiting)))
    throw new Refusal('live-answered');
  return row;
}

/** Built and not signed they cost their seller nothing: so many are enough for any page. */
const MOST_PREPARED = 20;

export async function prepareLiveAnswer(
  context: OrderContext,
  session: Session,
  body: PrepareLiveAnswer,
  book: MarketName,
): Promise<PreparedLiveAnswer> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  context.at('asked');
  const bid = await answerableBid(context, body.orderId, { seller: body.address, book });
  if ((await preparedBy(context.store.db, body.address)) >= MOST_PREPARED)
    throw new Refusal('limit-reached', `${MOST_PREPARED} unsigned answers at most`);
  const lot = await soldLot(context, bid.order, body);
  const plan = await elseOutOfBook(context, bid, () =>
    whileKept(context, bid, async () =>
      planWithPad(context, await requestOf(context, bid, { body, script, lot }), bid),
    ),
  );
  const proceeds = plan.take.lots[0]?.price ?? 0n;
  if (body.least !== undefined && proceeds < BigInt(body.least))
    throw new Refusal('proceeds-too-low', `${proceeds} sat`);
  return keep(context, plan, { body, bid });
}

/**
 * Whose money is in an answer that waits may have it again in a minute: his other bids stay in the book.
 * @throws Refusal live-coin-kept for bidder-short
 */
async function whileKept<T>(
  { store }: Pick<OrderContext, 'store'>,
  { order }: LiveBidRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isShort = error instanceof Refusal && error.code === 'bidder-short';
    if (isShort && (await liveCoinsOf(store.db, order.ownerAddress)).length > 0)
      throw new Refusal('live-coin-kept');
    throw error;
  }
}

/** A bid whose bidder has not the money leaves the book until a beat finds it there again. */
export async function elseOutOfBook<T>(
  { store }: Pick<OrderContext, 'store'>,
  { order }: LiveBidRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bidder-short') {
      const reason = 'its bidder’s money does not cover it';
      await store.transact((tx) => moveOrders(tx, { ids: [order.id], event: 'pause', reason }));
    }
    throw error;
  }
}

async function requestOf(
  context: OrderContext,
  { order, ownerKey }: LiveBidRow,
  of: { readonly body: PrepareLiveAnswer; readonly script: Uint8Array; readonly lot: Coin },
): Promise<Omit<LiveRequest, 'pads'>> {
  const { network, feeAddress } = context.settings;
  const bidderScript = addressToScript(order.ownerAddress, network);
  const fee = takeServiceFee([chargedOf(order)]);
  return {
    asset: order.assetId as AssetId,
    amount: amount(order.coinAmount),
    price: sats(order.price),
    lot: of.lot,
    seller: { script: of.script, key: hexToBytes(of.body.publicKey) },
    bidder: {
      script: bidderScript,
      key: hexToBytes(ownerKey),
      coins: await moneyOf(context, bidderScript, order.ownerAddress),
    },
    serviceFee: fee === undefined ? undefined : { script: addressToScript(feeAddress, network), value: fee },
    feeRateSatVb: of.body.feeRate,
  };
}

/** With the bidder's own pad when there is one; a pad of the stock is asked for only when the rest is good. */
async function planWithPad(
  context: OrderContext,
  request: Omit<LiveRequest, 'pads'>,
  { order }: LiveBidRow,
): Promise<LivePlan> {
  if (!liveNeedsPad(request)) return planned({ ...request, pads: {} });
  const { script, value } = await context.custody.padTerms();
  planned({ ...request, pads: { platform: { outpoint: NO_POINT, script, value, assets: [], height: 0 } } });
  // By the bidder's address, who has one at a time however many sellers ask.
  const point = await context.custody.leasePad(order.ownerAddress);
  if (point === undefined) throw new Refusal('no-pad');
  const { coins } = await loadCoins(context, [point as Outpoint]);
  const leased = coins.get(point as Outpoint);
  if (leased === undefined) throw new Refusal('no-pad');
  return planned({ ...request, pads: { platform: leased } });
}

const NO_POINT = outpoint('0'.repeat(64) as Txid, 0);

/** The money is the bidder's, and so is its want. */
function planned(request: LiveRequest): LivePlan {
  try {
    return planLive(request);
  } catch (error) {
    if (error instanceof Refusal && ['insufficient-funds', 'too-many-coins'].includes(error.code))
      throw new Refusal('bidder-short');
    throw error;
  }
}

/** The signer keeps a pad for so long (LEASE_SECONDS). */
const PAD_KEPT_MS = 120_000;
const LEAST_MS = 20_000;

/** How long a seller has: both together sign while the pad in front is kept for this sale. */
const sellersMs = ({ takeMs, live }: OrderContext['settings']): number =>
  Math.min(takeMs, Math.max(LEAST_MS, PAD_KEPT_MS - live.signMs));

async function keep(
  context: OrderContext,
  plan: LivePlan,
  { body, bid: { order } }: { readonly body: PrepareLiveAnswer; readonly bid: LiveBidRow },
): Promise<PreparedLiveAnswer> {
  const built = buildLiveSale(plan);
  const expiresAt = context.now() + sellersMs(context.settings);
  const row = {
    id: context.newId(),
    orderId: order.id,
    bidderAddress: order.ownerAddress,
    sellerAddress: body.address,
    record: liveToRecord(plan),
    unsigned: bytesToHex(built.unsigned),
    price: order.price,
    padOutpoint: plan.take.pad.platform ? plan.take.pad.coin.outpoint : null,
  };
  await insertAnswer(context.store.db, { ...row, status: 'prepared', signBy: new Date(expiresAt) });
  context.at('built');
  return {
    ...saleView(context, row, plan),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    expiresAt,
    signWithin: context.settings.live.signMs / 1000,
  };
}

type Terms = Pick<AnswerRow, 'id' | 'orderId' | 'bidderAddress' | 'sellerAddress' | 'price'>;

function saleView({ settings }: Pick<OrderContext, 'settings'>, row: Terms, plan: LivePlan) {
  const { take } = plan;
  const [lot] = take.lots;
  invariant(lot !== undefined, 'a sale has a lot');
  const { fee, vsize } = buildLiveSale(plan);
  return {
    answerId: row.id,
    orderId: row.orderId,
    outpoint: lot.coin.outpoint,
    bidderAddress: row.bidderAddress,
    sellerAddress: row.sellerAddress,
    amount: row.price.toString(),
    proceeds: lot.price.toString(),
    networkFee: fee.toString(),
    vsize,
    feeRate: take.feeRateSatVb,
    serviceFee: (take.serviceFee?.value ?? 0n).toString(),
    feeAddress: settings.feeAddress,
    coins: coinsOfPlan(take).map(coinToWire),
  };
}

/** An answer as its bidder signs it. */
export function waitingView(context: Pick<OrderContext, 'settings'>, row: AnswerRow): WaitingAnswer {
  const plan = liveFromRecord(row.record);
  const built = buildTake(plan.take);
  return {
    ...saleView(context, row, plan),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    signBy: row.signBy.getTime(),
    leftMs: leftOf(row),
  };
}
