/** A sale into a live bid as it is signed: by its seller, then by its bidder. */
import { coinToWire } from '@rialto/contract';
import type { WaitingAnswer } from '@rialto/contract';
import { bytesToHex, invariant } from '@rialto/protocols';
import { buildLiveSale, buildTake } from '@rialto/psbt';
import type { LivePlan } from '@rialto/psbt';
import type { AnswerRow } from '../../store/live/answer-store.ts';
import { liveFromRecord } from '../../store/live/live-record.ts';
import { coinsOfPlan } from '../../store/orders/plan-codec.ts';
import type { OrderContext } from '../context.ts';
import { leftOf } from './answer-view.ts';

type Terms = Pick<AnswerRow, 'id' | 'orderId' | 'bidderAddress' | 'sellerAddress' | 'price'>;

export function saleView({ settings }: Pick<OrderContext, 'settings'>, row: Terms, plan: LivePlan) {
  const { take } = plan;
  const [lot] = take.lots;
  invariant(lot !== undefined, 'a sale has a lot');
  const { fee, vsize } = buildLiveSale(plan);
  return {
    answerId: row.id,
    orderId: row.orderId,
    outpoint: lot.coin.outpoint,
    bidderAddress: row.bidderAddress,
    sellerAddress: row.sellerAddress,
    amount: row.price.toString(),
    proceeds: lot.price.toString(),
    networkFee: fee.toString(),
    vsize,
    feeRate: take.feeRateSatVb,
    serviceFee: (take.serviceFee?.value ?? 0n).toString(),
    feeAddress: settings.feeAddress,
    coins: coinsOfPlan(take).map(coinToWire),
  };
}

/** An answer as its bidder signs it. */
export function waitingView(context: Pick<OrderContext, 'settings'>, row: AnswerRow): WaitingAnswer {
  const plan = liveFromRecord(row.record);
  const built = buildTake(plan.take);
  return {
    ...saleView(context, row, plan),
    psbtRaw: bytesToHex(built.psbt),
    toSignInputs: built.toSign.map((one) => ({ ...one })),
    signBy: row.signBy.getTime(),
    leftMs: leftOf(row),
  };
}
