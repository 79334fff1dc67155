/** What a review says of a transaction, before the wallet opens: read from its bytes, compared with what was asked. */
import type { Amount, Sats } from '@rialto/protocols';

export type ReviewLine =
  | { readonly kind: 'sats'; readonly value: Sats; readonly note: string }
  | { readonly kind: 'token'; readonly units: Amount; readonly tick: string; readonly note: string };

export interface Review {
  readonly give: readonly ReviewLine[];
  readonly get: readonly ReviewLine[];
  readonly networkFee: Sats;
  readonly vsize: number;
  readonly feeRateSatVb: number;
  readonly serviceFee: Sats;
  /** Sats that move without being a price or a fee, in words; empty when there are none. */
  readonly alsoMoves: readonly string[];
  /** Why the bytes are not what was asked. Anything here forbids to go on. */
  readonly problems: readonly string[];
}

export interface ToSign {
  readonly index: number;
  readonly sighash: number;
}

/** An order as the person saw it when choosing it. */
export interface ChosenAsk {
  readonly orderId: string;
  readonly total: Sats;
  readonly units: Amount;
  readonly sellerAddress: string;
  readonly inscriptionId: string;
  readonly outpoint: string;
}
