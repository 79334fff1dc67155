/** The same of protected asks. */
import { bytesToHex } from '@rialto/protocols';
import { prepareLock, signMove, signedLock } from '../protected/locker.ts';
import { until } from '../world.ts';
import { ACCEPTED, RECEIVED, SENT, net, nothing, signedBy, txidOfRaw, unsignedTxid } from './act.ts';
import type { Act } from './act.ts';

const UNDECIDED: readonly string[] = ['submitted', 'co-signed'];

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

export const ASK_ACTS: readonly Act[] = [lockLot, renew, sell, cancelLot, leaveLot];
