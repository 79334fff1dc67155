/** The review of a swap, from the bytes: what changes in the wallet, and why it would not go on. */
import { amount, bytesToHex, sats } from '@rialto/protocols';
import { buildAct, planSwapBuy } from '@rialto/psbt';
import { expect, it } from 'vitest';
import { reviewPool } from '../../src/flows/pools/review-pool.ts';
import type { PoolTask } from '../../src/flows/pools/asked-of-pool.ts';
import { cleanCoin } from '../fake/people.ts';
import { RATE, built, buyer, intent, lane, operator, pool, task } from './swap-of-runes.ts';

it('says what goes and what comes, to the sat and to the unit, on a lane that waits for its block', () => {
  expect(reviewPool(task, intent)).toMatchObject({
    ...{ sats: -100_000n - built.fee, units: 8_100n, shares: 0n, serviceFee: 546n, networkFee: built.fee },
    ...{ worse: 0, mismatches: [] },
  });
});

it('says how far the price moved since the form', () => {
  expect(reviewPool(task, { ...intent, other: '8182' }).worse).toBe(100);
});

it.each<[string, Partial<PoolTask>, object, RegExp]>([
  ['fewer tokens than were said', { amount2: '8101' }, {}, /something other than you were told/],
  [
    'more money than was said',
    { amount1: '99999' },
    { amount: '99999' },
    /something other than you were told/,
  ],
  ['another amount than was typed', {}, { amount: '99999' }, /different action/],
  ['another side than was typed', { type: 'x2' }, {}, /different action/],
  ['another network fee', { minerFee: '1' }, {}, /network fee differs/],
  ['another service fee', { serviceFee: '545' }, {}, /service fee/],
  ['a signature of somebody else’s coin', { toSignInputs: [{ index: 1, sighash: 1 }] }, {}, /other inputs/],
  ['a dearer rate than was chosen', {}, { feeRateSatVb: 1 }, /above the rate/],
  ['another token', {}, { asset: 'rune:100:2' }, /something other than you were told/],
  ['a fee for lots, where there are none', { restockFee: '1' }, {}, /service fee/],
  ['lots, where there are none', { lots: ['8100'] }, {}, /other lots/],
])('forbids %s', (_what, lie, asked, words) => {
  const { mismatches } = reviewPool({ ...task, ...lie }, { ...intent, ...asked });
  expect(mismatches.join(' ')).toMatch(words);
});

it('forbids a service fee that no operator may ask for', () => {
  const dear = planSwapBuy({
    pool,
    payer: { script: buyer.script, key: buyer.key, coins: [cleanCoin(buyer, 1, 200_000n)] },
    lanes: [{ coin: lane, next: { value: sats(1_090_000n), amount: amount(81_900n) } }],
    serviceFee: { script: operator.script, value: sats(10_000n) },
    feeRateSatVb: RATE,
  });
  const bytes = buildAct(dear);
  const lie = { rawPsbt: bytesToHex(bytes.psbt), serviceFee: '10000', minerFee: bytes.fee.toString() };
  expect(reviewPool({ ...task, ...lie }, intent).mismatches).toEqual([
    'The service fee is higher than the one you were shown.',
  ]);
});
