/** Submit a signed sale: the first valid one wins each rung. Outbox before broadcast; an answer only after the commit. */
import type { FilledBids, SubmitFills } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, invariant, lotOf, txidOf } from '@rialto/protocols';
import { acceptFill, buildFill } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../../caller.ts';
import type { Session } from '../../../session.ts';
import { findBidAct } from '../../../store/bids/bid-act-store.ts';
import type { BidActOf } from '../../../store/bids/bid-act-store.ts';
import { holdBid } from '../../../store/bids/bid-store.ts';
import { claimRungs, findRungs } from '../../../store/bids/rung-store.ts';
import { violates } from '../../../store/database.ts';
import type { Tx } from '../../../store/database.ts';
import { takeOfferTurns } from '../../../store/orders/offer-turns.ts';
import { findTrade, insertTrade } from '../../../store/orders/trade-store.ts';
import type { TradeRow } from '../../../store/orders/trade-store.ts';
import type { OrderContext } from '../../context.ts';
import { requireUnkept } from '../../live/sold-lot.ts';
import { completeFills } from './complete-fills.ts';
import type { SignedFill } from './complete-fills.ts';
import { requireMayOpen } from '../paused-sellers.ts';
import { planOfFill } from './sale-plan.ts';
import { opensSome, requireOpening, requireSellable } from './sellable.ts';

interface Selling {
  readonly book: MarketName;
  /** A keyed hash of the network address the call comes from. */
  readonly caller: string;
}

