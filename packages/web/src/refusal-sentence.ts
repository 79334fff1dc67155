/** The exchange's own sentence for a refusal, in English: what a catalog translates. Loaded with one. */
import { REFUSALS } from '@rialto/contract';

export function refusalSentence(code: string): string | undefined {
  const known = Object.entries(REFUSALS).find(([name]) => name === code);
  return known?.[1].sentence;
}
