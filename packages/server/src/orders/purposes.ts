/** What becomes of a trade and of a hard cancel when something happens to their transactions in the outbox. */
import type { Purpose } from '../outbox/purpose.ts';
import { findAsk, setCancelTxid } from '../store/orders/ask-store.ts';
import { moveOrders, releaseOrders } from '../store/orders/order-store.ts';
import { findOutbox, noteFee } from '../store/outbox-store.ts';
import { findTrade, moveTrades, retargetTrade } from '../store/orders/trade-store.ts';
import { blocksWaited, heightTakenBack } from './late/taken-back.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** Said to the buyer, whose fee was too low for the blocks that came. */
const ENDED_BY_SELLER = 'ended by the seller, because no block took it; nothing was paid';

/** The reference is the trade's id. */
export const TRADE: Purpose = {
  name: 'trade',
  exclusive: true,
  sent: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'send' });
  },
  // A trade whose buyer pays more goes by another transaction.
  seen: async (tx, { reference, txid }) => {
    if ((await findTrade(tx, reference))?.txid === txid)
      await moveTrades(tx, { ids: [reference], event: 'see' });
  },
  // Whichever of its transactions a block takes, the trade is right: it goes by that one.
  confirmed: async (tx, { reference, txid, fee }, { height }) => {
    const paid = fee === null ? {} : { networkFee: fee };
    const set = { height, reason: '', txid, takenBackHeight: null, waitedBlocks: 0, ...paid };
    const [trade] = await moveTrades(tx, { ids: [reference], event: 'mine', set });
    if (trade === undefined) return;
    const { id, buyerAddress: takerAddress, orderIds } = trade;
    const sold = { closedHeight: height, dealTxid: txid, takerAddress, liveTrade: id };
    await moveOrders(tx, { ids: orderIds, event: 'sold', set: sold });
  },
  // Its orders are open again with all that the block had ended.
  undone: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'undo', set: { height: null } });
  },
  voided: async (tx, row, { reason, points }) => {
    const { reference, txid } = row;
    const trade = await findTrade(tx, reference);
    if (trade?.txid !== txid) return;
    const takenBackHeight = await heightTakenBack(tx, { trade, row, points });
    const waitedBlocks = await blocksWaited(tx, trade);
    const set = { reason, takenBackHeight, waitedBlocks };
    await moveTrades(tx, { ids: [reference], event: 'fail', set });
    await releaseOrders(tx, reference);
  },
  // It will never be void: nobody needs to know who called.
  final: async (tx, { reference }) => {
    await moveTrades(tx, { ids: [reference], event: 'finalise', set: { caller: null } });
  },
  replaced: async (tx, { reference, txid }, by) => {
    // Should a block take the old one after all, the trade says what that one paid.
    const trade = await findTrade(tx, reference);
    if (trade !== undefined) await noteFee(tx, txid, trade.networkFee);
    const step = { id: reference, from: txid, to: by.txid, fee: by.fee };
    return (await retargetTrade(tx, step)) !== undefined;
  },
};

/** The reference is the order's id. */
export const CANCEL: Purpose = {
  name: 'cancel',
  exclusive: true,
  confirmed: async (tx, { reference, txid }, { height }) => {
    const set = { closedHeight: height, dealTxid: txid };
    const reason = 'cancelled on the chain';
    await moveOrders(tx, { ids: [reference], event: 'cancel-mined', reason, set });
  },
  // The order is open again with all that the block had ended.
  undone: nothing,
  // The order stays as its owner left it: the cancel may be sent anew.
  voided: nothing,
  ends: async (db, { reference }, other) => {
    if (other.kind !== TRADE.name) return undefined;
    const lot = (await findAsk(db, reference))?.outpoint;
    return lot !== undefined && other.inputs.includes(lot) ? ENDED_BY_SELLER : undefined;
  },
  // The order is offered as before once its lot is looked at, unless its owner is cancelling it anew.
  cancelled: async (tx, { reference }, by) => {
    const order = await findAsk(tx, reference);
    const cancelTxid = order?.cancelTxid ?? null;
    const [now] = cancelTxid === null ? [] : await findOutbox(tx, [cancelTxid]);
    const isAnew = now !== undefined && now.status !== 'void';
    if (isAnew && !now.inputs.some((point) => by.inputs.includes(point))) return;
    const moved = await moveOrders(tx, { ids: [reference], event: 'cancel-dropped' });
    for (const { id } of moved) await setCancelTxid(tx, id, null);
  },
  replaced: async (tx, { reference }, by) => {
    await setCancelTxid(tx, reference, by.txid);
    return true;
  },
};
