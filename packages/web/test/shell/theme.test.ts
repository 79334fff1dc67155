/** What is known before the first paint: network, language, and the theme: dark until one chooses, kept under the key that is read before the first paint, followed by the page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseTheme, startTheme, themeAfter, THEMES } from '../../src/data/theme.ts';
import { startWords } from '../../src/words.ts';

const early = readFileSync(resolve(import.meta.dirname, '../../public/theme.js'), 'utf8');
const page = document.documentElement;

/** What the browser does with the file in the head. */
const paintEarly = (): void => {
  window.eval(early);
};

beforeEach(() => {
  localStorage.clear();
  delete page.dataset['theme'];
  document.head.innerHTML = '<meta name="color-scheme" content="dark"><meta name="theme-color" content="">';
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined }));
});

it('goes round the three', () => {
  expect(THEMES.map((theme) => themeAfter(theme))).toEqual(['light', 'system', 'dark']);
});

it.each(THEMES)('%s is kept, and known before the first paint of the next visit', (theme) => {
  startTheme();
  chooseTheme(theme);
  expect(page.dataset['theme']).toBe(theme);
  delete page.dataset['theme'];
  paintEarly();
  expect(page.dataset['theme']).toBe(theme === 'dark' ? undefined : theme);
});

it('takes nothing but the three from what is stored', () => {
  localStorage.setItem('theme', 'sepia');
  paintEarly();
  expect(page.dataset['theme']).toBeUndefined();
});

const FACTS = '<script type="application/json" id="facts">{"network":"regtest"}</script>';

it.each([
  [FACTS, 'regtest'],
  ['', undefined],
])('says which network this is as the server wrote it: %s', (head, network) => {
  delete page.dataset['network'];
  document.head.innerHTML += head;
  paintEarly();
  expect(page.dataset['network']).toBe(network);
});

it.each([
  ['zh-Hans', ['en'], 'zh-Hans'],
  ['en', ['zh-CN'], 'en'],
  [undefined, ['de', 'zh-TW', 'en'], 'zh-Hans'],
  [undefined, ['de', 'en-GB', 'zh'], 'en'],
  [undefined, ['de'], 'en'],
])('reads in the language kept (%s) or asked for (%s): %s', async (kept, languages, expected) => {
  page.lang = 'en';
  if (kept !== undefined) localStorage.setItem('language', kept);
  vi.stubGlobal('navigator', { languages });
  paintEarly();
  expect(page.lang).toBe(expected);
  // And so does the page itself, a moment later.
  await startWords();
  expect(page.lang).toBe(expected);
  vi.unstubAllGlobals();
});
