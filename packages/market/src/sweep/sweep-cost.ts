/** What buying several lots in one transaction really costs: prices, service fee, network fee of every lot, sats that stay on coins. */
import { sats } from '@rialto/protocols';
import type { Amount, FeeRate, Sats } from '@rialto/protocols';
import { takeServiceFee } from '../fees.ts';
import type { ServiceFeeTerms } from '../fees.ts';

/** An ask as a sweep weighs it. */
export interface SweepAsk {
  readonly id: string;
  readonly total: Sats;
  readonly amount: Amount;
  /** What its input and its payment add to the transaction, in weight units (BIP-141). */
  readonly weight: number;
  /** Sats of the lot that come to the buyer as money: all of a bare MRC-20 lot's, none of a BRC-20 lot's. */
  readonly brings: Sats;
  /** True when its taker owes no service fee for it. */
  readonly free?: boolean;
}

export interface SweepTerms {
  readonly feeRateSatVb: FeeRate;
  /** The transaction without any lot: the buyer's coins, the token coin, service fee and change, in weight units. */
  readonly weight: number;
  /** The part of it that is the service fee's output, which a take of free asks alone does not have; 0 when absent. */
  readonly serviceWeight?: number;
  /** Sats that stay on the buyer's token coin: its dust, or the pad in it. */
  readonly dust: Sats;
  readonly service: ServiceFeeTerms;
}

/** Everything a basket costs, sat by sat. */
export interface SweepCost {
  readonly prices: Sats;
  readonly serviceFee: Sats;
  readonly networkFee: Sats;
  readonly dust: Sats;
  readonly brings: Sats;
  /** By how much the buyer's money shrinks. */
  readonly total: Sats;
}

/** A fee rate to a thousandth, as every fee of the exchange is computed. */
export function thousandthsOf(feeRateSatVb: FeeRate): bigint {
  return BigInt(Math.round(feeRateSatVb * 1000));
}

/** The true cost of a basket of at least one ask; the fee of whole virtual bytes, rounded up. Free asks owe no service fee. */
export function sweepCost(asks: readonly SweepAsk[], terms: SweepTerms): SweepCost {
  const sum = (of: (ask: SweepAsk) => bigint): Sats => sats(asks.reduce((all, ask) => all + of(ask), 0n));
  const prices = sum((ask) => ask.total);
  const brings = sum((ask) => ask.brings);
  const owed = takeServiceFee(
    asks.map((ask) => ({ price: ask.total, free: ask.free === true })),
    terms.service,
  );
  const service = owed ?? sats(0n);
  const frame = owed === undefined ? freeWeight(terms) : terms.weight;
  const weight = asks.reduce((all, ask) => all + ask.weight, frame);
  const networkFee = sats((BigInt(Math.ceil(weight / 4)) * thousandthsOf(terms.feeRateSatVb) + 999n) / 1000n);
  const { dust } = terms;
  const total = sats(prices + service + networkFee + dust - brings);
  return { prices, serviceFee: service, networkFee, dust, brings, total };
}

/** The transaction without any lot and without a service fee, in weight units. */
export function freeWeight({ weight, serviceWeight = 0 }: SweepTerms): number {
  return weight - serviceWeight;
}
