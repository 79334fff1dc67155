/** What a review says of a transaction, before the wallet opens: read from its bytes, compared with what was asked. */
import type { WireTicket } from '@rialto/contract';
import { TOKEN_DECIMALS } from '@rialto/market';
import type { Impact } from '@rialto/market';
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
  readonly mismatches: readonly string[];
  /** Of a purchase: all it costs. */
  readonly cost?: TrueCost;
  /** Of a purchase: what it does to the price. */
  readonly impact?: Impact;
  /** Of a purchase: tokens it brings, where more were asked for. */
  readonly short?: { readonly units: bigint; readonly asked: bigint };
  /** What the wallet will name as the sum, where that is another one. */
  readonly wallet?: WalletSum;
  /** The sum of what is no purchase: its parts and what they come to, in words. */
  readonly sum?: { readonly name: string; readonly parts: readonly ReviewPart[] };
  /** What else has to be known before it is signed, in words. */
  readonly notes?: readonly string[];
}

export interface ReviewPart {
  readonly id: string;
  readonly name: string;
  readonly value: bigint;
  /** Said of a part of nothing that matters all the same. */
  readonly nothing?: string;
}

/** Wallets add up what goes to and from the address; the page counts sats on a token coin as no money. */
export interface WalletSum {
  readonly shows: bigint;
  /** Sats on the coins of the tokens. */
  readonly onCoins: bigint;
}

export interface TrueCost {
  readonly price: Sats;
  readonly sellers: number;
  /** By how much the buyer's money shrinks: prices, fees, and what stays on the token coin, less what the lots bring. */
  readonly inAll: Sats;
  /** Sats that stay on the coin of the tokens and are no price and no fee. */
  readonly stays: bigint;
  /** All of it by the tokens it brings: sat per token, as decimal text. */
  readonly each: string;
  /** That over the best ask, in hundredths of a percent. */
  readonly eachOver: number | undefined;
}

export interface ToSign {
  readonly index: number;
  readonly sighash: number;
}

/** An order as the user saw it when choosing it. */
export interface ChosenAsk {
  readonly orderId: string;
  readonly total: Sats;
  readonly units: Amount;
  readonly sellerAddress: string;
  /** Empty where the coin itself is the lot. */
  readonly inscriptionId: string;
  readonly outpoint: string;
  /** No service fee is owed for it. */
  readonly free: boolean;
  /** Of a protected one: what its lock was made for. */
  readonly ticket?: WireTicket;
}

/** An amount of the ledger as the page counts: every token with 18 digits after the point. */
export function shownUnits(units: bigint, decimals: number): bigint {
  return units * 10n ** BigInt(TOKEN_DECIMALS - decimals);
}

/** The inverse: as the ledger counts a token of so many decimals. */
export function ledgerUnits(shown: bigint, decimals: number): bigint {
  return shown / 10n ** BigInt(TOKEN_DECIMALS - decimals);
}
