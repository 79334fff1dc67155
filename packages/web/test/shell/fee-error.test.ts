/** What is said to a typed fee rate: zero too is told the least the node takes. */
import { expect, it } from 'vitest';
import { feeState } from '../../src/data/fee-plan.ts';
import { feeError } from '../../src/screens/shell/fees/fee-error.ts';

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
  ['0', 'The node takes nothing below 2 sat/vB.'],
  ['0.0', 'The node takes nothing below 2 sat/vB.'],
  ['1.9', 'The node takes nothing below 2 sat/vB.'],
  ['', 'Type a rate in sat/vB.'],
  ['.', 'Type a rate in sat/vB.'],
  ['8,5', 'Type a rate in sat/vB.'],
  ['1,200', 'Type a rate in sat/vB.'],
  ['2', undefined],
  ['41', 'More than four times the fast plan: you will be asked again.'],
  ['5001', 'Nothing above 5,000 sat/vB is sent.'],
])('a rate of "%s"', (custom, words) => {
  expect(said(custom)).toBe(words);
});

it('zero is no rate while the limits are not known', () => {
  const state = feeState(undefined, { title: 'Custom', custom: '0' }, false);
  expect(feeError(state, '0')).toBe('Type a rate in sat/vB.');
});
