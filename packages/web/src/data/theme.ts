/** The look of this browser: dark, light, or as the system has it. The colours themselves are in styles.css. */
import { recallText, rememberText } from '../memory.ts';
import { createStore, useStore } from '../store.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** `public/theme.js` reads the same key before the first paint. */
const KEY = 'theme';

const theme = createStore<Theme>(storedTheme());

function storedTheme(): Theme {
  const stored = recallText(KEY);
  return THEMES.find((each) => each === stored) ?? 'dark';
}

export function useTheme(): Theme {
  return useStore(theme);
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen);
  rememberText(KEY, chosen);
  paint(chosen);
}

/** The next of the three: what a click on the setting does. */
export function themeAfter(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'dark';
}

/** Paints the chosen theme and follows the system from now on. Once, at the start of the page. */
export function startTheme(): void {
  paint(theme.get());
  window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => paint(theme.get()));
}

function paint(now: Theme): void {
  const page = document.documentElement;
  page.dataset['theme'] = now;
  // The bar of a phone's browser takes the colour of the page.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).backgroundColor);
}
