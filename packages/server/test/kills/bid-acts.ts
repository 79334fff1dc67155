/** Every act on standing bids, as its owner's wallet signs it once and may send it again, and where the money is then. */
import { prepareBid, prepareCancel, prepareSale, signLeaf, signedBid, signedSale } from '../bids/bidder.ts';
import { ACCEPTED, RECEIVED, SENT, net, nothing, signedBy, unsignedTxid } from './act.ts';
import type { Act, Signed } from './act.ts';
import { RUNG } from './lock-stage.ts';
import type { LockStage } from './lock-stage.ts';

const push: Act = {
  name: 'a push of a bid',
  steps: [
    RECEIVED,
    { name: 'signer’s journal written', op: 'admit' },
    { name: 'admitted', hold: 'admitted' },
    { name: 'listed', hold: 'listed' },
    { name: 'answered', then: 'answered' },
  ],
  target: nothing,
  sign: async (stage) => {
    const { bidder } = stage;
    const bid = await prepareBid(bidder, stage.tick, [RUNG, RUNG]);
    const body = signedBid(bidder, bid);
    const locks = bid.tickets.map(({ index }) => `${unsignedTxid(bid.funding.psbtRaw)}:${index}`);
    const listed = () => stage.bidOrders(bid.bidId);
    return {
      send: () => bidder.post('pushBid', body),
      happens: async () => (await listed()).length === 2,
      over: async () =>
        (await listed()).every(({ state, published }) => state === 'open' && published === false),
      places: () =>
        Promise.resolve({
          all: { held: bid.funding.coins.map(({ outpoint }) => outpoint), locks },
          is: 'held',
        }),
    };
  },
};

const edit: Act = {
  name: 'an edit of a held bid',
  steps: push.steps,
  target: (stage) => stage.held(),
  sign: async (stage, orderId) => {
    const { bidder } = stage;
    const { bidId: replaces = '' } = await stage.order(orderId);
    const dearer = { ...RUNG, amount: '61000' };
    const bid = await prepareBid(bidder, stage.tick, [dearer], { replaces });
    const body = signedBid(bidder, bid);
    const listed = () => stage.bidOrders(bid.bidId);
    return {
      send: () => bidder.post('pushBid', body),
      happens: async () => (await listed()).length === 1,
      over: async () => (await stage.order(orderId)).state === 'cancelled',
      places: () =>
        Promise.resolve({
          all: {
            held: bid.funding.coins.map(({ outpoint }) => outpoint),
            lock: [`${unsignedTxid(bid.funding.psbtRaw)}:1`],
          },
          is: 'held',
        }),
    };
  },
};

const fill: Act = {
  name: 'a sale into a bid',
  steps: [RECEIVED, ACCEPTED, ...signedBy('fill'), ...SENT],
  target: (stage) => stage.held(),
  sign: async (stage, orderId) => {
    const { seller } = stage;
    const lot = await stage.lot();
    const sale = await prepareSale(seller, [{ orderId, lot }]);
    const body = signedSale(seller, sale);
    const [transaction] = sale.transactions;
    const txid = unsignedTxid(transaction?.psbtRaw ?? '');
    const { outpoint } = await stage.order(orderId);
    return {
      send: () => seller.post('submitFills', body),
      gaveUp: (answer) => 'txIds' in answer && Array.isArray(answer.txIds) && answer.txIds.length === 0,
      happens: async () => {
        const { pending, state } = await stage.order(orderId);
        return pending || state === 'done';
      },
      over: async () => (await stage.order(orderId)).state === 'done',
      places: () =>
        Promise.resolve({
          all: { lot: [lot.coin.outpoint], lock: [outpoint], paid: [`${txid}:0`, `${txid}:1`] },
          is: 'paid',
        }),
    };
  },
};

/** A cancel of a bid, of either kind. */
async function bidCancel(stage: LockStage, orderId: string, kind: 'funding' | 'locks'): Promise<Signed> {
  const { bidder } = stage;
  const cancel = await prepareCancel(
    bidder,
    kind === 'funding'
      ? { kind, bidId: (await stage.order(orderId)).bidId ?? '' }
      : { kind, orderIds: [orderId] },
  );
  const psbtRaw =
    kind === 'locks' ? signLeaf(bidder, cancel) : bidder.sign(cancel.psbtRaw, cancel.toSignInputs);
  const { outpoint: lock } = await stage.order(orderId);
  const home = `${unsignedTxid(cancel.psbtRaw)}:0`;
  const state = async () => (await stage.order(orderId)).state;
  return {
    send: () =>
      bidder.post('submitBidCancel', { net, address: bidder.address, cancelId: cancel.cancelId, psbtRaw }),
    happens: async () => ['cancelling', 'cancelled'].includes(await state()),
    over: async () => (await state()) === 'cancelled',
    places: () =>
      Promise.resolve({
        all: { before: cancel.coins.map(({ outpoint }) => outpoint), lock: [lock], home: [home] },
        is: 'home',
      }),
  };
}

const cancelFunding: Act = {
  name: 'a cancel of a held bid',
  steps: [RECEIVED, ...SENT],
  target: (stage) => stage.held(),
  sign: (stage, orderId) => bidCancel(stage, orderId, 'funding'),
};

const cancelLocks: Act = {
  name: 'a cancel of a published rung',
  steps: [RECEIVED, ...signedBy('cancel'), ...SENT],
  target: (stage) => stage.published(),
  sign: (stage, orderId) => bidCancel(stage, orderId, 'locks'),
};

const exitRung: Act = {
  name: 'the exit of a rung',
  steps: SENT,
  target: (stage) => stage.ripeRung(),
  sign: async (stage, orderId) => {
    const { bidder } = stage;
    const info = () => stage.recoverInfo(orderId);
    const { exitTxId, outpoint } = await info();
    return {
      send: () => bidder.post('recoverBid', { net, address: bidder.address, orderId }),
      happens: async () => (await info()).spentBy === exitTxId,
      over: async () => (await info()).lock === 'spent' && !(await stage.mempool()).includes(exitTxId),
      places: () => Promise.resolve({ all: { lock: [outpoint], home: [`${exitTxId}:0`] }, is: 'home' }),
    };
  },
};

export const BID_ACTS: readonly Act[] = [push, edit, fill, cancelFunding, cancelLocks, exitRung];
