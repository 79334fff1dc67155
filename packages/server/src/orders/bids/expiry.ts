/** Bids that end by themselves: at their height, near the exit of their locks; and those whose funding pays too little for now. */
import { BLOCKS_BEFORE_EXIT } from '@rialto/market';
import { dropIdleFundings, greyFundings } from '../../store/bids/funding-store.ts';
import { endedBids, holdBid } from '../../store/bids/bid-store.ts';
import { dropPromises, rungsOf } from '../../store/bids/rung-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';

const EXPIRED = 'its time is over; the exchange deleted the signature';
const ENDING = 'its owner may soon take the lock back alone; the exchange deleted the signature';

/** Ends what nobody is selling into at this moment; a rung with a sale under way ends once that sale is settled. */
export async function expireBids({ store }: OrderContext, height: number): Promise<void> {
  for (const { id, expired } of await endedBids(store.db, height, BLOCKS_BEFORE_EXIT))
    await store.transact(async (tx) => {
      await holdBid(tx, id);
      const idle = (await rungsOf(tx, [id])).filter(({ liveTrade }) => liveTrade === null);
      const ids = idle.map((rung) => rung.id);
      const moved = await moveOrders(tx, { ids, event: 'expire', reason: expired ? EXPIRED : ENDING });
      await dropPromises(
        tx,
        moved.map((rung) => rung.id),
      );
      await dropIdleFundings(tx, [id]);
    });
}

/** A funding at a rate under the Eco plan cannot be sent: its rungs are greyed until fees fall. */
export async function greyBids({ store, plans }: OrderContext): Promise<void> {
  const { eco } = await plans();
  await store.transact((tx) => greyFundings(tx, eco));
}
