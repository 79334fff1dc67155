/** What is said of a coin: what is on it, what keeps it; in Chinese with Chinese marks. */
import { afterEach, expect, it } from 'vitest';
import { coinWords } from '../../src/show/own/coin-words.ts';
import { chooseLanguage } from '../../src/words.ts';

const rune = {
  kind: 'rune',
  assetId: '840000:1',
  name: 'A•RUNE',
  units: '12345678',
  divisibility: 2,
} as const;
const inscription = { kind: 'inscription', inscriptionId: `${'ab'.repeat(32)}i0`, offset: '0' } as const;

afterEach(() => chooseLanguage('en'));

it('a bare coin pays, unless something keeps it', () => {
  expect(coinWords([], undefined)).toBe('free to pay');
  expect(coinWords([], 'order')).toBe('kept for an open order');
  expect(coinWords([], 'immature')).toBe('a block reward, not yet spendable');
});

it('names all that is on it', () => {
  expect(coinWords([rune, inscription], 'asset')).toBe('123,456.78 A•RUNE, an inscription; kept from paying');
});

it('has the marks of the language', async () => {
  await chooseLanguage('zh-Hans');
  expect(coinWords([inscription], 'asset')).toBe('一个铭文；不用于支付');
});
