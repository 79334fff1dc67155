/** From the seller's half to the outbox: the exchange signs last, and what publishes a ladder is committed together with what it publishes. */
import { coinFromWire, fillToWire, sentenceOf, ticketToWire } from '@rialto/contract';
import type { FillRequest } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant } from '@rialto/protocols';
import type { Txid } from '@rialto/protocols';
import { buildFill, finishFill } from '@rialto/psbt';
import type { FillPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { commitAndSend } from '../../../outbox/commit.ts';
import type { Final, StandsFor } from '../../../outbox/commit.ts';
import { messageOf } from '../../../repeat.ts';
import type { FillRecord } from '../../../store/bids/bid-record.ts';
import { findBid, holdBid } from '../../../store/bids/bid-store.ts';
import { markPublished } from '../../../store/bids/funding-store.ts';
import type { BidRow } from '../../../store/bids/bid-store.ts';
import { findRungs } from '../../../store/bids/rung-store.ts';
import type { RungRow } from '../../../store/bids/rung-store.ts';
import type { Tx } from '../../../store/database.ts';
import { releaseOrders } from '../../../store/orders/order-store.ts';
import { moveTrades, requireMoveTrade } from '../../../store/orders/trade-store.ts';
import type { OrderContext } from '../../context.ts';
import { fundingRawOf } from '../ladder.ts';
import { FILL, FUNDING } from '../purposes.ts';
import { coinsOfFill } from './sale-plan.ts';
import { endUnadmitted } from '../withdraw.ts';

/** A fill with its seller's half. */
export interface SignedFill {
  readonly fill: FillRecord;
  readonly plan: FillPlan;
  readonly seller: readonly Uint8Array[];
}

/** What is not in the outbox yet. */
const UNCOMMITTED = ['submitted', 'co-signed'] as const;

/** Somebody else spent the lot, or the lock. */
const TAKEN = { conflict: 'order-taken', 'missing-inputs': 'order-taken' } as const;

/**
 * Completes claimed fills: those that publish a held ladder all together, any other by itself. What fails is given up and says why.
 * @returns by trade why it was not sent
 * @throws Refusal the first one when nothing at all was sent
 */
export async function completeFills(
  context: OrderContext,
  fills: readonly SignedFill[],
): Promise<ReadonlyMap<string, Refusal>> {
  const failed = new Map<string, Refusal>();
  for (const group of await groupsOf(context, fills))
    try {
      await completeGroup(context, group);
    } catch (error) {
      // Nothing is thrown after the commit; what it has reached stays, whatever is known of it here.
      const given = await giveUp(context, group, error instanceof Refusal ? error : undefined);
      if (!(error instanceof Refusal)) throw error;
      for (const tradeId of given) failed.set(tradeId, error);
      if (error.code === 'not-admitted')
        for (const bidId of new Set(group.map(({ fill }) => fill.bidId))) await endUnadmitted(context, bidId);
    }
  const [first] = failed.values();
  if (first !== undefined && failed.size === fills.length) throw first;
  return failed;
}

async function groupsOf({ store }: OrderContext, fills: readonly SignedFill[]): Promise<SignedFill[][]> {
  const groups = new Map<string, SignedFill[]>();
  for (const one of fills) {
    const bid = await findBid(store.db, one.fill.bidId);
    const name = bid?.publishedAt === null ? one.fill.bidId : one.fill.tradeId;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

/** The seller's half is deleted. @returns those of the trades that were not committed, here or by the same sale sent twice at once */
async function giveUp(
  { store }: OrderContext,
  group: readonly SignedFill[],
  refusal: Refusal | undefined,
): Promise<string[]> {
  const reason =
    refusal === undefined ? 'the attempt failed; nothing was sold' : sentenceOf(refusal.code, refusal.detail);
  return store.transact(async (tx) => {
    const ids = group.map(({ fill }) => fill.tradeId);
    const set = { reason, halfSigned: null };
    const given = await moveTrades(tx, { ids, event: 'fail', from: UNCOMMITTED, set });
    for (const { id } of given) await releaseOrders(tx, id);
    return given.map(({ id }) => id);
  });
}

async function completeGroup(context: OrderContext, group: readonly SignedFill[]): Promise<void> {
  const rungs = new Map(
    (
      await findRungs(
        context.store.db,
        group.map(({ fill }) => fill.orderId),
      )
    ).map((rung) => [rung.id, rung]),
  );
  const finals: Final[] = [];
  for (const one of group) finals.push(await finished(context, one, offered(rungs, one)));
  context.at('co-signed');
  const [first] = group;
  invariant(first !== undefined, 'a group has a fill');
  try {
    await commit(context, { group, finals, bidId: first.fill.bidId });
  } catch (error) {
    // Its funding came to the node a moment ago, by another sale: then it is not tested once more.
    if (!(error instanceof Refusal) || error.code !== 'node-refused') throw error;
    context.warn('a sale is tried once more', { reason: messageOf(error) });
    await commit(context, { group, finals, bidId: first.fill.bidId });
  }
}

/** @throws Refusal order-closed when it was withdrawn, expired or ended since it was claimed */
function offered(rungs: ReadonlyMap<string, RungRow>, { fill }: SignedFill): RungRow & { promise: string } {
  const rung = rungs.get(fill.orderId);
  if (rung?.promise == null || rung.liveTrade !== fill.tradeId) throw new Refusal('order-closed');
  return { ...rung, promise: rung.promise };
}

/** The exchange signs; asked for the same fill again, it gives the same signature. */
async function finished(
  context: OrderContext,
  { fill, plan, seller }: SignedFill,
  rung: RungRow & { promise: string },
): Promise<Final> {
  const request: FillRequest = {
    tradeId: fill.tradeId,
    unsigned: fill.unsigned,
    plan: fillToWire(plan, ({ outpoint }) => outpoint),
    ticket: ticketToWire(plan.lock.ticket),
    promise: rung.promise,
    sellerWitness: seller.map(bytesToHex),
  };
  const exchange = hexToBytes(await context.custody.fill(request));
  await context.store.transact((tx) =>
    moveTrades(tx, { ids: [fill.tradeId], event: 'co-sign', from: ['submitted'] }),
  );
  const parts = { promise: hexToBytes(rung.promise), exchange, seller };
  const final = finishFill(plan, parts, context.verifier);
  const standsFor = { purpose: FILL.name, reference: fill.tradeId };
  return { ...final, fee: buildFill(plan).fee, coins: coinsOfFill(plan), standsFor };
}

interface Committing {
  readonly group: readonly SignedFill[];
  readonly finals: readonly Final[];
  readonly bidId: string;
}

async function commit(context: OrderContext, { group, finals, bidId }: Committing): Promise<void> {
  const bid = await findBid(context.store.db, bidId);
  if (bid === undefined) throw new Refusal('order-closed');
  const parents = await unsentFunding(context, bid);
  const change = (tx: Tx): Promise<StandsFor> => keep(tx, group, bidId);
  await commitAndSend(context.outbox, { finals: [...parents, ...finals], refusals: TAKEN }, change);
}

/** The funding goes first, unless the node has it. */
async function unsentFunding({ chain }: OrderContext, bid: BidRow): Promise<Final[]> {
  if (bid.fundingHeight !== null) return [];
  const txid = bid.fundingTxid as Txid;
  if ((await chain.waiting([txid])).has(txid)) return [];
  const standsFor = { purpose: FUNDING.name, reference: bid.id };
  return [
    { raw: fundingRawOf(bid), txid, fee: bid.networkFee, coins: bid.coins.map(coinFromWire), standsFor },
  ];
}

/** Everything at once, or nothing. */
async function keep(tx: Tx, group: readonly SignedFill[], bidId: string): Promise<StandsFor> {
  const bid = await holdBid(tx, bidId);
  if (bid === undefined || bid.cancelTxid !== null) throw new Refusal('order-closed');
  const ids = group.map(({ fill }) => fill.orderId);
  for (const { status, promise } of await findRungs(tx, ids))
    if (status !== 'open' || promise === null) throw new Refusal('order-closed');
  for (const { fill } of group) {
    const step = { id: fill.tradeId, event: 'commit', set: { halfSigned: null } } as const;
    await requireMoveTrade(tx, step, 'take-expired');
  }
  await markPublished(tx, bidId);
  return { purpose: FUNDING.name, reference: bidId };
}
