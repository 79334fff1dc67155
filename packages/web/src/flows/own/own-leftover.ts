/** The cancel on the chain of an order that was withdrawn softly, in the shape of the other acts on one's own. */
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { prepareHardCancel, submitHardCancel } from '../orders/cancel-order.ts';
import type { Actor, OwnParams, Reviewed } from './own-params.ts';
import type { LeftoverRequest } from './own-request.ts';

export async function prepareLeftover(
  params: OwnParams,
  { order }: LeftoverRequest,
  actor: Actor,
): Promise<Reviewed> {
  const units = (parseDecimal(order.coinAmount, TOKEN_DECIMALS) ?? 0n) as Amount;
  const { book, orderId, tick, assetId, outpoint } = order;
  const { address, publicKey } = actor.user;
  const intent = {
    network: params.network,
    book,
    address,
    publicKey,
    orderId,
    tick,
    assetId,
    outpoint,
    units,
    feeRateSatVb: params.feeRateSatVb,
    highFee: params.highFee,
  };
  const cancel = await prepareHardCancel(intent, actor.session);
  const { networkFee, vsize, mismatches } = cancel.review;
  const act = 'leftover' as const;
  const back = { kind: 'token', units, tick } as const;
  return {
    params,
    review: { act, give: [], get: [back], makes: [], networkFee, vsize, cost: networkFee, mismatches },
    expiresAt: cancel.prepared.expiresAt,
    send: async (title) => ({ handed: await submitHardCancel(cancel, actor, title) }),
  };
}
