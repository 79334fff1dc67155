/** Sales into bids out of names alone, with every half but the signer's. Each test bends one thing. */
import { SignerRequest, fillToWire, ticketToWire } from '@rialto/contract';
import type { CancelRequest, FillRequest } from '@rialto/contract';
import { amount, brc20Asset, bytesToHex, hexToBytes, inscriptionId, sats } from '@rialto/protocols';
import type { Coin, CoinAsset, Txid } from '@rialto/protocols';
import {
  acceptCancelLocks,
  acceptFill,
  buildCancelLocks,
  buildFill,
  finishFill,
  planCancelLocks,
  planFill,
} from '@rialto/psbt';
import type { FillPlan, Finished, KeyKind, LockedCoin } from '@rialto/psbt';
import { MAN, bid, lockedCoin, signed } from './bids.ts';
import type { Bid } from './bids.ts';
import { bare } from './offers.ts';
import { coin, point, service, transferOn, user } from './people.ts';
import type { User } from './people.ts';

const TRADE = '2b0f4c1e-6c61-4b6e-9d3d-0a52ac2b5a11';
const txidOfName = (name: string): Txid => point(name).slice(0, 64) as Txid;

export const ORDI = brc20Asset(inscriptionId(txidOfName('deploy ordi'), 0));

export interface Sale {
  readonly bid: Bid;
  readonly plan: FillPlan;
  readonly seller: User;
}

interface Terms {
  readonly bid?: Bid;
  /** Which rung, from 0. */
  readonly at?: number;
  /** Of the lock's funding, when a block has it. */
  readonly height?: number;
  readonly kind?: KeyKind;
  readonly name?: string;
  /** Somebody with a key of one's own, and with this lot. */
  readonly seller?: User;
  readonly lot?: Coin;
  readonly assets?: readonly CoinAsset[];
  readonly fee?: bigint | null;
  readonly rate?: number;
  readonly lotSequence?: number;
}

/** A sale of 100 MAN into a bid for them, at the fee of its rate. */
export function sale(terms: Terms = {}): Sale {
  const { bid: given = bid(), at = 0, kind = 'p2tr', name = 'seller', fee = 2000n, rate = 4 } = terms;
  const seller = terms.seller ?? user(name, kind);
  const lock = given.locks[at];
  if (lock === undefined) throw new Error('no such rung');
  const lot = terms.lot ?? coin(`lot of ${name}`, seller, 546n, terms.assets ?? bare());
  const plan = planFill({
    lock,
    coin: lockedCoin(given, at, terms.height),
    lot,
    ...(terms.lotSequence === undefined ? {} : { lotSequence: terms.lotSequence }),
    sellerScript: seller.script,
    sellerKey: seller.key,
    serviceFee: fee === null ? undefined : { script: service().script, value: sats(fee) },
    feeRateSatVb: rate,
  });
  return { bid: given, plan, seller };
}

/** A bid for 1,000 ordi, and the transfer of them. */
export const ordiBid = (terms: Parameters<typeof bid>[0] = {}): Bid =>
  bid({ asset: ORDI, rungs: [{ units: 1000n }], ...terms });
export const ordiLot = (name: string): CoinAsset[] => [transferOn(`transfer ${name}`)];

/** As the socket would let it through. */
export function fillOf({ bid: given, plan, seller }: Sale, change: Partial<FillRequest> = {}): FillRequest {
  const built = buildFill(plan);
  const at = plan.lock.ticket.index - 1;
  const read = SignerRequest.parse({
    op: 'fill',
    fill: {
      tradeId: TRADE,
      unsigned: bytesToHex(built.unsigned),
      plan: fillToWire(plan, ({ outpoint }) => outpoint),
      ticket: ticketToWire(plan.lock.ticket),
      promise: bytesToHex(given.promises[at] ?? new Uint8Array()),
      sellerWitness: acceptFill(plan, signed(built, seller.secret)).map(bytesToHex),
      ...change,
    },
  });
  if (read.op !== 'fill') throw new Error('another request');
  return read.fill;
}

/** The final fill; throws unless every half verifies and it does what the plan says. */
export function finished({ plan }: Sale, request: FillRequest, signature: string): Finished {
  return finishFill(plan, {
    promise: hexToBytes(request.promise),
    exchange: hexToBytes(signature),
    seller: request.sellerWitness.map(hexToBytes),
  });
}

/** The way back of these rungs, signed by their owner. */
export function cancelOf(
  given: Bid,
  coins: readonly Coin[],
  { rate = 2, ...change }: Partial<CancelRequest> & { rate?: number } = {},
): CancelRequest {
  const locks = coins.map((one): LockedCoin => {
    const lock = given.locks.find(({ ticket }) => one.outpoint.endsWith(`:${ticket.index}`));
    if (lock === undefined) throw new Error('no such rung');
    return { lock, coin: one };
  });
  const plan = planCancelLocks({ locks, feeRateSatVb: rate });
  const built = buildCancelLocks(plan);
  const read = SignerRequest.parse({
    op: 'cancel',
    cancel: {
      locks: locks.map(({ lock, coin: { outpoint } }) => ({ ticket: ticketToWire(lock.ticket), outpoint })),
      feeRateSatVb: rate,
      refund: plan.refund.toString(),
      unsigned: bytesToHex(built.unsigned),
      userSignatures: acceptCancelLocks(plan, signed(built, given.secret)).map(bytesToHex),
      ...change,
    },
  });
  if (read.op !== 'cancel') throw new Error('another request');
  return read.cancel;
}

export const units = (count: bigint): CoinAsset[] => [
  { kind: 'mrc20', asset: MAN, tick: 'MAN', decimals: 0, amount: amount(count) },
];
