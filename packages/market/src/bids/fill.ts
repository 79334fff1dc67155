/** A sale into bids: which of them an amount meets, which lots answer them, and what is left of the price. Pure. */
import { sats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { isBuyable } from '../book.ts';
import type { BookRow } from '../book.ts';
import { serviceFee } from '../fees.ts';
import type { MarketName } from '../order-types.ts';

/** The token's coin that the bidder gets: no less may stand on it, and no more does. */
const FILL_DUST = 546n as Sats;

/** In vB, proven on a node (trading §8): BRC-20 with a P2WSH lock, the larger of the two. */
export const FILL_VSIZE: Readonly<Record<MarketName, number>> = {
  brc20: 304,
  mrc20: 302,
  idcoin: 302,
  runes: 302,
};

/** What a market sell meets. */
interface Met {
  readonly rows: readonly BookRow[];
  /** Of the amount, what no bid takes: a bid is filled whole or not at all. */
  readonly rest: Amount;
}

/**
 * The best bids that fit into an amount whole, best first.
 * @param bids best first
 * @param sale.least only bids at this price or better: sat per whole token × 10^18
 */
export function bidsFor(
  bids: readonly BookRow[],
  sale: { readonly amount: bigint; readonly most: number; readonly least?: bigint },
): Met {
  let rest = sale.amount;
  const met: BookRow[] = [];
  for (const row of bids) {
    if (met.length >= sale.most || row.rate < (sale.least ?? 0n)) break;
    if (!isBuyable(row) || row.amount > rest) continue;
    met.push(row);
    rest -= row.amount;
  }
  return { rows: met, rest: rest as Amount };
}

/** A bid, and the lot of one's own that answers it. */
export interface Answer<Lot> {
  readonly row: BookRow;
  /** Undefined while there is none of exactly this amount. */
  readonly lot: Lot | undefined;
}

/** Gives every bid a lot of exactly its amount, no lot twice. */
export function answersOf<Lot extends { readonly outpoint: string; readonly units: bigint }>(
  rows: readonly BookRow[],
  lots: readonly Lot[],
): readonly Answer<Lot>[] {
  const left = [...lots];
  return rows.map((row) => {
    const at = left.findIndex((lot) => lot.units === row.amount);
    return { row, lot: at < 0 ? undefined : left.splice(at, 1)[0] };
  });
}

interface Proceeds {
  readonly serviceFee: Sats;
  readonly networkFee: Sats;
  /** What the seller is paid in the end; may be below zero for a small bid at a high rate. */
  readonly proceeds: bigint;
}

/**
 * What a fill pays its seller: the price and the sats of the lot, less the 546 sat of the bidder's coin, the service fee (the seller
 * is the taker) and the network fee.
 */
export function fillProceeds(fill: {
  readonly price: bigint;
  readonly lotValue: bigint;
  readonly free: boolean;
  readonly vsize: number;
  readonly feeRateSatVb: number;
}): Proceeds {
  const { price, lotValue, free, vsize, feeRateSatVb } = fill;
  const service = free ? sats(0n) : serviceFee(sats(price));
  const networkFee = sats(BigInt(Math.ceil(vsize * feeRateSatVb)));
  const proceeds = price + lotValue - FILL_DUST - service - networkFee;
  return { serviceFee: service, networkFee, proceeds };
}
