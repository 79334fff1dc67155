/** What the network may be paid by a transaction that the signer puts its name to. */

/** Bounds of the network fee. The buyer pays it and has signed it; a blow-up is still refused here (threats §B7). */
export interface FeeBounds {
  readonly lowestRate: number;
  readonly highestRate: number;
  readonly highestFee: bigint;
}
