import { describe, expect, it } from 'vitest';
import { isOneScript } from '../src/index.ts';

describe('a name of one script', () => {
  it.each([
    'MOSS',
    'ordi',
    '$OG!',
    'a-1',
    '1234',
    'жар',
    'РУБЛЬ',
    '龙币',
    '龙1',
    'ポケモン',
    '東京タワー',
    '한국',
    'ظبي',
    'été',
  ])('is %s', (name) => {
    expect(isOneScript(name)).toBe(true);
  });

  it.each([
    ['turned round', '\u202eSSOM'],
    ['a capital of another script', 'MOS\u0405'],
    ['a small letter of another script', 'opa\u04cf'],
    ['a joiner that is not seen', 'M\u2060OSS'],
    ['a space that is not seen', 'MOSS\u200b'],
    ['a variation selector', 'FERN\ufe0f'],
    ['a filler that is a letter', '\uc544\u3164'],
    ['a mark on a letter', 'e\u0301ab'],
    ['a letter of mathematics', '\u{1d5a0}bc'],
    ['a picture', '\u{1f525}'],
    ['a space', 'MO SS'],
    ['nothing to see', 'MOSS\0'],
    ['half a pair', 'a\ud800'],
    ['digits of another script', 'ab\u0661'],
  ])('is none with %s', (_, name) => {
    expect(isOneScript(name)).toBe(false);
  });
});
