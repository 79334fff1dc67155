/** A fill of a bid in its one wire shape, and exactly back; the ticket of its lock goes beside it. */
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';

/** @typeParam C how a coin is written: whole, or as an outpoint for a reader that looks coins up itself */
export interface WireFillPlan<C> {
  /** The lock's own. */
  readonly coin: C;
  readonly lot: C;
  readonly lotSequence: number;
  readonly sellerScript: string;
  readonly sellerKey: string;
  readonly serviceFee: { readonly script: string; readonly value: string } | null;
  readonly feeRateSatVb: number;
  /** What the seller gets, in sat. */
  readonly proceeds: string;
}

/** What `psbt` calls a FillPlan, without its lock. This package may not import it: the compiler compares the two where they meet. */
export interface PlannedFill {
  readonly coin: Coin;
  readonly lot: Coin;
  readonly lotSequence: number;
  readonly sellerScript: Uint8Array;
  readonly sellerKey: Uint8Array;
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  readonly feeRateSatVb: number;
  readonly proceeds: Sats;
}

export function fillToWire<C>(plan: PlannedFill, write: (coin: Coin) => C): WireFillPlan<C> {
  const { serviceFee, lotSequence, feeRateSatVb } = plan;
  return {
    coin: write(plan.coin),
    lot: write(plan.lot),
    lotSequence,
    sellerScript: bytesToHex(plan.sellerScript),
    sellerKey: bytesToHex(plan.sellerKey),
    serviceFee:
      serviceFee === undefined
        ? null
        : { script: bytesToHex(serviceFee.script), value: serviceFee.value.toString() },
    feeRateSatVb,
    proceeds: plan.proceeds.toString(),
  };
}

/**
 * The fill that a wire plan describes.
 * @param read gives the coin; what it throws is thrown
 * @throws invariant when an amount or a script is none; a plan from outside is parsed by its schema first
 */
export function fillFromWire<C>(plan: WireFillPlan<C>, read: (coin: C) => Coin): PlannedFill {
  const { serviceFee, lotSequence, feeRateSatVb } = plan;
  return {
    coin: read(plan.coin),
    lot: read(plan.lot),
    lotSequence,
    sellerScript: hexToBytes(plan.sellerScript),
    sellerKey: hexToBytes(plan.sellerKey),
    serviceFee:
      serviceFee === null
        ? undefined
        : { script: hexToBytes(serviceFee.script), value: sats(BigInt(serviceFee.value)) },
    feeRateSatVb,
    proceeds: sats(BigInt(plan.proceeds)),
  };
}