/** The same sale again ends where the first one did; one that was cut off on its way goes on. */
export async function submitFills(
  context: OrderContext,
  session: Session,
  body: SubmitFills,
  { book, caller }: Selling,
): Promise<FilledBids> {
  requireSelf(context, session, body);
  const act = await preparedSale(context, session, { saleId: body.saleId, book });
  // Before anything is looked up: what is not signed leaves no row behind, whatever became of the bids.
  const fills = acceptSale(context, act, body);
  context.at('received');
  const before = await tradesOf(context, fills);
  if (before.length < fills.length) {
    if (act.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
    await requireUnchanged(context, act, fills);
    await claim(context, act, { fills, caller });
    context.at('accepted');
  }
  const failed = await completeFills(context, await unfinished(context, fills));
  return answerOf(context, fills, failed);
}

async function preparedSale(
  context: OrderContext,
  session: Session,
  { saleId, book }: { saleId: string; book: MarketName },
): Promise<BidActOf<'sale'>> {
  const act = await findBidAct(context.store.db, saleId);
  if (act?.record.kind !== 'sale') throw new Refusal('unknown-trade');
  if (act.address !== session.address) throw new Refusal('not-yours');
  if (marketOfType(act.record.orderType).market.name !== book) throw new Refusal('unknown-trade');
  return { ...act, record: act.record };
}

/** @throws Refusal psbt-shape, and as `acceptFill` */
function acceptSale(
  { verifier }: OrderContext,
  { record }: BidActOf<'sale'>,
  { psbtRaws }: SubmitFills,
): SignedFill[] {
  if (psbtRaws.length !== record.fills.length) throw new Refusal('psbt-shape', 'sign all of them');
  return record.fills.map((fill, at) => {
    const plan = planOfFill(fill);
    const seller = acceptFill(plan, hexToBytes(psbtRaws[at] ?? ''), verifier);
    return { fill, plan, seller };
  });
}

async function tradesOf({ store }: OrderContext, fills: readonly SignedFill[]): Promise<TradeRow[]> {
  const rows = await Promise.all(fills.map(({ fill }) => findTrade(store.db, fill.tradeId)));
  return rows.filter((row) => row !== undefined);
}

/** Lots that are still lots, locks that are still there, and a seller who may publish what is held. */
async function requireUnchanged(
  context: OrderContext,
  act: BidActOf<'sale'>,
  fills: readonly SignedFill[],
): Promise<void> {
  const points = fills.map(({ plan }) => plan.lot.outpoint);
  const [{ coins }, odd, rungs] = await Promise.all([
    loadCoins(context, points),
    context.ledger.oddMrc20Among(points),
    findRungs(
      context.store.db,
      fills.map(({ fill }) => fill.orderId),
    ),
  ]);
  for (const { plan, fill } of fills) {
    const now = coins.get(plan.lot.outpoint);
    if (now === undefined) throw new Refusal('coin-spent', plan.lot.outpoint);
    const [before, after] = [lotOf(plan.lot), lotOf(now)];
    if (odd.size > 0 || before?.asset !== after?.asset || before?.amount !== after?.amount)
      throw new Refusal('lot-mixed', plan.lot.outpoint);
    if (bytesToHex(buildFill(plan).unsigned) !== fill.unsigned) throw new Refusal('psbt-changed');
    await context.crossCheck.trading(plan.lock.ticket.asset);
  }
  if (opensSome(rungs)) await requireMayOpen(context, { sellerAddress: act.address, lots: points });
}

/** Claims every rung and writes the trades, in one transaction; the loser of a race is told so. */
async function claim(
  context: OrderContext,
  act: BidActOf<'sale'>,
  { fills, caller }: { fills: readonly SignedFill[]; caller: string },
): Promise<void> {
  const { height } = await context.ledger.tip();
  try {
    await context.store.transact(async (tx) => {
      // One after the other for each ladder: of two sales that would each publish it, one finds it published.
      for (const id of [...new Set(fills.map(({ fill }) => fill.bidId))].toSorted()) await holdBid(tx, id);
      // The same sale, sent twice at once: the other one has claimed it.
      if ((await findTrade(tx, fills[0]?.fill.tradeId ?? '')) !== undefined) return;
      const rungs = new Map(
        (
          await findRungs(
            tx,
            fills.map(({ fill }) => fill.orderId),
          )
        ).map((rung) => [rung.id, rung]),
      );
      for (const rung of rungs.values()) {
        if (rung.liveTrade !== null) throw new Refusal('order-taken');
        requireSellable(rung, height);
      }
      requireOpening([...rungs.values()]);
      const points = fills.map(({ plan }) => plan.lot.outpoint);
      await takeOfferTurns(tx, points);
      await requireUnkept(tx, points);
      for (const one of fills) {
        const rung = rungs.get(one.fill.orderId);
        invariant(rung !== undefined, 'a rung that was prepared is kept');
        await insertTrade(tx, tradeRow(act, one, { buyer: rung.ownerAddress, caller }));
      }
      await claimAll(tx, fills);
    });
  } catch (error) {
    if (violates(error, 'trades_pkey')) return;
    throw violates(error, 'trades_txid') ? new Refusal('order-taken') : error;
  }
}

async function claimAll(tx: Tx, fills: readonly SignedFill[]): Promise<void> {
  const requested = fills.map(({ fill, plan }) => {
    return { id: fill.orderId, price: plan.lock.ticket.price, tradeId: fill.tradeId };
  });
  if ((await claimRungs(tx, requested)).length < fills.length) throw new Refusal('order-taken');
}

function tradeRow(
  { address, record }: BidActOf<'sale'>,
  { fill, plan, seller }: SignedFill,
  { buyer, caller }: { buyer: string; caller: string },
): Parameters<typeof insertTrade>[1] {
  const { asset, amount, price } = plan.lock.ticket;
  return {
    id: fill.tradeId,
    status: 'submitted',
    orderType: record.orderType,
    side: 'bid',
    assetId: asset,
    tick: record.tick,
    decimals: record.decimals,
    price,
    coinAmount: amount,
    networkFee: buildFill(plan).fee,
    serviceFee: plan.serviceFee?.value ?? 0n,
    buyerAddress: buyer,
    sellerAddress: address,
    orderIds: [fill.orderId],
    txid: txidOf(hexToBytes(fill.unsigned)),
    lotOutpoint: plan.lot.outpoint,
    halfSigned: [seller.map(bytesToHex)],
    caller,
  };
}

/** Those on which nothing was decided yet: claimed now, or by a submit that was cut off. */
async function unfinished(context: OrderContext, fills: readonly SignedFill[]): Promise<SignedFill[]> {
  const open = new Set(
    (await tradesOf(context, fills))
      .filter(({ status }) => status === 'submitted' || status === 'co-signed')
      .map(({ id }) => id),
  );
  return fills.filter(({ fill }) => open.has(fill.tradeId));
}

/** Of one that came to nothing before, nothing more is known than that it is over. */
async function answerOf(
  context: OrderContext,
  fills: readonly SignedFill[],
  failed: ReadonlyMap<string, Refusal>,
): Promise<FilledBids> {
  const trades = new Map((await tradesOf(context, fills)).map((trade) => [trade.id, trade]));
  const results = fills.map(({ fill: { tradeId, orderId } }) => {
    const trade = trades.get(tradeId);
    const isSent = trade !== undefined && trade.status !== 'void';
    const refusal = isSent ? '' : (failed.get(tradeId)?.code ?? 'take-expired');
    return { orderId, tradeId, txId: isSent ? trade.txid : '', refusal };
  });
  const sent = results.filter(({ txId }) => txId !== '');
  return { txIds: sent.map(({ txId }) => txId), tradeIds: sent.map(({ tradeId }) => tradeId), results };
}
