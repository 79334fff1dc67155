/** What the themes are called. */
import type { Theme } from '../../../data/theme.ts';
import { msg } from '../../../words.ts';

export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  dark: msg('Dark'),
  light: msg('Light'),
  system: msg('System'),
};
