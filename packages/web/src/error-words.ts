/** What went wrong, as one sentence for people. */
import { inner } from './unknown.ts';
import { t } from './words.ts';

/** How Chromium, Firefox and Safari say that a part of the page could not be fetched: after a release the old files are gone. */
const GONE = /dynamically imported module|module script failed/i;

export function errorWords(error: unknown): string {
  // A failed call has its words for people beside its message.
  const words = inner(error, 'words');
  if (typeof words === 'string') return words;
  if (!(error instanceof Error)) return t('Something went wrong.');
  if (!GONE.test(error.message)) return error.message;
  return t('Part of this page did not load. Reload the page.');
}
