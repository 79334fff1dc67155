/** Prepare a bid: the ladder's tickets and locks, the funding that is held, and for each lock a promise and an exit to sign. */
import { coinToWire, ticketToWire } from '@rialto/contract';
import type { PrepareBid, PreparedBid } from '@rialto/contract';
import { marketNamed } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, sats, sumSats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import {
  buildCancelLocks,
  buildExit,
  buildFunding,
  buildPromise,
  lockCoin,
  planCancelLocks,
} from '@rialto/psbt';
import type { FundingPlan } from '@rialto/psbt';
import { ownScript, requireFeeRate } from '../../../caller.ts';
import type { Session } from '../../../session.ts';
import { keepBidAct } from '../../../store/bids/bid-act-store.ts';
import { requireFreeLeft } from '../../../store/orders/ask-insert.ts';
import type { BookToken } from '../../books.ts';
import type { OrderContext } from '../../context.ts';
import { psbtToSign } from '../ladder.ts';
import { coinsFor, freshFunding } from './fund-ladder.ts';
import { commonOf, requireSizes, rungsOf, ticketsOf } from './ladder-tickets.ts';

interface Placing {
  readonly book: MarketName;
  /** A keyed hash of the caller's network address: free orders are counted by it. */
  readonly caller: string;
}

/** Locks nothing: what is built waits for its signatures. */
export async function prepareBid(
  context: OrderContext,
  session: Session,
  body: PrepareBid,
  { book, caller }: Placing,
): Promise<PreparedBid> {
  const script = ownScript(context, session, body);
  await requireFeeRate(context, body.feeRate, body.highFee);
  const token = await context.books.token(book, { tick: body.tick, assetId: body.assetId });
  await context.crossCheck.trading(token.asset);
  const { lockKey, mostInBid } = await context.custody.status();
  const common = await commonOf(context, { body, script, token, exchange: hexToBytes(lockKey) });
  const total = requireSizes(rungsOf(body, token), sats(BigInt(mostInBid)));
  const coins = await coinsFor(context, session, { body, script, book });
  await requireFree(context, session, { body, caller });
  const plan = await freshFunding(context, { body, script, coins, tickets: ticketsOf(common, body, token) });
  return keep(context, session, { plan, total, token, body, book, caller });
}

/** Before anybody signs. @throws Refusal limit-reached */
async function requireFree(
  { store, settings }: OrderContext,
  { address }: Session,
  { body, caller }: { readonly body: PrepareBid; readonly caller: string },
): Promise<void> {
  const { freeState = 0, replaces = null, rungs } = body;
  const placed = rungs.map(() => ({ freeState, ownerAddress: address, caller }));
  await store.transact((tx) => requireFreeLeft(tx, placed, settings, replaces));
}

interface Planned extends Placing {
  readonly plan: FundingPlan;
  readonly total: Sats;
  readonly token: BookToken;
  readonly body: PrepareBid;
}

async function keep(
  context: OrderContext,
  session: Session,
  { plan, total, token, body, book, caller }: Planned,
): Promise<PreparedBid> {
  const bidId = context.newId();
  const built = buildFunding(plan);
  const expiresAt = context.now() + context.settings.takeMs;
  const tickets = plan.locks.map(({ ticket }) => ticketToWire(ticket));
  await keepBidAct(context.store.db, {
    id: bidId,
    address: session.address,
    expiresAt: new Date(expiresAt),
    record: {
      kind: 'bid',
      orderType: marketNamed(book).types.bid,
      tick: token.tick,
      decimals: token.decimals,
      freeState: body.freeState ?? 0,
      caller,
      key: bytesToHex(plan.bidderKey),
      tickets,
      coins: plan.payments.map(coinToWire),
      change: plan.change.toString(),
      feeRate: plan.feeRateSatVb,
      replaces: body.replaces ?? null,
    },
  });
  const locked = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  return {
    bidId,
    tickets,
    funding: psbtToSign(built, plan.payments),
    promises: locked.map(({ lock, coin }) => psbtToSign(buildPromise(lock, coin), [coin])),
    exits: locked.map(({ lock, coin }) => psbtToSign(buildExit(lock, coin), [coin])),
    fees: {
      networkFee: built.fee.toString(),
      vsize: built.vsize,
      feeRate: plan.feeRateSatVb,
      worstCost: worstCostOf(plan, built.fee).toString(),
    },
    total: (total + built.fee).toString(),
    expiresAt,
  };
}

/** The funding, and all locks taken back in one transaction at the same rate. */
function worstCostOf(plan: FundingPlan, fee: Sats): Sats {
  const locks = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  const cancel = buildCancelLocks(planCancelLocks({ locks, feeRateSatVb: plan.feeRateSatVb }));
  return sumSats([fee, cancel.fee]);
}
