/** What a bidder's and a seller's wallet do: a ladder signed lock by lock, a sale signed lot by lot. */
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import type {
  BodyOf,
  FilledBids,
  Order,
  PreparedBid,
  PreparedBidCancel,
  PreparedFills,
  PushedBid,
} from '@rialto/contract';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { Transaction } from '@scure/btc-signer';

type ToSign = PreparedBid['funding'];

/** A leaf is signed with the address's own output key, or with the internal one: by the key that stands in the lock. */
export function signLeaf(trader: Trader, { psbtRaw, toSignInputs }: ToSign, isInternal = false): string {
  const isTaproot = trader.script.length === 34;
  const key = isTaproot && !isInternal ? taprootTweakPrivKey(trader.key) : trader.key;
  const tx = Transaction.fromPSBT(hexToBytes(psbtRaw), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
  });
  for (const { index, sighash } of toSignInputs) tx.signIdx(key, index, [sighash]);
  return bytesToHex(tx.toPSBT());
}

export interface Rung {
  readonly coinAmount: string;
  readonly amount: string;
}

type BidTerms = Partial<BodyOf<'prepareBid'>>;

export function prepareBid(
  trader: Trader,
  tick: string,
  rungs: readonly Rung[],
  terms: BidTerms = {},
): Promise<PreparedBid> {
  return trader.post('prepareBid', {
    net: 'regtest',
    address: trader.address,
    publicKey: bytesToHex(trader.publicKey),
    tick,
    rungs: [...rungs],
    feeRate: 2,
    ...terms,
  });
}

export function signedBid(trader: Trader, bid: PreparedBid, isInternal = false): BodyOf<'pushBid'> {
  return {
    net: 'regtest',
    address: trader.address,
    bidId: bid.bidId,
    fundingPsbt: trader.sign(bid.funding.psbtRaw, bid.funding.toSignInputs),
    promisePsbts: bid.promises.map((one) => signLeaf(trader, one, isInternal)),
    exitPsbts: bid.exits.map((one) => signLeaf(trader, one, isInternal)),
  };
}

export const pushBid = (trader: Trader, bid: PreparedBid, isInternal = false): Promise<PushedBid> =>
  trader.post('pushBid', signedBid(trader, bid, isInternal));

/** Prepared, signed and listed. */
export async function placeBid(
  trader: Trader,
  tick: string,
  rungs: readonly Rung[],
  terms: BidTerms = {},
): Promise<PushedBid> {
  const isInternal = terms.signingKey === 'internal';
  return pushBid(trader, await prepareBid(trader, tick, rungs, terms), isInternal);
}

export interface Into {
  readonly orderId: string;
  readonly lot: OwnLot;
}

export function prepareSale(
  seller: Trader,
  fills: readonly Into[],
  terms: Partial<BodyOf<'prepareFills'>> = {},
): Promise<PreparedFills> {
  return seller.post('prepareFills', {
    net: 'regtest',
    sellerAddress: seller.address,
    publicKey: bytesToHex(seller.publicKey),
    feeRate: 2,
    fills: fills.map(({ orderId, lot }) => ({ orderId, outpoint: lot.coin.outpoint })),
    ...terms,
  });
}

export const signedSale = (seller: Trader, sale: PreparedFills): BodyOf<'submitFills'> => ({
  net: 'regtest',
  address: seller.address,
  saleId: sale.saleId,
  psbtRaws: sale.transactions.map(({ psbtRaw, toSignInputs }) => seller.sign(psbtRaw, toSignInputs)),
});

export const submitSale = (seller: Trader, sale: PreparedFills): Promise<FilledBids> =>
  seller.post('submitFills', signedSale(seller, sale));

export async function sellInto(seller: Trader, fills: readonly Into[]): Promise<FilledBids> {
  return submitSale(seller, await prepareSale(seller, fills));
}

export function prepareCancel(
  trader: Trader,
  asked: {
    readonly kind: 'funding' | 'locks';
    readonly bidId?: string;
    readonly orderIds?: readonly string[];
  },
  feeRate = 3,
): Promise<PreparedBidCancel> {
  const own = { net: 'regtest', address: trader.address, publicKey: bytesToHex(trader.publicKey) } as const;
  const { orderIds, ...what } = asked;
  const named = orderIds === undefined ? {} : { orderIds: [...orderIds] };
  return trader.post('prepareBidCancel', { ...own, ...what, ...named, feeRate });
}

export function submitCancel(trader: Trader, cancel: PreparedBidCancel, kind: 'funding' | 'locks') {
  const psbtRaw =
    kind === 'locks' ? signLeaf(trader, cancel) : trader.sign(cancel.psbtRaw, cancel.toSignInputs);
  const own = { net: 'regtest', address: trader.address } as const;
  return trader.post('submitBidCancel', { ...own, cancelId: cancel.cancelId, psbtRaw });
}

export const orderOf = (world: World, trader: Trader, orderId: string): Promise<Order> =>
  callApi(world.origin, 'order', { params: { book: trader.book, orderId }, query: { net: 'regtest' } });
