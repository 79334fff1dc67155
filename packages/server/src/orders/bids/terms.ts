/** What a bid must know before it is prepared, and what selling into one costs. */
import type { BidFee, BidKey, QueryOf } from '@rialto/contract';
import { RUNG_VSIZES, smallestRung, takeServiceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { EXIT_FEE, addressToScript, scriptKind } from '@rialto/psbt';
import type { FillPlan } from '@rialto/psbt';
import type { Session } from '../../session.ts';
import type { RungRow } from '../../store/bids/rung-store.ts';
import type { OrderContext } from '../context.ts';
import { chargedOf } from '../service-fee.ts';
import { rungInBook } from './own-bid.ts';

/** @throws Refusal signer-down */
export async function bidKey(
  context: OrderContext,
  { address }: Session,
  { feeRate }: QueryOf<'bidKey'>,
): Promise<BidKey> {
  const { lockKey, mostInBid } = await context.custody.status();
  const { eco } = await context.plans();
  const kind = scriptKind(addressToScript(address, context.settings.network));
  // Nobody else has locks: of another kind a bid is refused when it is prepared.
  const sizes = kind === 'p2wpkh' ? RUNG_VSIZES.p2wpkh : RUNG_VSIZES.p2tr;
  const { expiryBlocks, mostExpiryBlocks, exitAfter } = context.settings.bids;
  return {
    platformPublicKey: lockKey,
    exitAfter,
    expiryBlocks,
    mostExpiryBlocks,
    exitFee: EXIT_FEE.toString(),
    smallestRung: smallestRung({
      ...sizes,
      feeRate: Math.max(eco, feeRate === undefined ? 0 : Number(feeRate)),
    }).toString(),
    caps: { bid: mostInBid },
  };
}

/** Paid by the seller, who takes the bid; free ones owe nothing. */
export function serviceFeeOfFill(
  { settings }: Pick<OrderContext, 'settings'>,
  rung: Pick<RungRow, 'price' | 'freeState'>,
): FillPlan['serviceFee'] {
  const fee = takeServiceFee([chargedOf(rung)]);
  if (fee === undefined) return undefined;
  return { script: addressToScript(settings.feeAddress, settings.network), value: fee };
}

/** @throws Refusal unknown-order */
export async function bidFee(context: OrderContext, orderId: string, book: MarketName): Promise<BidFee> {
  const rung = await rungInBook(context, orderId, book);
  const fee = serviceFeeOfFill(context, rung);
  return {
    feeAddress: fee === undefined ? '' : context.settings.feeAddress,
    platformFee: (fee?.value ?? 0n).toString(),
  };
}
