/** What a coin on a locked script is to its asset. */
export interface OnCoin {
  /** Origin units. */
  readonly amount: bigint;
  /** Something else lies on it. */
  readonly mixed: boolean;
  /** A lot of BRC-20 that is of what is locked, or one that came home: nobody's deposit. */
  readonly isOwnLot?: boolean;
}
