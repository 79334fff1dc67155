/** The ask that a locked lot becomes. */
import { rateE18 } from '@rialto/market';
import { bytesToHex, invariant } from '@rialto/protocols';
import { lockedLot } from '@rialto/psbt';
import type { LotMovePlan } from '@rialto/psbt';
import type { BidActOf } from '../../store/bids/bid-act-store.ts';
import type { NewAsk } from '../../store/orders/ask-insert.ts';

const WAITS = 'its lot is being locked; it is offered when the lock is deep enough';

/** Whose the order is, and whether it is free. */
export const placedBy = ({ address, record: { freeState, caller } }: BidActOf<'lock'>) => ({
  freeState,
  ownerAddress: address,
  caller: freeState === 1 ? caller : null,
});

export function newAsk(
  act: BidActOf<'lock'>,
  plan: LotMovePlan,
  signed: { readonly orderId: string; readonly promise: string; readonly psbt: string },
): NewAsk {
  const { to } = plan;
  invariant(to !== undefined, 'the lot goes into a lock');
  const { ticket } = to;
  const { record } = act;
  const { orderType, tick, decimals } = record;
  const order: NewAsk['order'] = {
    id: signed.orderId,
    side: 'ask',
    status: 'paused',
    reason: WAITS,
    orderType,
    assetId: ticket.asset,
    tick,
    decimals,
    coinAmount: ticket.amount,
    price: ticket.price,
    rateE18: rateE18(ticket.price, ticket.amount, decimals),
    ...placedBy(act),
  };
  const ask: NewAsk['ask'] = {
    inscriptionId: '',
    outpoint: lockedLot(plan).outpoint,
    payScript: bytesToHex(ticket.script),
    sequence: 0xfffffffdn,
    witness: [signed.promise],
    psbt: signed.psbt.toLowerCase(),
  };
  return { order, ask };
}
