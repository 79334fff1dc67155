/** Submit a signed take: the first valid one wins. Outbox before broadcast; an answer only after the commit. */
import type { Trade } from '@rialto/contract';
import { bytesToHex, hexToBytes, txidOf } from '@rialto/protocols';
import { acceptTake, buildTake } from '@rialto/psbt';
import type { TakePlan, Witnesses } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Self } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { locksOf } from '../../store/asks/lock-store.ts';
import { offeredThing } from '../../store/crosscheck-store.ts';
import { findAsks, markDisclosed } from '../../store/orders/ask-store.ts';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { coinsOfPlan, planFromRecord } from '../../store/orders/plan-codec.ts';
import { findTrade, requireMoveTrade, tradesByTxid } from '../../store/orders/trade-store.ts';
import type { TakeRow, TradeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';
import { requireMayTake } from '../late/taken-back.ts';
import { TRADE } from '../purposes.ts';
import { tradeView } from '../view.ts';
import { claim, recordLoss, tokenOf } from './claim-take.ts';
import { complete } from './complete-take.ts';
import { freshPlan } from './fresh-take.ts';
import { giveUp } from './give-up.ts';
import { requestedTake } from './requested-take.ts';
import type { TakeRequested } from './requested-take.ts';

type SubmitTake = TakeRequested & Self;

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

/** Somebody else spent the lots, or is spending them. */
const TAKEN = { conflict: 'order-taken', 'missing-inputs': 'order-taken' } as const;

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
      // A published promise is worth nothing without us.
      const locked = await locksOf(tx, take.orderIds);
      await markDisclosed(
        tx,
        take.orderIds.filter((id) => !locked.has(id)),
      );
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
