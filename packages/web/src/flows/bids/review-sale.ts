/** The review of a sale into bids: each transaction is made again from the bid's ticket and one's own lot (threats §F7). */
import type { FillToSign, PreparedFills } from '@rialto/contract';
import { coinFromWire, ticketFromWire } from '@rialto/contract';
import { serviceFee } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { hexToBytes, sats } from '@rialto/protocols';
import type { Amount, Network, Sats } from '@rialto/protocols';
import { addressToScript, checkFill } from '@rialto/psbt';
import type { FillExpectation, Mismatch } from '@rialto/psbt';
import { mismatchWords } from '../mismatch-words.ts';
import { bytesIn } from '../read-bytes.ts';
import type { Review, ReviewPart } from '../review.ts';
import { t } from '../../words.ts';

/** A bid as the user saw it when choosing it, and the lot that answers it. */
export interface ChosenBid {
  readonly orderId: string;
  /** What it pays, in sat. */
  readonly price: Sats;
  readonly units: Amount;
  /** No service fee is owed for it. */
  readonly free: boolean;
  readonly lot: { readonly outpoint: string; readonly inscriptionId: string };
}

export interface SaleIntent {
  readonly network: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
  readonly sellerAddress: string;
  readonly publicKey: string;
  readonly bids: readonly ChosenBid[];
  readonly feeRateSatVb: number;
  readonly highFee: boolean;
}

/** @throws Error with a sentence for people when the bytes cannot be read */
export function reviewSale(prepared: PreparedFills, intent: SaleIntent): Review {
  const { bids, tick, network } = intent;
  const { transactions } = prepared;
  const fills = bids.map((bid, at) => checked(transactions[at], bid, intent));
  const sum = (part: (one: (typeof fills)[number]) => bigint): bigint =>
    fills.reduce((all, one) => all + part(one), 0n);
  const [price, service, fee, proceeds] = [
    sum((one) => one.price),
    sum((one) => one.serviceFee),
    sum((one) => one.networkFee),
    sum((one) => one.proceeds),
  ];
  const units = bids.reduce((all, bid) => all + bid.units, 0n) as Amount;
  const brought = sum((one) => one.lotValue);
  const mismatches = fills.flatMap((one) => one.mismatches);
  const isAll = transactions.length === bids.length && sum((one) => one.proceeds) === BigInt(prepared.total);
  const whole: readonly Mismatch[] = isAll ? mismatches : [...mismatches, { code: 'sale-differs' }];
  return {
    give: [{ kind: 'token', units, tick, note: t('each lot whole, to its bidder') }],
    get: [{ kind: 'sats', value: sats(proceeds), note: t('all fees paid') }],
    networkFee: sats(fee),
    vsize: Number(sum((one) => BigInt(one.vsize))),
    feeRateSatVb: intent.feeRateSatVb,
    serviceFee: sats(service),
    alsoMoves: [],
    mismatches: mismatchWords(whole, network),
    sum: {
      name: t('You get'),
      parts: partsOf({ price, service, fee, carried: proceeds + service + fee - price }),
    },
    wallet: { shows: proceeds - brought, onCoins: brought },
  };
}

interface Checked {
  readonly mismatches: readonly Mismatch[];
  readonly price: bigint;
  readonly lotValue: bigint;
  readonly serviceFee: bigint;
  readonly networkFee: bigint;
  readonly proceeds: bigint;
  readonly vsize: number;
}

const NOTHING = { lotValue: 0n, serviceFee: 0n, networkFee: 0n, proceeds: 0n, vsize: 0 };

function checked(fill: FillToSign | undefined, bid: ChosenBid, intent: SaleIntent): Checked {
  const { price } = bid;
  if (fill === undefined || fill.orderId !== bid.orderId)
    return { ...NOTHING, price, mismatches: [{ code: 'bid-differs' }] };
  const { mismatches, plan, does } = checkFill(
    {
      psbt: bytesIn(fill.psbtRaw),
      toSign: fill.toSignInputs,
      ticket: ticketFromWire(fill.ticket),
      coins: fill.coins.map(coinFromWire),
    },
    expectedOf(fill, bid, intent),
  );
  if (plan === undefined || does === undefined) return { ...NOTHING, price, mismatches };
  const { lot, proceeds } = plan;
  const fees = { serviceFee: BigInt(fill.serviceFee), networkFee: does.fee, vsize: does.vsize };
  return { ...fees, price, mismatches, lotValue: lot.value, proceeds };
}

function expectedOf(
  { serviceFee: service, feeAddress, proceeds }: FillToSign,
  { price, units, free, lot }: ChosenBid,
  { network, assetId, sellerAddress, publicKey, feeRateSatVb }: SaleIntent,
): FillExpectation {
  const value = sats(BigInt(service));
  return {
    sellerScript: addressToScript(sellerAddress, network),
    sellerKey: hexToBytes(publicKey),
    lot: { ...lot, asset: assetId, units },
    price,
    serviceFee: value > 0n ? { script: addressToScript(feeAddress, network), value } : undefined,
    maxServiceFee: free ? 0n : serviceFee(price),
    feeRateSatVb,
    proceeds: BigInt(proceeds),
  };
}

function partsOf(sum: {
  readonly price: bigint;
  readonly service: bigint;
  readonly fee: bigint;
  readonly carried: bigint;
}): readonly ReviewPart[] {
  return [
    { id: 'price', name: t('Price'), value: sum.price },
    { id: 'service', name: t('Service fee'), value: -sum.service, nothing: t('none') },
    { id: 'network', name: t('Network fee'), value: -sum.fee },
    { id: 'carried', name: t('Sats of your lots, less 546 for each bidder’s coin'), value: sum.carried },
  ];
}
