import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { LOT_DEPTH, requireDeep } from '../src/lot-depth.ts';

/** What is said of a lot in this block, at this price, with the chain at 100. */
function said(height: number | undefined, price: bigint): string {
  try {
    requireDeep(height, price, { ...LOT_DEPTH, tipHeight: 100 });
    return 'deep';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

describe('the depth of a lot', () => {
  it.each([
    [100, 99_999n, 'deep'],
    [98, 100_000n, 'deep'],
    [99, 100_000n, 'coin-unconfirmed: 2 of 3 blocks'],
    [100, 100_000n, 'coin-unconfirmed: 1 of 3 blocks'],
    [101, 99_999n, 'coin-unconfirmed: 0 of 1 blocks'],
    [undefined, 99_999n, 'coin-unconfirmed'],
  ])('in block %s at %s sat: %s', (height, price, answer) => {
    expect(said(height, price)).toBe(answer);
  });
});
