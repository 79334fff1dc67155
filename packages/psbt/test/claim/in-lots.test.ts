/** Which tokens are paid in lots, and what a coin holds of one thing alone. */
import type { Coin } from '@rialto/protocols';
import { expect, it } from 'vitest';
import { isInLots } from '../../src/claim/plan-lot-claim.ts';
import { soleAmount } from '../../src/draft/payer.ts';
import { pinOn, plainAsset, runeOn } from '../people.ts';
import { RUNE, runeCoin, satCoin } from './claims.ts';
import { MAN, ORDI, manLot, ordiLot, receipt } from './lot-claims.ts';

it('tokens of BRC-20 and MRC-20 are paid in lots, sats and runes are not', () => {
  expect([ORDI, MAN, RUNE, 'sats' as const].map(isInLots)).toEqual([true, true, false, false]);
});

it.each<[string, Coin, Parameters<typeof soleAmount>[1], bigint | undefined]>([
  ['a lot of BRC-20', ordiLot('a', 7n), ORDI, 7n],
  ['a lot of MRC-20 with its receipt', manLot('a', 7n, 546n, [receipt('a')]), MAN, 7n],
  ['a lot of another token', ordiLot('a', 7n), MAN, undefined],
  ['a lot where sats are asked for', manLot('a', 7n), 'sats', undefined],
  ['a lot with an inscription beside it', ordiLot('a', 7n, 546n, [plainAsset('b')]), ORDI, undefined],
  ['a used transfer', { ...satCoin('a', 546n), assets: [plainAsset('a')] }, ORDI, undefined],
  ['a lot with a PIN of another kind', manLot('a', 7n, 546n, [pinOn('p')]), MAN, undefined],
  ['a lot of MRC-20 with a rune', manLot('a', 7n, 546n, [runeOn(1, 1n)]), MAN, undefined],
  [
    'a rune with a receipt',
    { ...runeCoin('r', 7n), assets: [runeOn(131, 7n), receipt('a')] },
    RUNE,
    undefined,
  ],
  ['a rune', runeCoin('r', 7n), RUNE, 7n],
  ['nothing', satCoin('s', 900n), ORDI, undefined],
])('of %s there counts what lies alone', (_, held, of, units) => {
  expect(soleAmount(held, of)).toBe(units);
});
