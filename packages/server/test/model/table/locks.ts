/** The protected asks of the model on the real exchange: a lot into its lock, into another, and out of it alone. */
import type { OwnLot } from '@rialto/devnet';
import { orderOf } from '../../bids/bidder.ts';
import { placeProtected } from '../../protected/locker.ts';
import type { LockAct } from '../rules/locks.ts';
import { RATE, fail, net } from './parts.ts';
import type { Doing, TableParts } from './parts.ts';
import type { Model } from '../rules/state.ts';

export function doingLocks({ world, seat, book, lots }: TableParts): Doing<LockAct> {
  const seller = seat.seller.at(book);
  const orderAt = (model: Model, lot: number): string =>
    model.lots[lot]?.orders[0]?.id ?? fail('a protected ask');
  return {
    lock: async ({ lot, price }) => {
      const own: OwnLot = lots[lot] ?? fail('a lot');
      const { orderId } = await placeProtected(seller, own, { amount: price.toString(), feeRate: RATE });
      return { won: true, id: orderId };
    },
    renew: async ({ lot, price }, model) => {
      const renews = orderAt(model, lot);
      const { outpoint } = await orderOf(world, seller, renews);
      const terms = { renews, amount: price.toString(), feeRate: RATE };
      return { won: true, id: (await placeProtected(seller, outpoint, terms)).orderId };
    },
    leave: async ({ lot }, model) => {
      await seller.post('leaveLock', { net, address: seller.address, orderId: orderAt(model, lot) });
      return { won: true };
    },
  };
}
