/** What the wallet of a seller does who locks his lots, and of whoever takes them. */
import type { OwnLot, Trader } from '@rialto/devnet';
import type { BodyOf, CancelAnswer, PreparedLock, PushedLock, Trade } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { signLeaf } from '../bids/bidder.ts';

type LockTerms = Partial<BodyOf<'prepareLock'>>;

export const PRICE = '60000';

export function prepareLock(
  seller: Trader,
  lot: OwnLot | string,
  terms: LockTerms = {},
): Promise<PreparedLock> {
  return seller.post('prepareLock', {
    net: 'regtest',
    address: seller.address,
    publicKey: bytesToHex(seller.publicKey),
    outpoint: typeof lot === 'string' ? lot : lot.coin.outpoint,
    amount: PRICE,
    feeRate: 2,
    ...terms,
  });
}

/** The lot by the wallet's key, or, out of a lock, by the key that stands in it. */
export function signMove(
  seller: Trader,
  move: PreparedLock['locking'],
  { fromLock, isInternal = false }: { fromLock: boolean; isInternal?: boolean },
): string {
  if (!fromLock) return seller.sign(move.psbtRaw, move.toSignInputs);
  const first = move.toSignInputs.filter(({ index }) => index === 0);
  const psbtRaw = signLeaf(seller, { ...move, toSignInputs: first }, isInternal);
  const rest = move.toSignInputs.filter(({ index }) => index > 0);
  return rest.length === 0 ? psbtRaw : seller.sign(psbtRaw, rest);
}

export function signedLock(seller: Trader, lock: PreparedLock, isInternal = false): BodyOf<'pushLock'> {
  return {
    net: 'regtest',
    address: seller.address,
    lockId: lock.lockId,
    lockingPsbt: signMove(seller, lock.locking, { fromLock: lock.from !== undefined, isInternal }),
    promisePsbt: signLeaf(seller, lock.promise, isInternal),
    exitPsbts: lock.exits.map((one) => signLeaf(seller, one, isInternal)),
  };
}

export const pushLock = (seller: Trader, lock: PreparedLock, isInternal = false): Promise<PushedLock> =>
  seller.post('pushLock', signedLock(seller, lock, isInternal));

/** Prepared, signed and locked. */
export async function placeProtected(
  seller: Trader,
  lot: OwnLot | string,
  terms: LockTerms = {},
): Promise<PushedLock> {
  return pushLock(seller, await prepareLock(seller, lot, terms), terms.signingKey === 'internal');
}

export const takeOrders = (buyer: Trader, orderIds: readonly string[]): Promise<Trade> =>
  buyer.take(orderIds, 3);

export async function cancelLock(seller: Trader, orderId: string, feeRate = 3): Promise<CancelAnswer> {
  const own = { net: 'regtest', address: seller.address, orderId } as const;
  const cancel = await seller.post('prepareCancel', {
    ...own,
    publicKey: bytesToHex(seller.publicKey),
    feeRate,
  });
  const psbtRaw = signMove(seller, cancel, { fromLock: true });
  return seller.post('submitCancel', { ...own, psbtRaw });
}
