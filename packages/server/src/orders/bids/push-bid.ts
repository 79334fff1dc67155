/** List a bid: every signature is verified and the signer has taken it on before one rung is shown. Nothing is published. */
import { sha256 } from '@noble/hashes/sha2.js';
import { ticketToWire } from '@rialto/contract';
import type { PushBid, PushedBid } from '@rialto/contract';
import { loadCoins, openTurns } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { marketOfType, rateE18 } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, isClean, sumSats } from '@rialto/protocols';
import { acceptExit, acceptFunding, acceptPromise, buildFunding, lockCoin } from '@rialto/psbt';
import type { FundingPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { messageOf } from '../../repeat.ts';
import type { Session } from '../../session.ts';
import { findBidAct } from '../../store/bids/bid-act-store.ts';
import type { BidActOf } from '../../store/bids/bid-act-store.ts';
import { insertBid, orderIdsOf } from '../../store/bids/bid-insert.ts';
import type { NewBid } from '../../store/bids/bid-insert.ts';
import { findBid } from '../../store/bids/bid-store.ts';
import { violates } from '../../store/database.ts';
import type { Tx } from '../../store/database.ts';
import { requireFreeLeft } from '../../store/orders/ask-insert.ts';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import type { OrderContext } from '../context.ts';
import { fundingOfRecord } from './ladder.ts';
import { endIfSpent } from './settle-bids.ts';
import { endDisplaced, requireReplaceable, withdrawReplaced } from './withdraw.ts';

/** A block may come while a bid is checked; then it is checked again. */
const ATTEMPTS = 5;

/** What the wallet signed: capability is what it did, not what a table says. */
interface SignedLadder {
  readonly fundingRaw: string;
  /** With their sighash byte, one for each rung. */
  readonly promises: readonly string[];
  readonly exits: readonly string[];
}

/** Lists a signed ladder. The same push again is the same bid. */
export async function pushBid(
  context: OrderContext,
  session: Session,
  body: PushBid,
  book: MarketName,
): Promise<PushedBid> {
  requireSelf(context, session, body);
  const before = await listedBid(context, session, body.bidId);
  if (before !== undefined) return before;
  const act = await preparedBid(context, session, { bidId: body.bidId, book });
  const plan = fundingOfRecord(act.record, act.address, context.settings.network);
  const signed = acceptLadder(context, plan, body);
  context.at('received');
  return pushes(session.address, () => admitAndList(context, act, { plan, signed }));
}

/** For the signer the newest of two bids over one coin is the bid (docs/decisions/0029): so it must be for the rows. */
const pushes = openTurns();

async function admitAndList(
  context: OrderContext,
  act: BidActOf<'bid'>,
  ladder: { readonly plan: FundingPlan; readonly signed: SignedLadder },
): Promise<PushedBid> {
  const { plan, signed } = ladder;
  const tip = await requireFundable(context, act, plan);
  await requireAcceptable(context, signed);
  // All that can be refused is asked before: what the signer takes on ends the bid it replaces for good.
  await context.store.transact((tx) => requireListable(context, tx, act));
  const tickets = plan.locks.map(({ ticket }) => ticketToWire(ticket));
  await context.custody.admit({
    bidId: act.id,
    tickets,
    ...signed,
    promises: [...signed.promises],
    exits: [...signed.exits],
  });
  context.at('admitted');
  try {
    return await list(context, act, { ...ladder, tip });
  } catch (error) {
    if (error instanceof Refusal && !MAY_PASS.includes(error.code))
      await endDisplaced(
        context,
        act.address,
        plan.payments.map(({ outpoint }) => outpoint),
      );
    throw error;
  }
}

/** Sent again, the same bid is listed. */
const MAY_PASS: readonly RefusalCode[] = ['syncing', 'node-down', 'not-followed'];

async function list(
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

async function listedBid(
  { store }: OrderContext,
  session: Session,
  bidId: string,
): Promise<PushedBid | undefined> {
  const bid = await findBid(store.db, bidId);
  if (bid === undefined) return undefined;
  if (bid.ownerAddress !== session.address) throw new Refusal('not-yours');
  return { bidId, orderIds: await orderIdsOf(store.db, bidId) };
}

async function preparedBid(
  context: OrderContext,
  session: Session,
  { bidId, book }: { bidId: string; book: MarketName },
): Promise<BidActOf<'bid'>> {
  const act = await findBidAct(context.store.db, bidId);
  if (act?.record.kind !== 'bid') throw new Refusal('unknown-bid');
  if (act.address !== session.address) throw new Refusal('not-yours');
  if (marketOfType(act.record.orderType).market.name !== book) throw new Refusal('unknown-bid');
  if (act.expiresAt.getTime() < context.now()) throw new Refusal('take-expired');
  return { ...act, record: act.record };
}

/** @throws Refusal psbt-shape, and as `acceptFunding`, `acceptPromise`, `acceptExit` */
function acceptLadder({ verifier }: OrderContext, plan: FundingPlan, body: PushBid): SignedLadder {
  const { promisePsbts, exitPsbts } = body;
  if (promisePsbts.length !== plan.locks.length || exitPsbts.length !== plan.locks.length)
    throw new Refusal('psbt-shape', 'sign all of them');
  const funding = acceptFunding(plan, hexToBytes(body.fundingPsbt), verifier);
  const locked = plan.locks.map((lock, at) => ({ lock, coin: lockCoin(plan, at + 1) }));
  return {
    fundingRaw: bytesToHex(funding.raw),
    promises: locked.map(({ lock, coin }, at) =>
      bytesToHex(acceptPromise(lock, coin, hexToBytes(promisePsbts[at] ?? ''), verifier)),
    ),
    exits: locked.map(({ lock, coin }, at) =>
      bytesToHex(acceptExit(lock, coin, hexToBytes(exitPsbts[at] ?? ''), verifier).raw),
    ),
  };
}

/** The coins of the funding as they are now: unspent, confirmed, clean, and in nothing else of their owner's. */
async function requireFundable(
  context: OrderContext,
  { address, record }: BidActOf<'bid'>,
  plan: FundingPlan,
): Promise<Tip> {
  const points = plan.payments.map(({ outpoint }) => outpoint);
  const [{ coins, tip }, locked] = await Promise.all([
    loadCoins(context, points),
    lockedOutpoints(context.store.db, address),
  ]);
  for (const point of points) {
    const coin = coins.get(point);
    if (coin === undefined) throw new Refusal('coin-spent', point);
    if (coin.height === undefined) throw new Refusal('coin-unconfirmed', point);
    if (!isClean(coin)) throw new Refusal('lot-mixed', point);
    const keeper = locked.get(point);
    if (keeper !== undefined && keeper !== record.replaces) throw new Refusal('order-exists', point);
  }
  return tip;
}

/** The node would take it now. */
async function requireAcceptable({ chain }: OrderContext, { fundingRaw }: SignedLadder): Promise<void> {
  const [verdict] = await chain.testAccept([hexToBytes(fundingRaw)]);
  if (verdict?.accepted !== true) throw new Refusal('node-refused', verdict?.reason ?? 'no answer');
}

/** @throws Refusal limit-reached, and as `requireReplaceable` */
async function requireListable(
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

export function newOrderId({ settings, newId }: OrderContext): string {
  return bytesToHex(sha256(new TextEncoder().encode(`${settings.network}_${newId()}`)));
}
