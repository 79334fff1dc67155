/** Submit a signed take: the first valid one wins. Outbox before broadcast; an answer only after the commit. */
import { coinFromWire, planToWire } from '@rialto/contract';
import type { CosignRequest, Trade } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import { bytesToHex, hexToBytes, invariant, isClean, lotOf, sumSats, txidOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Lot, Txid } from '@rialto/protocols';
import { acceptTake, buildTake, finishTake } from '@rialto/psbt';
import type { TakePlan, Witnesses } from '@rialto/psbt';
import { commitAndSend } from '../outbox/commit.ts';
import type { Session } from '../session.ts';
import { offeredThing } from '../store/crosscheck-store.ts';
import { violates } from '../store/database.ts';
import { findAsks, markDisclosed } from '../store/orders/ask-store.ts';
import type { AskRow } from '../store/orders/ask-store.ts';
import { claimAsks, isPriceChanged } from '../store/orders/order-claims.ts';
import { releaseOrders } from '../store/orders/order-store.ts';
import {
  findTrade,
  insertTrade,
  insertTradeOnce,
  moveTrades,
  requireMoveTrade,
  tradesByTxid,
  tradesWithStatus,
} from '../store/orders/trade-store.ts';
import type { TakeRow, TradeRow } from '../store/orders/trade-store.ts';
import { requireSelf } from '../caller.ts';
import type { Self } from '../caller.ts';
import { coinsOfPlan, planFromRecord, refreshPlan } from '../store/orders/plan-codec.ts';
import type { OrderContext } from './context.ts';
import { requireFewWaiting, requireMayTake } from './late/taken-back.ts';
import { TRADE } from './purposes.ts';
import { requestedTake } from './requested-take.ts';
import type { TakeRequested } from './requested-take.ts';
import { tradeView } from './view.ts';

type SubmitTake = TakeRequested & Self;

function sameLot(planned: Coin, now: Coin | undefined): boolean {
  const [before, after] = [lotOf(planned), now === undefined ? undefined : lotOf(now)];
  return before?.asset === after?.asset && before?.amount === after?.amount;
}

/** The plan with its coins as they are now: lots that are still lots, money that is still clean. */
async function freshPlan(context: OrderContext, take: TakeRow): Promise<TakePlan> {
  const plan = planFromRecord(take.plan);
  const { coins } = await loadCoins(
    context,
    coinsOfPlan(plan).map((coin) => coin.outpoint),
  );
  const fresh = refreshPlan(plan, coins);
  if ('stale' in fresh) {
    if (fresh.stale === 'lot') throw new Refusal('order-taken');
    throw new Refusal(fresh.stale === 'pad' ? 'no-pad' : 'coin-spent');
  }
  const { pad, payments, lots } = fresh.plan;
  const odd = await context.ledger.oddMrc20Among(lots.map((lot) => lot.coin.outpoint));
  if (odd.size > 0 || !plan.lots.every((lot, at) => sameLot(lot.coin, lots[at]?.coin)))
    throw new Refusal('order-closed');
  const unclean = [pad.coin, ...payments].find((coin) => !isClean(coin));
  if (unclean !== undefined) throw new Refusal('coin-unconfirmed', unclean.outpoint);
  return fresh.plan;
}

/** What the planned lots sell: one token, which `planTake` has seen to. */
function lotsSold(take: TakeRow): readonly Lot[] {
  return take.plan.lots.map(({ coin }) => {
    const lot = lotOf(coinFromWire(coin));
    invariant(lot !== undefined, 'a planned lot is a lot');
    return lot;
  });
}

function tokenOf(take: TakeRow): Lot {
  const [first] = lotsSold(take);
  invariant(first !== undefined, 'a take has a lot');
  return first;
}

/** What a trade's row says whatever becomes of it. */
function tradeRow(take: TakeRow, parts: { plan: TakePlan; txid: Txid; fee: bigint }) {
  const { asset, tick, decimals } = tokenOf(take);
  return {
    id: take.id,
    orderType: take.plan.orderType,
    assetId: asset,
    tick,
    decimals,
    price: sumSats(parts.plan.lots.map((lot) => lot.price)),
    coinAmount: lotsSold(take).reduce((sum, lot) => sum + lot.amount, 0n),
    networkFee: parts.fee,
    serviceFee: parts.plan.serviceFee?.value ?? 0n,
    buyerAddress: take.buyerAddress,
    orderIds: take.orderIds,
    txid: parts.txid,
    padOutpoint: take.padOutpoint,
  };
}

