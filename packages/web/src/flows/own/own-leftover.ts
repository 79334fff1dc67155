/** The cancel on the chain of an order that was withdrawn softly, in the shape of the other acts on one's own. */
import { TOKEN_DECIMALS, parseDecimal } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { prepareHardCancel, submitHardCancel } from '../orders/cancel-order.ts';
import type { Actor, OwnAsk, Reviewed } from './own-asked.ts';
import type { LeftoverWish } from './own-wish.ts';

export async function prepareLeftover(ask: OwnAsk, { order }: LeftoverWish, actor: Actor): Promise<Reviewed> {
  const units = (parseDecimal(order.coinAmount, TOKEN_DECIMALS) ?? 0n) as Amount;
  const { book, orderId, tick, assetId, outpoint } = order;
  const { address, publicKey } = actor.person;
  const intent = {
    network: ask.network,
    book,
    address,
    publicKey,
    orderId,
    tick,
    assetId,
    outpoint,
    units,
    feeRateSatVb: ask.feeRateSatVb,
    highFee: ask.highFee,
  };
  const cancel = await prepareHardCancel(intent, actor.session);
  const { networkFee, vsize, problems } = cancel.review;
  const act = 'leftover' as const;
  const back = { kind: 'token', units, tick } as const;
  return {
    ask,
    review: { act, give: [], get: [back], makes: [], networkFee, vsize, cost: networkFee, problems },
    expiresAt: cancel.prepared.expiresAt,
    send: (title) => submitHardCancel(cancel, actor, title),
  };
}
