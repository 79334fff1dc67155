/** The transaction of a check pays for exactly the check that its swap needs, and gives the rest back to whoever paid. */
import { checkScript } from '@rialto/contracts';
import { equalBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import {
  CHECK_AT,
  LEAST_CHANGE,
  POOL_SPACE_AT,
  checkBodyOfBuy,
  checkBodyOfSell,
  checkOfBuy,
  checkOfSell,
  coinOf,
  isCheckOf,
  nameMvcTransaction,
  planBuy,
  planSell,
  poolSpaceOfSell,
  refillOf,
} from '../src/index.ts';
import type { MvcBody } from '../src/index.ts';
import { FEE_WALLET, POOL, STRANGER, aBuy, aSell, only, paid, sats } from './swaps.ts';

const CHECK = { sats: sats(1_000n), fee: sats(6_000n) };

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const paidOut = ({ outputs }: MvcBody): bigint => outputs.reduce((sum, { value }) => sum + value, 0n);

describe('of a purchase', () => {
  const { chain, request: given } = aBuy();
  const coin = only(chain.fund([paid(FEE_WALLET, 100_000n)]));
  const terms = { ...CHECK, coin, script: checkScript(checkOfBuy(given)) };
  const request = { ...given, refill: refillOf(terms) };

  it('it spends the wallet’s coin, which gets back the rest now and the cost with the purchase', () => {
    const body = checkBodyOfBuy(request, terms);
    expect(body.inputs).toHaveLength(1);
    expect(body.outputs).toEqual([
      { value: CHECK.sats, script: terms.script },
      { value: 93_000n, script: FEE_WALLET.script },
    ]);
    expect(coin.value - paidOut(body)).toBe(CHECK.fee);
    const check = coinOf(nameMvcTransaction(body), CHECK_AT);
    const refill = planBuy(request, check).outputs.filter(({ script }) =>
      equalBytes(script, FEE_WALLET.script),
    );
    expect(refill).toEqual([{ value: 7_000n, script: FEE_WALLET.script }]);
  });

  it('it keeps even a satoshi of the wallet’s, and makes no output of nothing', () => {
    const exactly = (value: bigint) =>
      checkBodyOfBuy(request, { ...terms, coin: { ...coin, value: sats(value) } });
    expect(exactly(7_001n).outputs).toHaveLength(2);
    expect(exactly(7_000n).outputs).toHaveLength(1);
    expect(codeOf(() => exactly(6_999n))).toBe('insufficient-funds');
  });

  it.each([
    [
      'the check of another sum',
      () => checkBodyOfBuy({ ...request, units: request.units + 1n }, terms),
      'script-not-allowed',
    ],
    [
      'another script',
      () => checkBodyOfBuy(request, { ...terms, script: POOL.script }),
      'script-not-allowed',
    ],
    [
      'no fee',
      () =>
        checkBodyOfBuy(
          { ...request, refill: refillOf({ ...terms, fee: sats(0n) }) },
          { ...terms, fee: sats(0n) },
        ),
      'fee-too-low',
    ],
    [
      'nothing in its coin',
      () =>
        checkBodyOfBuy(
          { ...request, refill: refillOf({ ...terms, sats: sats(0n) }) },
          { ...terms, sats: sats(0n) },
        ),
      'too-small',
    ],
    [
      'a coin of nobody',
      () => checkBodyOfBuy(request, { ...terms, coin: { ...coin, script: terms.script } }),
      'not-yours',
    ],
    ['nothing given back', () => checkBodyOfBuy({ ...request, refill: undefined }, terms), 'amount-differs'],
    [
      'less given back',
      () => checkBodyOfBuy({ ...request, refill: paid(FEE_WALLET, 6_999n) }, terms),
      'amount-differs',
    ],
    [
      'it given to another',
      () => checkBodyOfBuy({ ...request, refill: paid(STRANGER, 7_000n) }, terms),
      'amount-differs',
    ],
  ])('%s is refused', (_, act, code) => {
    expect(codeOf(act)).toBe(code);
  });
});

describe('of a sale', () => {
  const { request, chain } = aSell();
  const coin = only(chain.fund([paid(POOL, 50_000_000n)]));
  const terms = { ...CHECK, coin, script: checkScript(checkOfSell(request)) };
  const FEE = 17_000n;
  const exact = poolSpaceOfSell(request, FEE, CHECK.sats);

  it('it makes the coin that the sale needs to the satoshi, and keeps the rest for the pool', () => {
    const tx = nameMvcTransaction(checkBodyOfSell(request, terms, FEE));
    expect(tx.outputs.slice(1)).toEqual([paid(POOL, exact), paid(POOL, 50_000_000n - 7_000n - exact)]);
    const plan = planSell(request, coinOf(tx, POOL_SPACE_AT), coinOf(tx, CHECK_AT));
    expect(plan.fee).toBe(FEE);
    expect(isCheckOf(coinOf(tx, CHECK_AT).script, only(plan.checks))).toBe(true);
  });

  it('a rest too small for a coin goes to the miners', () => {
    const withLeft = (left: bigint) =>
      checkBodyOfSell(request, { ...terms, coin: { ...coin, value: sats(exact + 7_000n + left) } }, FEE);
    expect(withLeft(LEAST_CHANGE).outputs).toHaveLength(3);
    expect(withLeft(LEAST_CHANGE - 1n).outputs).toHaveLength(2);
    expect(codeOf(() => withLeft(-1n))).toBe('insufficient-funds');
  });

  it.each([
    [
      'the check of another sum',
      () => checkBodyOfSell({ ...request, units: request.units - 1n }, terms, FEE),
      'script-not-allowed',
    ],
    [
      'a coin of another',
      () => checkBodyOfSell(request, { ...terms, coin: { ...coin, ...paid(STRANGER, 50_000_000n) } }, FEE),
      'not-yours',
    ],
    [
      'no such output',
      () => coinOf(nameMvcTransaction(checkBodyOfSell(request, terms, FEE)), 3),
      'coin-unknown',
    ],
  ])('%s is refused', (_, act, code) => {
    expect(codeOf(act)).toBe(code);
  });
});
