/** What is said to a typed fee rate: zero too is told the least the node takes. */
import { expect, it } from 'vitest';
import { feeState, paidRate } from '../../src/data/fee-plan.ts';
import { feeError } from '../../src/screens/shell/fees/fee-error.ts';
import { sameAs, timeOf } from '../../src/screens/shell/fees/plan-times.ts';

const fees = {
  fastestFee: 10,
  halfHourFee: 6,
  hourFee: 4,
  economyFee: 3,
  minimumFee: 2,
};
type Fees = Parameters<typeof feeState>[0];
const said = (custom: string, known: Fees = fees): string | undefined =>
  feeError(feeState(known, { title: 'Custom', custom }, false), custom);

it.each([
  ['0', 'Minimum 2 sat/vB.'],
  ['0.0', 'Minimum 2 sat/vB.'],
  ['1.9', 'Minimum 2 sat/vB.'],
  ['', 'Enter a rate in sat/vB.'],
  ['.', 'Enter a rate in sat/vB.'],
  ['8,5', 'Enter a rate in sat/vB.'],
  ['1,200', 'Enter a rate in sat/vB.'],
  ['2', undefined],
  ['41', 'Over four times Fast: you will be asked to confirm.'],
  ['5001', 'Maximum 5,000 sat/vB.'],
])('a rate of "%s"', (custom, words) => {
  expect(said(custom)).toBe(words);
});

it('zero is no rate while the limits are not known', () => {
  const state = feeState(undefined, { title: 'Custom', custom: '0' }, false);
  expect(feeError(state, '0')).toBe('Enter a rate in sat/vB.');
});

it.each([
  ['7.5', 7.5],
  ['1.9', undefined],
  ['99999', undefined],
  ['abc', undefined],
  // It is asked about again before it is paid, and not refused.
  ['41', 41],
])('the header shows "%s" as %s', (custom, shown) => {
  expect(paidRate(feeState(fees, { title: 'Custom', custom }, false))).toBe(shown);
});

it('each plan has its time, a custom rate that of the plan it reaches, and equal rates are marked', () => {
  const timesAt = (custom: string, known = fees) => {
    const { plans } = feeState(known, { title: 'Custom', custom }, false);
    return plans.map((plan) => timeOf(plan, plans));
  };
  expect(timesAt('7')).toEqual(['over 1 h', '~1 h', '~30 min', '~10 min', '~30 min']);
  expect(timesAt('10').at(-1)).toBe('~10 min');
  expect(timesAt('2').at(-1)).toBeUndefined();
  expect(timesAt('99999').at(-1)).toBeUndefined();
  const { plans } = feeState({ ...fees, hourFee: 3 }, { title: 'Avg', custom: '2' }, false);
  expect(plans).toHaveLength(5);
  expect(plans.map((plan) => sameAs(plan, plans)?.title)).toEqual([
    undefined,
    'Eco',
    undefined,
    undefined,
    undefined,
  ]);
});
