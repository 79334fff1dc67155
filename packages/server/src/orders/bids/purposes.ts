/** What becomes of a sale into a bid, of a held funding and of the cancels when something happens to their transactions. */
import type { Purpose } from '../../outbox/purpose.ts';
import { bidsCancelledBy } from '../../store/bids/bid-store.ts';
import { dropIdleFundings } from '../../store/bids/funding-store.ts';
import {
  dropPromises,
  rungsAt,
  rungsCancelledBy,
  rungsOf,
  setRungCancel,
} from '../../store/bids/rung-store.ts';
import type { Tx } from '../../store/database.ts';
import { countAbsence } from '../../store/live/live-store.ts';
import { findOrder, moveOrders, releaseOrders } from '../../store/orders/order-store.ts';
import { ledgerHeight } from '../../store/orders/taken-back-store.ts';
import { findTrade, moveTrades } from '../../store/orders/trade-store.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The reference is the trade's id. */
export const FILL: Purpose = {
  name: 'fill',
  exclusive: true,
  sent: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'send' });
  },
  seen: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'see' });
  },
  confirmed: async (tx, { reference, txid }, { height }) => {
    const set = { height, reason: '', takenBackHeight: null, takenBackBy: null };
    const [trade] = await moveTrades(tx, { ids: [reference], event: 'mine', set });
    if (trade === undefined) return;
    const { id, sellerAddress, orderIds } = trade;
    const sold = { closedHeight: height, dealTxid: txid, takerAddress: sellerAddress ?? '', liveTrade: id };
    await moveOrders(tx, { ids: orderIds, event: 'sold', set: sold });
  },
  // Its rung is as it was with all that the block had ended.
  undone: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'undo', set: { height: null } });
  },
  // The bidder's signature is good for another seller: the rung is open again.
  voided: async (tx, { reference }, { reason, points, by }) => {
    const trade = await findTrade(tx, reference);
    if (trade === undefined) return;
    const order = await findOrder(tx, trade.orderIds[0] ?? '');
    // The money was the bidder's own: to sign and to spend it elsewhere is not to be there.
    const isBidders = (point: string): boolean => ![trade.lotOutpoint, trade.padOutpoint].includes(point);
    if (order?.live === true && points.some(isBidders)) await countAbsence(tx, trade.buyerAddress);
    const set = { reason, ...(await takenBack(tx, trade, { points, by })) };
    await moveTrades(tx, { ids: [reference], event: 'fail', set });
    await releaseOrders(tx, reference);
  },
  final: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'finalise', set: { caller: null } });
  },
};

interface Spent {
  readonly points: readonly string[];
  readonly by: readonly string[];
}

/** The seller's own doing when the coin that was lost is the lot and not the lock. */
async function takenBack(
  tx: Tx,
  trade: { readonly lotOutpoint: string | null },
  { points, by }: Spent,
): Promise<{ takenBackHeight: number | null; takenBackBy: string | null }> {
  const at = points.findIndex((point) => point === trade.lotOutpoint);
  if (at < 0) return { takenBackHeight: null, takenBackBy: null };
  return { takenBackHeight: await ledgerHeight(tx), takenBackBy: by[at] ?? null };
}

/** The reference is the bid's id. What the chain does with it is read from the chain, whoever sent it. */
export const FUNDING: Purpose = {
  name: 'bid-funding',
  exclusive: true,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};

/** The reference is the address whose lock it takes home: nobody else waits for it. */
export const BID_EXIT: Purpose = {
  name: 'bid-exit',
  exclusive: false,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};

/** The reference is the bid's id; a bid may have several, each of other locks. */
export const BID_CANCEL: Purpose = {
  name: 'bid-cancel',
  exclusive: false,
  confirmed: async (tx, { txid, inputs }, { height }) => {
    const bids = (await bidsCancelledBy(tx, txid)).map(({ id }) => id);
    // Its locks themselves too: a dearer one may have been sent since, and this one was mined all the same.
    const rungs = [...(await rungsOf(tx, bids)), ...(await rungsAt(tx, inputs))];
    const ids = rungs.map(({ id }) => id);
    const set = { closedHeight: height, dealTxid: txid };
    await moveOrders(tx, { ids, event: 'cancel-mined', reason: 'cancelled on the chain', set });
    await dropPromises(tx, ids);
    await dropIdleFundings(tx, bids);
  },
  // The rungs are as they were: the listener takes back what a block had ended.
  undone: nothing,
  // They stay as their owner left them: the cancel may be made anew.
  voided: nothing,
  replaced: async (tx, { txid }, by) => {
    const ids = (await rungsCancelledBy(tx, txid)).map(({ id }) => id);
    await setRungCancel(tx, ids, by.txid);
    return true;
  },
};
