/** Names of strangers cannot change the sentences around them. */
import { expect, it } from 'vitest';
import { isPlain, shown } from '../src/shown.ts';
import { t } from '../src/words.ts';

/** First and last sign of what is set apart. */
const [OPEN, CLOSE] = ['\u2068', '\u2069'];

it('plain names stay as they are', () => {
  for (const name of ['MOSS', 'ordi', '$OG!', 'a b', ''])
    expect([shown(name), isPlain(name)]).toEqual([name, true]);
});

it('honest names of other scripts are set apart and readable', () => {
  for (const name of ['龙币', 'жар', 'ظبي', 'été']) expect(shown(name)).toBe(`${OPEN}${name}${CLOSE}`);
});

it.each([
  ['\u202eSSOM', '\\u202eSSOM'],
  ['M\u2060OSS', 'M\\u2060OSS'],
  ['MOSS\u200b', 'MOSS\\u200b'],
  ['FERN\ufe0f', 'FERN\\ufe0f'],
  ['a\u2069b\u2066', 'a\\u2069b\\u2066'],
  ['a\0b\u0085\n', 'a\\u0000b\\u0085\\u000a'],
  ['\u3164', '\\u3164'],
  ['\ud800', '\\ud800'],
  ['\u{e0041}', '\\ue0041'],
])('what is not seen in %j is written out', (name, written) => {
  expect(shown(name)).toBe(`${OPEN}${written}${CLOSE}`);
  expect(isPlain(name)).toBe(false);
});

it('a sentence with a name in it keeps its direction', () => {
  expect(t('No {tick} trades yet.', { tick: '\u202eSSOM' })).toBe(
    `No ${OPEN}\\u202eSSOM${CLOSE} trades yet.`,
  );
  expect(t('No {tick} trades yet.', { tick: 'MOSS' })).toBe('No MOSS trades yet.');
});

it('what is written like an escape is not one', () => {
  const tick = String.raw`\u202e"SSOM`;
  expect(t('No {tick} trades yet.', { tick })).toBe(`No ${tick} trades yet.`);
  expect(t('{name} can’t be loaded right now.', { name: tick })).toBe(`${tick} can’t be loaded right now.`);
});