/** Claims the orders at the prices that were signed, and writes the trade, in one transaction; the loser of a race is told so. Undefined when it is claimed already. */
async function claim(
  context: OrderContext,
  take: TakeRow,
  parts: { plan: TakePlan; halves: Witnesses; txid: Txid; fee: bigint; caller: string },
): Promise<AskRow[] | undefined> {
  try {
    return await context.store.transact(async (tx) => {
      const halfSigned = parts.halves.map((half) => half?.map(bytesToHex) ?? null);
      const { caller } = parts;
      await insertTrade(tx, { ...tradeRow(take, parts), status: 'submitted', halfSigned, caller });
      const { buyerAddress } = take;
      await requireFewWaiting(tx, context.settings, { buyerAddress, caller });
      const requested = take.plan.lots.map(({ orderId, price }) => ({ id: orderId, price: BigInt(price) }));
      const rows = await claimAsks(tx, requested, take.id);
      if (rows.length < requested.length)
        throw new Refusal((await isPriceChanged(tx, requested)) ? 'price-changed' : 'order-taken');
      return rows;
    });
  } catch (error) {
    if (violates(error, 'trades_pkey') || violates(error, 'trades_txid')) return undefined;
    throw error;
  }
}

interface Halves {
  readonly buyer: Witnesses;
  /** In the plan's order. */
  readonly sellers: readonly (readonly Uint8Array[])[];
}

function cosignRequest(take: TakeRow, plan: TakePlan, { buyer, sellers }: Halves): CosignRequest {
  return {
    tradeId: take.id,
    unsigned: take.unsigned,
    plan: planToWire(plan, (coin) => coin.outpoint),
    sellerWitnesses: sellers.map((witness) => witness.map(bytesToHex)),
    buyerWitnesses: buyer.map((half) => half?.map(bytesToHex) ?? null),
  };
}

function sellersOf(plan: TakePlan, take: TakeRow, rows: readonly AskRow[]): Uint8Array[][] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return plan.lots.map((_lot, at) => {
    const row = byId.get(take.orderIds[at] ?? '');
    if (row?.witness == null) throw new Refusal('order-closed');
    return row.witness.map(hexToBytes);
  });
}

/** Co-signs and completes. */
async function complete(
  context: OrderContext,
  take: TakeRow,
  parts: { plan: TakePlan; halves: Witnesses; rows: readonly AskRow[] },
): Promise<{ raw: Uint8Array; txid: Txid }> {
  const { plan, halves, rows } = parts;
  const sellers = sellersOf(plan, take, rows);
  let padWitness: readonly Uint8Array[] | undefined;
  if (plan.pad.platform) {
    const request = cosignRequest(take, plan, { buyer: halves, sellers });
    padWitness = (await context.custody.cosign(request)).map(hexToBytes);
    await context.store.transact((tx) =>
      requireMoveTrade(tx, { id: take.id, event: 'co-sign' }, 'take-expired'),
    );
  }
  context.at('co-signed');
  const all = { buyer: halves, sellers, ...(padWitness === undefined ? {} : { padWitness }) };
  return finishTake(plan, all, context.verifier);
}

/** Somebody else spent the lots, or is spending them. */
const TAKEN = { conflict: 'order-taken', 'missing-inputs': 'order-taken' } as const;

/** What is not in the outbox yet. */
const UNCOMMITTED = ['submitted', 'co-signed'] as const;

/** Gives everything back that a failed attempt held; the buyer's half is deleted. What was committed meanwhile is on its way. */
async function giveUp(context: OrderContext, tradeId: string, reason: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const set = { reason, halfSigned: null };
    const given = await moveTrades(tx, { ids: [tradeId], event: 'fail', from: UNCOMMITTED, set });
    if (given.length > 0) await releaseOrders(tx, tradeId);
  });
}

const INTERRUPTED = {
  ask: 'the purchase was interrupted before it was sent; nothing was paid',
  bid: 'the sale was interrupted before it was sent; nothing was sold',
} as const;

