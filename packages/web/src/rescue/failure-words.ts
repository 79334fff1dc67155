/** Why nothing came of asking or sending, in a sentence. */
import { EsploraError } from './esplora.ts';
import { t } from './words.ts';

export function failureWords(error: unknown): string {
  if (error instanceof EsploraError) return t(error.message, error.values);
  return t('Something went wrong: {reason}', {
    reason: error instanceof Error ? error.message : String(error),
  });
}
