/** Whole square roots of amounts, exact at any size. Pure. */
import { invariant } from '@rialto/protocols';

/**
 * The largest whole number whose square is not above the value (Newton's method, from above).
 * @param value not below zero
 */
export function wholeRoot(value: bigint): bigint {
  invariant(value >= 0n, 'only what is not below zero has a root');
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
