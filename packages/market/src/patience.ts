/** How long a purchase may keep a lot that no block takes, and how often a buyer may take purchases back. Heights of blocks only. */

/**
 * The first block at whose height a purchase that none has taken by then may be ended by its seller.
 * @param waitedBefore blocks that its buyer has kept the order waiting before, in purchases that came to nothing
 */
export function endableFrom(sentAtHeight: number, lateBlocks: number, waitedBefore: number): number {
  return sentAtHeight + Math.max(0, lateBlocks - waitedBefore);
}

export interface VoidRule {
  /** So many purchases that came to nothing by their buyer's own doing are too many; 0: any number is allowed. */
  readonly limit: number;
  /** Within so many blocks. */
  readonly within: number;
  /** No new purchase for so many blocks after the last of them. */
  readonly pause: number;
}

/**
 * The block from which purchases are possible again.
 * @param heights at which a buyer's purchases came to nothing by their own doing, in any order
 * @returns undefined when there were not too many
 */
export function takesPausedUntil(heights: readonly number[], rule: VoidRule): number | undefined {
  if (rule.limit === 0) return undefined;
  const latestFirst = heights.toSorted((a, b) => b - a);
  const [last, first] = [latestFirst[0], latestFirst[rule.limit - 1]];
  if (last === undefined || first === undefined || last - first >= rule.within) return undefined;
  return last + rule.pause;
}
