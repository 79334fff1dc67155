/** Prepare a sale into resting bids: a fill for each, of one rung and one lot. Nothing is locked; the first signed sale wins. */
import { ticketToWire } from '@rialto/contract';
import type { FillToSign, PrepareFills, PreparedFills } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { MarketName } from '@rialto/market';
import { hexToBytes, invariant, sats, splitOutpoint, sumSats } from '@rialto/protocols';
import type { Coin, Lot, Outpoint } from '@rialto/protocols';
import { buildFill, planFill } from '@rialto/psbt';
import type { FillPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireFeeRate } from '../../../caller.ts';
import type { Session } from '../../../session.ts';
import { keepBidAct } from '../../../store/bids/bid-act-store.ts';
import type { RungRow } from '../../../store/bids/rung-store.ts';
import type { OrderContext } from '../../context.ts';
import { assertionOf } from '../../crosscheck-lot.ts';
import { checkLot } from '../../lot.ts';
import { requirePlainMessage } from '../../verify-ask.ts';
import { lockedCoinOf, psbtToSign } from '../ladder.ts';
import { requireUnoffered } from '../../live/sold-lot.ts';
import { requireMayOpen } from '../paused-sellers.ts';
import { coinsOfFill, recordOfFill } from './sale-plan.ts';
import { openRungs, opensSome } from './sellable.ts';
import { serviceFeeOfFill } from '../terms.ts';

export async function prepareFills(
  context: OrderContext,
  session: Session,
  body: PrepareFills,
  book: MarketName,
): Promise<PreparedFills> {
  context.at('asked');
  const seller = body.sellerAddress;
  const script = ownScript(context, session, { ...body, address: seller });
  await requireFeeRate(context, body.feeRate, body.highFee);
  const orderIds = body.fills.map(({ orderId }) => orderId);
  const rungs = await openRungs(context, { book, orderIds, seller });
  const lots = await lotsFor(context, body, rungs);
  if (opensSome(rungs))
    await requireMayOpen(context, { sellerAddress: seller, lots: lots.map(({ outpoint }) => outpoint) });
  const plans = rungs.map((rung, at) => {
    const lot = lots[at];
    invariant(lot !== undefined, 'every rung has its lot');
    return planFill({
      ...lockedCoinOf(rung),
      lot,
      sellerScript: script,
      sellerKey: hexToBytes(body.publicKey),
      serviceFee: serviceFeeOfFill(context, rung),
      feeRateSatVb: body.feeRate,
    });
  });
  return keep(context, body, { rungs, plans });
}

/** The lots in the order of their rungs: each of exactly its rung's amount, the seller's own, in no order, and heard about elsewhere. */
async function lotsFor(
  context: OrderContext,
  { fills }: PrepareFills,
  rungs: readonly RungRow[],
): Promise<Coin[]> {
  const points = fills.map(({ outpoint }) => outpoint as Outpoint);
  if (new Set(points).size !== points.length) throw new Refusal('duplicate-input');
  await requireUnoffered(context.store.db, points);
  const asked = [loadCoins(context, points), context.ledger.oddMrc20Among(points)] as const;
  const [{ coins, tip }, odd] = await Promise.all(asked);
  const deadline = context.crossCheck.deadline();
  const lots: Coin[] = [];
  for (const [at, point] of points.entries()) {
    const [coin, rung] = [coins.get(point), rungs[at]];
    if (coin === undefined || rung === undefined) throw new Refusal('coin-spent', point);
    const lot = checkLot(coin, sats(rung.price), { ...context.settings, tipHeight: tip.height });
    requireAnswers(lot, rung);
    const maker = await context.chain.transaction(splitOutpoint(point).txid);
    requirePlainMessage(coin, maker, odd.has(point));
    await context.crossCheck.trading(lot.asset);
    await context.crossCheck.lot(assertionOf(coin, lot), tip, deadline);
    lots.push(coin);
  }
  return lots;
}

/** @throws Refusal lots-differ, amount-differs */
function requireAnswers(lot: Lot, { assetId, coinAmount }: RungRow): void {
  if (lot.asset !== assetId) throw new Refusal('lots-differ', lot.asset);
  if (lot.amount !== coinAmount) throw new Refusal('amount-differs');
}

async function keep(
  context: OrderContext,
  body: PrepareFills,
  { rungs, plans }: { rungs: readonly RungRow[]; plans: readonly FillPlan[] },
): Promise<PreparedFills> {
  const total = sumSats(plans.map(({ proceeds }) => proceeds));
  if (body.least !== undefined && total < BigInt(body.least))
    throw new Refusal('proceeds-too-low', `${total} sat`);
  const [first] = rungs;
  invariant(first !== undefined, 'a sale has a fill');
  const saleId = context.newId();
  const expiresAt = context.now() + context.settings.takeMs;
  const fills = plans.map((plan, at) => recordOfFill(plan, rungs[at] ?? first, context.newId()));
  const { orderType, tick, decimals } = first;
  await keepBidAct(context.store.db, {
    id: saleId,
    address: body.sellerAddress,
    expiresAt: new Date(expiresAt),
    record: { kind: 'sale', orderType, tick, decimals, fills },
  });
  context.at('built');
  const transactions = plans.map((plan, at) =>
    toSign(context, plan, { orderId: fills[at]?.orderId ?? '', tradeId: fills[at]?.tradeId ?? '' }),
  );
  return { saleId, transactions, total: total.toString(), expiresAt };
}

function toSign(
  { settings }: OrderContext,
  plan: FillPlan,
  ids: Pick<FillToSign, 'orderId' | 'tradeId'>,
): FillToSign {
  const built = buildFill(plan);
  return {
    ...psbtToSign(built, coinsOfFill(plan)),
    ...ids,
    ticket: ticketToWire(plan.lock.ticket),
    proceeds: plan.proceeds.toString(),
    networkFee: built.fee.toString(),
    vsize: built.vsize,
    feeRate: plan.feeRateSatVb,
    serviceFee: (plan.serviceFee?.value ?? 0n).toString(),
    feeAddress: plan.serviceFee === undefined ? '' : settings.feeAddress,
  };
}
