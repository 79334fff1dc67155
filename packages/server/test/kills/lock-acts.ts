/** Every act on standing bids and protected asks, as its owner's wallet signs it once and may send it again, and where the money is then. */
import { bytesToHex, hexToBytes, isFlaw, readTransaction } from '@rialto/protocols';
import { prepareBid, prepareCancel, prepareSale, signLeaf, signedBid, signedSale } from '../bids/bidder.ts';
import { prepareLock, signMove, signedLock } from '../protected/locker.ts';
import { until } from '../world.ts';
import type { SignerOp } from './kill-parts.ts';
import { RUNG } from './lock-stage.ts';
import type { LockStage } from './lock-stage.ts';

export interface ActStep {
  readonly name: string;
  /** The server stands still there. */
  readonly hold?: string;
  /** The signer has written its journal; its answer is held back. */
  readonly op?: SignerOp;
  /** Nothing stands still: it was answered, and the next block has it, which the server has not read or has. */
  readonly then?: 'answered' | 'mined' | 'read';
}

/** An act that is signed and not yet sent. */
export interface Signed {
  /** The same bytes each time. */
  send(): Promise<object>;
  /** The answer of an attempt that was given up, which moved nothing. */
  gaveUp?(answer: object): boolean;
  /** True once it happens, whoever asks. */
  happens(): Promise<boolean>;
  /** True once nothing more is to come but depth. */
  over(): Promise<boolean>;
  /** Where the money could be. Exactly the named one is there in the end. */
  places(): Promise<{ readonly all: Readonly<Record<string, readonly string[]>>; readonly is: string }>;
}

export interface Act {
  readonly name: string;
  readonly steps: readonly ActStep[];
  /** The order it is about, made for it; empty where the act itself makes one. */
  target(stage: LockStage): Promise<string>;
  /** Prepared and signed. */
  sign(stage: LockStage, orderId: string): Promise<Signed>;
}

const nothing = (): Promise<string> => Promise.resolve('');

const SENT: readonly ActStep[] = [
  { name: 'outbox committed', hold: 'outbox-committed' },
  { name: 'sent', hold: 'sent' },
  { name: 'seen', then: 'answered' },
  { name: 'mined', then: 'mined' },
  { name: 'read', then: 'read' },
];
const signedBy = (op: SignerOp): readonly ActStep[] => [
  { name: 'signer’s journal written', op },
  { name: 'signer’s half returned', hold: 'co-signed' },
];
const RECEIVED: ActStep = { name: 'received', hold: 'received' };
const ACCEPTED: ActStep = { name: 'accepted', hold: 'accepted' };

/** From here on it happens whatever dies. */
export const isPromised = ({ hold, then }: ActStep): boolean =>
  then !== undefined || ['listed', 'outbox-committed', 'sent'].includes(hold ?? '');

const UNDECIDED: readonly string[] = ['submitted', 'co-signed'];

const net = 'regtest';

function txidOfRaw(raw: string): string {
  const read = readTransaction(hexToBytes(raw));
  if (isFlaw(read)) throw new Error(read.flaw);
  return read.txid;
}

/** The id of what a PSBT's wallet signs: all inputs have witnesses, so no signature changes it. */
const unsignedTxid = (psbt: string): string => txidOfRaw(bytesToHex(unsignedIn(psbt)));

/** The unsigned transaction in a version 0 PSBT: the value of its first pair (BIP-174). */
function unsignedIn(psbt: string): Uint8Array {
  const bytes = hexToBytes(psbt);
  // Magic of 5 bytes, a key of one byte 0x00, then a compact size below 2^16.
  const [first = 0] = bytes.slice(7, 8);
  const isShort = first < 0xfd;
  const length = isShort ? first : (bytes[8] ?? 0) + (bytes[9] ?? 0) * 256;
  const start = isShort ? 8 : 10;
  return bytes.slice(start, start + length);
}

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

const lockLot: Act = {
  name: 'the locking of a lot',
  steps: [RECEIVED, ...SENT],
  target: nothing,
  sign: async (stage) => {
    const { seller } = stage;
    const lot = await stage.lot();
    const lock = await prepareLock(seller, lot);
    const body = signedLock(seller, lock);
    const point = `${unsignedTxid(lock.locking.psbtRaw)}:0`;
    const own = async () => (await stage.locks()).find(({ outpoint }) => outpoint === point);
    return {
      send: () => seller.post('pushLock', body),
      happens: async () => (await own()) !== undefined,
      over: async () => (await own())?.exitHeight !== undefined,
      places: () => Promise.resolve({ all: { lot: [lot.coin.outpoint], locked: [point] }, is: 'locked' }),
    };
  },
};

