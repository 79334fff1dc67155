/** How far a pool's reserves can be from what they seem: the coordinate rule, on which every price stands. Pure. */

/** What a pool holds. */
export interface Reserves {
  /** In sat. */
  readonly r1: bigint;
  /** Of the token, in smallest units. */
  readonly r2: bigint;
  /** Shares outside the share coin, the burned ones included. */
  readonly shares: bigint;
}

/** What one act does to the reserves; below zero where the pool gives. */
export interface PoolChange {
  readonly d1: bigint;
  readonly d2: bigint;
  readonly ds: bigint;
}

interface Span {
  readonly least: bigint;
  readonly most: bigint;
}

/** The least and the most that each reserve can be when an act confirms. */
export interface Reach {
  readonly r1: Span;
  readonly r2: Span;
  readonly shares: Span;
}

/** The reserves after one more act. */
export function after(reserves: Reserves, change: PoolChange): Reserves {
  return {
    r1: reserves.r1 + change.d1,
    r2: reserves.r2 + change.d2,
    shares: reserves.shares + change.ds,
  };
}

/** Takes in every change on its own side: what only adds raises the most, what only takes lowers the least. */
function spanOf(base: bigint, changes: readonly bigint[]): Span {
  let [least, most] = [base, base];
  for (const change of changes) {
    if (change < 0n) least += change;
    else most += change;
  }
  return { least, most };
}

/**
 * The coordinate rule: each reserve by itself at its least and at its most over all sets of the other acts, whichever of them
 * confirm. An amount computed at the worse end of each is safe in every one of those sets, and with it k per share squared never
 * falls.
 * @param base what is confirmed, and all that the new act stands on
 * @param others what everything else that can still confirm beside the new act would change
 * @returns sat, smallest units and shares; a least may be below one, where the others could empty the pool. Source: pools §3
 */
export function reachOf(base: Reserves, others: readonly PoolChange[]): Reach {
  return {
    r1: spanOf(
      base.r1,
      others.map(({ d1 }) => d1),
    ),
    r2: spanOf(
      base.r2,
      others.map(({ d2 }) => d2),
    ),
    shares: spanOf(
      base.shares,
      others.map(({ ds }) => ds),
    ),
  };
}
