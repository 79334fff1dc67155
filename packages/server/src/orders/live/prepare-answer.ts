/** Prepare an answer to a live bid: the whole sale is built, of the seller's lot and coins of the bidder's. Nothing is kept for it yet. */
import type { PreparedLiveAnswer, PrepareLiveAnswer } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { bytesToHex } from '@rialto/protocols';
import { buildLiveSale } from '@rialto/psbt';
import type { LivePlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { ownScript, requireFeeRate } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { insertAnswer, preparedBy } from '../../store/live/answer-store.ts';
import { liveToRecord } from '../../store/live/live-record.ts';
import type { LiveBidRow } from '../../store/live/live-store.ts';
import type { OrderContext } from '../context.ts';
import { soldLot } from './sold-lot.ts';
import { answerableBid, elseOutOfBook, whileKept } from './answerable.ts';
import { planWithPad, requestOf } from './plan-sale.ts';
import { saleView } from './sale-view.ts';

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