const renew: Act = {
  name: 'the renewal of a locked lot',
  steps: [RECEIVED, ...signedBy('move'), ...SENT],
  target: (stage) => stage.offered(),
  sign: async (stage, old) => {
    const { seller } = stage;
    const { outpoint } = await stage.order(old);
    const lock = await prepareLock(seller, outpoint, { renews: old, amount: '70000' });
    const body = signedLock(seller, lock);
    const point = `${unsignedTxid(lock.locking.psbtRaw)}:0`;
    const own = async () => (await stage.locks()).find((one) => one.outpoint === point);
    return {
      send: () => seller.post('pushLock', body),
      happens: async () => (await own()) !== undefined,
      over: async () =>
        (await own())?.exitHeight !== undefined && (await stage.order(old)).state === 'cancelled',
      places: () => Promise.resolve({ all: { old: [outpoint], anew: [point] }, is: 'anew' }),
    };
  },
};

const sell: Act = {
  name: 'the purchase of a locked lot',
  steps: [RECEIVED, ACCEPTED, ...signedBy('sell'), ...SENT],
  target: (stage) => stage.offered(),
  sign: async (stage, orderId) => {
    const { buyer } = stage;
    const take = await buyer.prepare([orderId], 3);
    const { outpoint } = await stage.order(orderId);
    const psbtRaw = buyer.sign(take.psbtRaw, take.toSignInputs);
    const txid = unsignedTxid(take.psbtRaw);
    const body = { orderState: 2, net, address: buyer.address, takeId: take.takeId, psbtRaw } as const;
    return {
      send: async () => {
        const answer = await buyer.post('updateOrderV2', body);
        if (!('tradeId' in answer)) throw new Error('a purchase is a trade');
        // One that was cut off is given up soon; its buyer looks until it is decided.
        const { tradeId } = answer;
        await until(async () => !UNDECIDED.includes((await stage.trade(tradeId)).state), 'it is decided');
        const { state, txId } = await stage.trade(tradeId);
        return { tradeId, txId, isVoid: state === 'void' };
      },
      gaveUp: (answer) => 'isVoid' in answer && answer.isVoid === true,
      happens: async () => {
        const { pending, state } = await stage.order(orderId);
        return pending || state === 'done';
      },
      over: async () => (await stage.order(orderId)).state === 'done',
      places: () => Promise.resolve({ all: { lock: [outpoint], bought: [`${txid}:0`] }, is: 'bought' }),
    };
  },
};

const cancelLot: Act = {
  name: 'the cancel of a locked lot',
  steps: [RECEIVED, ...signedBy('move'), ...SENT],
  target: (stage) => stage.offered(),
  sign: async (stage, orderId) => {
    const { seller } = stage;
    const { outpoint } = await stage.order(orderId);
    const own = { net, address: seller.address, orderId } as const;
    const cancel = await seller.post('prepareCancel', {
      ...own,
      publicKey: bytesToHex(seller.publicKey),
      feeRate: 3,
    });
    const psbtRaw = signMove(seller, cancel, { fromLock: true });
    const state = async () => (await stage.order(orderId)).state;
    return {
      send: () => seller.post('submitCancel', { ...own, psbtRaw }),
      happens: async () => ['cancelling', 'cancelled'].includes(await state()),
      over: async () => (await state()) === 'cancelled',
      places: () =>
        Promise.resolve({
          all: { lock: [outpoint], home: [`${unsignedTxid(cancel.psbtRaw)}:0`] },
          is: 'home',
        }),
    };
  },
};

const leaveLot: Act = {
  name: 'the exit of a locked lot',
  steps: SENT,
  target: (stage) => stage.ripeLock(),
  sign: async (stage, orderId) => {
    const { seller } = stage;
    const lock = (await stage.locks()).find((one) => one.orderId === orderId);
    if (lock === undefined) throw new Error('a ripe lock is there');
    const { outpoint, exits } = lock;
    const txid = txidOfRaw(exits[0] ?? '');
    const stands = async () => (await stage.locks()).some((one) => one.orderId === orderId);
    return {
      send: () => seller.post('leaveLock', { net, address: seller.address, orderId }),
      happens: async () => (await stage.mempool()).includes(txid) || !(await stands()),
      over: async () => !(await stands()),
      places: () => Promise.resolve({ all: { lock: [outpoint], home: [`${txid}:0`] }, is: 'home' }),
    };
  },
};

export const ACTS: readonly Act[] = [
  push,
  edit,
  fill,
  cancelFunding,
  cancelLocks,
  exitRung,
  lockLot,
  renew,
  sell,
  cancelLot,
  leaveLot,
];