/** Attempts that a crash left between claim and commit: nothing was promised, so they are given up and said so. */
export async function giveUpStale(context: OrderContext): Promise<void> {
  for (const trade of await tradesWithStatus(context.store.db, UNCOMMITTED))
    if (context.now() - trade.createdAt.getTime() > context.settings.staleSubmitMs)
      await giveUp(context, trade.id, INTERRUPTED[trade.side]);
}

/** @param caller a keyed hash of the network address the call comes from */
export async function submitTake(
  context: OrderContext,
  session: Session,
  body: SubmitTake,
  caller: string,
): Promise<Trade> {
  requireSelf(context, session, body);
  const take = await requestedTake(context, session, body);
  const before = await activeTrade(context, take);
  if (before !== undefined) return tradeView(context, before);
  if (context.now() > take.expiresAt.getTime()) throw new Refusal('take-expired');
  await requireMayTake(context, { buyerAddress: take.buyerAddress, caller });
  // Before anything is looked up: what is not signed leaves no row behind, whatever became of the order.
  const halves = acceptTake(planFromRecord(take.plan), hexToBytes(body.psbtRaw), context.verifier);
  try {
    return await attempt(context, take, { halves, caller });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order-taken') await recordLoss(context, take);
    throw error;
  }
}

/** The trade of this take, or of another one that was prepared alike: the same transaction is the same trade. */
async function activeTrade(context: OrderContext, take: TakeRow): Promise<TradeRow | undefined> {
  const own = await findTrade(context.store.db, take.id);
  if (own !== undefined) return own;
  const [same] = await tradesByTxid(context.store.db, [txidOf(hexToBytes(take.unsigned))]);
  return same;
}

/** Somebody else was first with what the buyer signed: a void trade says so, and names what to take instead. */
async function recordLoss(context: OrderContext, take: TakeRow): Promise<void> {
  const plan = planFromRecord(take.plan);
  const built = buildTake(plan);
  const row = tradeRow(take, { plan, txid: txidOf(built.unsigned), fee: built.fee });
  const reason = 'somebody else took the order first; nothing was paid';
  await context.store.transact((tx) => insertTradeOnce(tx, { ...row, status: 'void', reason }));
}

async function attempt(
  context: OrderContext,
  take: TakeRow,
  { halves, caller }: { readonly halves: Witnesses; readonly caller: string },
): Promise<Trade> {
  const plan = await freshPlan(context, take);
  const built = buildTake(plan);
  if (bytesToHex(built.unsigned) !== take.unsigned) throw new Refusal('psbt-changed');
  context.at('received');
  const lots = await findAsks(context.store.db, take.orderIds);
  await context.crossCheck.trading(tokenOf(take).asset, lots.map(offeredThing));
  const claiming = { plan, halves, txid: txidOf(built.unsigned), fee: built.fee, caller };
  const rows = await claim(context, take, claiming);
  if (rows === undefined) return existing(context, take);
  context.at('accepted');
  return carryThrough(context, take, { plan, halves, rows });
}

async function carryThrough(
  context: OrderContext,
  take: TakeRow,
  parts: { plan: TakePlan; halves: Witnesses; rows: readonly AskRow[] },
): Promise<Trade> {
  try {
    const final = await complete(context, take, parts);
    const finals = [{ ...final, coins: coinsOfPlan(parts.plan) }];
    const commit = { finals, refusals: TAKEN };
    await commitAndSend(context.outbox, commit, async (tx) => {
      const step = { id: take.id, event: 'commit', set: { halfSigned: null } } as const;
      await requireMoveTrade(tx, step, 'take-expired');
      await markDisclosed(tx, take.orderIds);
      return { purpose: TRADE.name, reference: take.id };
    });
  } catch (error) {
    // Nothing is thrown after the commit; what it has reached stays, whatever is known of it here.
    await giveUp(context, take.id, error instanceof Refusal ? error.message : 'the attempt failed');
    throw error;
  }
  return existing(context, take);
}

async function existing(context: OrderContext, take: TakeRow): Promise<Trade> {
  const row = await activeTrade(context, take);
  if (row === undefined) throw new Refusal('take-expired');
  return tradeView(context, row);
}
