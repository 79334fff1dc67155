/** Whole numbers of any size. Pure. */

/** The quotient, rounded up. */
export const ceilDiv = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Below zero when the first is smaller: for sorting. */
export const compareWhole = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
