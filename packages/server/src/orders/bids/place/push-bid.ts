/** List a bid: every signature is verified and the signer has taken it on before one rung is shown. Nothing is published. */
import { ticketToWire } from '@rialto/contract';
import type { PushBid, PushedBid } from '@rialto/contract';
import { openTurns } from '@rialto/ground';
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import type { FundingPlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { requireSelf } from '../../../caller.ts';
import type { Session } from '../../../session.ts';
import { findBidAct } from '../../../store/bids/bid-act-store.ts';
import type { BidActOf } from '../../../store/bids/bid-act-store.ts';
import { orderIdsOf } from '../../../store/bids/bid-insert.ts';
import { findBid } from '../../../store/bids/bid-store.ts';
import type { OrderContext } from '../../context.ts';
import { fundingOfRecord } from '../ladder.ts';
import { endDisplaced } from '../withdraw.ts';
import { listLadder, requireListable } from './list-bid.ts';
import { acceptLadder, requireAcceptable, requireFundable } from './signed-ladder.ts';
import type { SignedLadder } from './signed-ladder.ts';

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
    return await listLadder(context, act, { ...ladder, tip });
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
