/** What a swap is said to weigh before it is built is never less than what it weighs, and little more. */
import { checkScript } from '@rialto/contracts';
import { describe, expect, it } from 'vitest';
import {
  checkBytes,
  checkOfBuy,
  checkOfSell,
  nameMvcTransaction,
  planBuy,
  planSell,
  swapBytes,
} from '../src/index.ts';
import type { MvcPlan, TokenCheck } from '../src/index.ts';
import { completed, tokenCoins } from './contracts.ts';
import type { Chain } from './contracts.ts';
import { POOL, USER, aBuy, aSell, halvesOf, paid, sats } from './swaps.ts';

const weighed = (chain: Chain, plan: MvcPlan): number =>
  nameMvcTransaction(completed(chain, plan, halvesOf(plan))).size;

function close(said: number, is: number): void {
  expect(said).toBeGreaterThanOrEqual(is);
  expect(said).toBeLessThan(is * 1.12 + 500);
}

const script = (check: TokenCheck): number => checkScript(check).length;

describe('a purchase', () => {
  it.each([1, 2, 5, 10])('with %d coins of the user', (count) => {
    const { chain, request, check } = aBuy();
    const userCoins = chain.fund(Array.from({ length: count }, () => paid(USER, 2_000_000n)));
    const plan = planBuy({ ...request, userCoins }, check);
    close(swapBytes(plan.checks, 1 + count), weighed(chain, plan));
  });

  it('and the transaction of its check', () => {
    const needed = checkOfBuy(aBuy().request);
    close(checkBytes([needed], 1), 4 + 1 + 148 + 1 + 11 + script(needed) + 34 + 4);
  });
});

describe('a sale', () => {
  it.each([
    [1, 0n],
    [1, 1n],
    [3, 1n],
    [4, 0n],
    [6, 1n],
    [10, 1n],
    [20, 1n],
  ])('of %d coins, %d units left', (count, left) => {
    const { chain, request } = aSell();
    const userTokens = Array.from({ length: count }, () =>
      tokenCoins(chain, [{ holder: USER.hash, units: 100n }]),
    ).flat();
    const sold = { ...request, userTokens, units: 100n * BigInt(count) - left };
    const needed = checkOfSell(sold);
    const [check, space] = chain.fund([
      { value: sats(1_000n), script: checkScript(needed) },
      { value: sats(9_000_000n), script: POOL.script },
    ]);
    if (check === undefined || space === undefined) throw new Error('two coins');
    const plan = planSell(sold, space, check);
    close(swapBytes([needed], 1), weighed(chain, plan));
    close(checkBytes([needed], 2), 4 + 1 + 148 + 1 + 11 + script(needed) + 68 + 4);
  });
});
