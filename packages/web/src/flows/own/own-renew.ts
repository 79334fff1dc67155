/** The renewal of a protected ask in the shape of the other acts on one's own: its lot moves out of its lock into a new one, at any price. */
import type { Amount, Sats } from '@rialto/protocols';
import { call } from '../../data/calls/client.ts';
import { walletById } from '../../wallets/wallets.ts';
import { prepareLock, submitLock } from '../protected/lock-lot.ts';
import { shownUnits } from '../review.ts';
import type { Actor, OwnParams, Reviewed } from './own-params.ts';
import type { RenewRequest } from './own-request.ts';
import { priceIn } from './renew-request.ts';
import { t } from '../../words.ts';

export async function prepareRenewal(
  params: OwnParams,
  request: RenewRequest,
  actor: Actor,
): Promise<Reviewed> {
  const { network, feeRateSatVb, highFee } = params;
  const { orderId, book, tick, decimals, outpoint, ticket, free } = request.lock;
  const price = priceIn(request);
  if (price === undefined) throw new Error(t('Enter a price'));
  const [terms, { can }] = await Promise.all([
    call('lockTerms', { params: { book }, query: { net: network } }),
    walletById(actor.user.wallet),
  ]);
  const units = shownUnits(BigInt(ticket.amount), decimals) as Amount;
  const lock = await prepareLock(
    {
      ...{ network, book, tick, assetId: ticket.asset, decimals, outpoint, units, free, terms },
      ...{ address: actor.user.address, publicKey: actor.user.publicKey, feeRateSatVb, highFee },
      price: price as Sats,
      signingKey: can.signingKey,
      renews: { orderId, ticket },
    },
    actor.session,
  );
  const { give, get, networkFee, vsize, mismatches, notes = [] } = lock.review;
  const [lot] = give;
  const review = {
    act: 'renew' as const,
    ...{ give: lot === undefined ? [] : [lot], get, makes: [], notes },
    ...{ networkFee, vsize, cost: 0n + networkFee, mismatches },
  };
  return {
    params,
    review,
    expiresAt: lock.prepared.expiresAt,
    send: (title) => submitLock(lock, actor, title),
  };
}
