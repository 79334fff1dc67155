/** What people paste into a field for a number, and what they mean by it. */
import { expect, it } from 'vitest';
import { numberIn } from '../../src/ui/number/number-text.ts';

it.each([
  ['500 FERN', 'FERN', '500'],
  ['1 250 FERN', 'FERN', '1250'],
  [' 1,250.5\u00a0fern ', 'FERN', '1,250.5'],
  ['1\u202f250', 'FERN', '1250'],
  ['1’250', 'FERN', '1250'],
  ['1,5', 'FERN', '1,5'],
  ['0.', 'FERN', '0.'],
  ['', 'FERN', ''],
  ['500 1a', '1a', '500'],
  ['5001', '1', '5001'],
  ['60000 sat', 'sat', '60000'],
  ['60,000 sats', 'sat', '60,000'],
  ['200000 sat', 'BTC', '0.002'],
  ['60,000 sats', 'BTC', '0.0006'],
  ['250000000 sat', 'BTC', '2.5'],
  ['100000000 sat', 'BTC', '1'],
  ['1.5 sat', 'BTC', undefined],
  ['0.002 BTC', 'sat', '200000'],
  ['₿', 'sat', undefined],
  ['1 BTC', 'sat', '100000000'],
  ['0.002 BTC', 'BTC', '0.002'],
  ['0.00000005 BTC', 'BTC', '0.00000005'],
  ['₿0.002', 'BTC', undefined],
  ['0.002 ₿', 'BTC', '0.002'],
  ['0.002 wBTC', 'wBTC', '0.002'],
  ['0.002 wBTC', 'BTC', undefined],
  ['0.002 BTC', 'wBTC', undefined],
  ['200000 sat', 'wBTC', undefined],
  ['5 OPENMEADOW', 'OPEN•MEADOW', '5'],
  ['5 OPEN•MEADOW', 'OPEN•MEADOW', '5'],
  ['0.0000000015 btc', 'sat', '0.15'],
  ['abc', 'FERN', undefined],
  ['FERN', 'FERN', undefined],
  ['1.2.3', 'FERN', undefined],
  ['-5', 'FERN', undefined],
  ['500 opal', 'FERN', undefined],
])('%j in a field of %s is %j', (text, unit, number) => {
  expect(numberIn(text, unit)).toBe(number);
});
