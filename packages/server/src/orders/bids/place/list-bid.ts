/** The rows of a signed ladder: written at the block in which its coins were looked at, or not at all. */
import { ticketToWire } from '@rialto/contract';
import type { PushedBid } from '@rialto/contract';
import type { Tip } from '@rialto/ground';
import { rateE18 } from '@rialto/market';
import { sumSats } from '@rialto/protocols';
import { buildFunding, lockCoin } from '@rialto/psbt';
import type { FundingPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { messageOf } from '../../../repeat.ts';
import type { BidActOf } from '../../../store/bids/bid-act-store.ts';
import { insertBid, orderIdsOf } from '../../../store/bids/bid-insert.ts';
import type { NewBid } from '../../../store/bids/bid-insert.ts';
import { violates } from '../../../store/database.ts';
import type { Tx } from '../../../store/database.ts';
import { requireFreeLeft } from '../../../store/orders/ask-insert.ts';
import type { OrderContext } from '../../context.ts';
import { newOrderId } from '../../order-id.ts';
import { endIfSpent } from '../settle-bids.ts';
import { requireReplaceable, withdrawReplaced } from '../withdraw.ts';
import { requireFundable } from './signed-ladder.ts';
import type { SignedLadder } from './signed-ladder.ts';

/** A block may come while a bid is checked; then it is checked again. */
const ATTEMPTS = 5;

/** Tried again after each block that comes in between. @throws Refusal syncing, and as `requireFundable` */
export async function listLadder(
  context: OrderContext,
  act: BidActOf<'bid'>,
  { plan, signed, tip: first }: { plan: FundingPlan; signed: SignedLadder; tip: Tip },
): Promise<PushedBid> {
  let tip = first;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const listed = await write(context, act, { plan, signed, tip });
    if (listed !== undefined) return listed;
    tip = await requireFundable(context, act, plan);
  }
  throw new Refusal('syncing', 'blocks come faster than the bid is written');
}

/** @throws Refusal limit-reached, and as `requireReplaceable` */
export async function requireListable(
  { settings }: OrderContext,
  tx: Tx,
  { address, record }: BidActOf<'bid'>,
): Promise<void> {
  const { freeState, caller, replaces } = record;
  const placed = record.tickets.map(() => ({
    freeState,
    ownerAddress: address,
    caller: freeState === 1 ? caller : null,
  }));
  await requireFreeLeft(tx, placed, settings, replaces);
  if (replaces !== null) await requireReplaceable(tx, replaces);
}

/** Undefined when a block came in between. */
async function write(
  context: OrderContext,
  act: BidActOf<'bid'>,
  { plan, signed, tip }: { plan: FundingPlan; signed: SignedLadder; tip: Tip },
): Promise<PushedBid | undefined> {
  const fresh = newBid(context, act, { plan, signed });
  try {
    const isWritten = await context.store.transact(async (tx) => {
      await requireListable(context, tx, act);
      if (act.record.replaces !== null) await withdrawReplaced(tx, act.record.replaces);
      return insertBid(tx, fresh, tip.hash);
    });
    if (!isWritten) return undefined;
  } catch (error) {
    if (violates(error, 'bids_pkey'))
      return { bidId: act.id, orderIds: await orderIdsOf(context.store.db, act.id) };
    if (violates(error, 'bid_coins_kept')) throw new Refusal('order-exists');
    throw error;
  }
  context.at('listed');
  // Not waited for: the answer is true either way, and a block has the last word.
  endIfSpent(context, act.id).catch((error: unknown) => {
    context.warn('a new bid was not looked at again', { bidId: act.id, error: messageOf(error) });
  });
  return { bidId: act.id, orderIds: fresh.rungs.map(({ order }) => order.id) };
}

function newBid(
  context: OrderContext,
  { id, address, record }: BidActOf<'bid'>,
  { plan, signed }: { plan: FundingPlan; signed: SignedLadder },
): NewBid {
  const built = buildFunding(plan);
  const [first] = plan.locks;
  const { tick, decimals, orderType, freeState } = record;
  const rungs = plan.locks.map(({ ticket }, at) => ({
    order: {
      id: newOrderId(context),
      side: 'bid' as const,
      status: 'open' as const,
      orderType,
      assetId: ticket.asset,
      tick,
      decimals,
      coinAmount: ticket.amount,
      freeState,
      caller: freeState === 1 ? record.caller : null,
      price: ticket.price,
      rateE18: rateE18(ticket.price, ticket.amount, decimals),
      ownerAddress: address,
    },
    rung: {
      outpoint: lockCoin(plan, at + 1).outpoint,
      ticket: ticketToWire(ticket),
      promise: signed.promises[at] ?? null,
      exit: signed.exits[at] ?? '',
    },
  }));
  const bid = {
    id,
    ownerAddress: address,
    ownerKey: record.key,
    fundingTxid: built.txid,
    fundingRaw: signed.fundingRaw,
    coins: record.coins,
    feeRate: plan.feeRateSatVb,
    networkFee: built.fee,
    change: plan.change,
    total: sumSats(plan.locks.map(({ ticket }) => ticket.price)),
    expiryHeight: first?.ticket.expiry ?? 0,
    exitAfter: first?.ticket.exitAfter ?? 0,
  };
  return { bid, rungs };
}
