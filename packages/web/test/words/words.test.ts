/** The language of the page: what the browser asks for, what is chosen, and how messages, numbers and refusals read in it. */
import { formatAmount, formatSats } from '@rialto/market';
import type { Amount } from '@rialto/protocols';
import { REFUSALS, sentenceOf } from '@rialto/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saidWords } from '../../src/said.ts';
import { timeAgo } from '../../src/show/time-ago.ts';
import {
  LANGUAGES,
  chooseLanguage,
  dateWords,
  eitherWords,
  isLanguage,
  language,
  languageFor,
  numberWords,
  refusalWords,
  startWords,
  t,
} from '../../src/words.ts';

const CHINESE = /\p{Script=Han}/u;

beforeEach(() => localStorage.clear());
afterEach(() => chooseLanguage('en'));

describe('which language', () => {
  it.each([
    [['de-DE', 'zh-CN', 'en'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hans'],
    [['en-GB', 'zh'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('a browser that asks for %j gets %s', (expected, given) => expect(languageFor(expected)).toBe(given));

  it('the choice stays, and the document says it', async () => {
    await chooseLanguage('zh-Hans');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect(localStorage.getItem('language')).toBe('zh-Hans');
    await chooseLanguage('en');
    localStorage.setItem('language', 'zh-Hans');
    await startWords();
    expect(language.get()).toBe('zh-Hans');
    localStorage.setItem('language', 'tlh');
    await startWords();
    expect(language.get()).toBe('en');
  });

  it('knows its languages', () => {
    expect(Object.keys(LANGUAGES).every(isLanguage)).toBe(true);
    expect(isLanguage('toString')).toBe(false);
  });
});

describe('how it reads', () => {
  it('values and plurals', async () => {
    const lots = '{count, plural, one {# lot} other {# lots}}';
    expect(t(lots, { count: 1 })).toBe('1 lot');
    expect(t(lots, { count: 1_200 })).toBe('1,200 lots');
    expect(t('Buy {amount} {tick}', { amount: '5', tick: 'ordi{x}' })).toBe('Buy 5 ordi{x}');
    await chooseLanguage('zh-Hans');
    expect(t(lots, { count: 2 })).toBe('2 份');
    expect(t('Buy {amount} {tick}', { amount: '5', tick: 'ordi' })).toBe('买入 5 ordi');
  });

  it('numbers, dates, ages and choices by Intl', async () => {
    expect(numberWords(850_000)).toBe('850,000');
    expect(timeAgo(0, 5 * 60_000)).toBe('5m');
    expect(eitherWords(['Metalet', 'UniSat'])).toBe('Metalet or UniSat');
    await chooseLanguage('zh-Hans');
    expect(timeAgo(0, 3 * 3_600_000)).toBe('3小时');
    expect(eitherWords(['Metalet', 'UniSat'])).toBe('Metalet或UniSat');
    expect(dateWords('2024-03-12', { dateStyle: 'medium', timeZone: 'UTC' })).toBe('2024年3月12日');
  });

  it.each(Object.keys(LANGUAGES))('amounts are written with the marks of %s', (locale) => {
    const marks = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    expect(formatSats(1_234_567n)).toBe(marks.format(1_234_567));
    expect(formatAmount((1_234_500_000_000_000_000n * 1_000n) as Amount)).toBe(marks.format(1_234.5));
  });
});

describe('what the exchange says', () => {
  it('every refusal, by its code, its detail kept', async () => {
    expect(refusalWords('coin-spent', 'This coin is already spent.')).toBe('This coin is already spent.');
    await chooseLanguage('zh-Hans');
    for (const code of Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]) {
      const words = refusalWords(code, sentenceOf(code, 'detail 7'));
      expect(words, code).toMatch(CHINESE);
      expect(words, code).toMatch(/ \(detail 7\)$/);
      expect(words, code).not.toContain(REFUSALS[code].sentence);
    }
    expect(refusalWords('from-the-future', 'Said by a newer exchange {x}.')).toBe(
      'Said by a newer exchange {x}.',
    );
  });

  it('its fixed sentences; others stay as they are', async () => {
    await chooseLanguage('zh-Hans');
    expect(saidWords('withdrawn by its owner')).toMatch(CHINESE);
    expect(saidWords(`its coin is being spent by ${'ab'.repeat(32)}`)).toMatch(
      /^它的币正在被 (?:ab){32} 花掉$/,
    );
    expect(saidWords('something {new')).toBe('something {new');
  });
});
