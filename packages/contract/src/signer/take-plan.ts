/** A take plan in its one wire shape, and exactly back: stored with whole coins, sent to the signer with their outpoints alone. */
import { bytesToHex, hexToBytes, sats } from '@rialto/protocols';
import type { Coin, Sats } from '@rialto/protocols';
import type { WireTicket } from '../wire/ticket.ts';
import { ticketFromWire, ticketToWire } from '../wire/wire-ticket.ts';
import type { PlainTicket } from '../wire/wire-ticket.ts';

/** @typeParam C how a coin is written: whole, or as an outpoint for a reader that looks coins up itself */
export interface WireTakePlan<C> {
  readonly lots: readonly WireTakeLot<C>[];
  readonly buyerScript: string;
  readonly buyerKey: string;
  readonly pad: { readonly coin: C; readonly platform: boolean };
  readonly payments: readonly C[];
  readonly serviceFee: { readonly script: string; readonly value: string } | null;
  readonly feeRateSatVb: number;
  readonly change: string | null;
  /** Of a live bid: the lot's owner signs the whole transaction. */
  readonly live?: true | undefined;
}

export interface WireTakeLot<C> {
  readonly coin: C;
  readonly price: string;
  readonly payScript: string;
  readonly sequence: number;
  /** Of the lock it lies in; absent where it lies in none. */
  readonly ticket?: WireTicket;
}

/** What `psbt` calls a TakePlan. This package may not import it: the compiler compares the two where they meet. */
/** @typeParam L what `psbt` calls a Lock */
export interface PlannedTake<L extends { readonly ticket: PlainTicket } = { readonly ticket: PlainTicket }> {
  readonly lots: readonly {
    readonly coin: Coin;
    readonly price: Sats;
    readonly payScript: Uint8Array;
    readonly sequence: number;
    readonly lock?: L;
  }[];
  readonly buyerScript: Uint8Array;
  readonly buyerKey: Uint8Array;
  readonly pad: { readonly coin: Coin; readonly platform: boolean };
  readonly payments: readonly Coin[];
  readonly serviceFee: { readonly script: Uint8Array; readonly value: Sats } | undefined;
  readonly feeRateSatVb: number;
  readonly change: Sats | undefined;
  readonly live?: true;
}

export function planToWire<C>(plan: PlannedTake, write: (coin: Coin) => C): WireTakePlan<C> {
  const { serviceFee, change } = plan;
  return {
    lots: plan.lots.map(({ coin, price, payScript, sequence, lock }) => ({
      coin: write(coin),
      price: price.toString(),
      payScript: bytesToHex(payScript),
      sequence,
      ...(lock === undefined ? {} : { ticket: ticketToWire(lock.ticket) }),
    })),
    buyerScript: bytesToHex(plan.buyerScript),
    buyerKey: bytesToHex(plan.buyerKey),
    pad: { coin: write(plan.pad.coin), platform: plan.pad.platform },
    payments: plan.payments.map(write),
    serviceFee:
      serviceFee === undefined
        ? null
        : { script: bytesToHex(serviceFee.script), value: serviceFee.value.toString() },
    feeRateSatVb: plan.feeRateSatVb,
    change: change === undefined ? null : change.toString(),
    ...(plan.live === true ? { live: true } : {}),
  };
}

/**
 * The plan that a wire plan describes.
 * @param read gives the coin, and `lockOf` the lock of a ticket; what they throw is thrown
 * @throws invariant when an amount or a script is none; a plan from outside is parsed by its schema first
 */
export function planFromWire<C, L extends { readonly ticket: PlainTicket }>(
  plan: WireTakePlan<C>,
  read: (coin: C) => Coin,
  lockOf: (ticket: PlainTicket) => L,
): PlannedTake<L> {
  const { serviceFee, change } = plan;
  return {
    lots: plan.lots.map(({ coin, price, payScript, sequence, ticket }) => ({
      coin: read(coin),
      price: sats(BigInt(price)),
      payScript: hexToBytes(payScript),
      sequence,
      ...(ticket === undefined ? {} : { lock: lockOf(ticketFromWire(ticket)) }),
    })),
    buyerScript: hexToBytes(plan.buyerScript),
    buyerKey: hexToBytes(plan.buyerKey),
    pad: { coin: read(plan.pad.coin), platform: plan.pad.platform },
    payments: plan.payments.map(read),
    serviceFee:
      serviceFee === null
        ? undefined
        : { script: hexToBytes(serviceFee.script), value: sats(BigInt(serviceFee.value)) },
    feeRateSatVb: plan.feeRateSatVb,
    change: change === null ? undefined : sats(BigInt(change)),
    ...(plan.live === true ? { live: true } : {}),
  };
}
