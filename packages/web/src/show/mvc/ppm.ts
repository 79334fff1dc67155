/** Millionths as a share in percent. */
import { numberWords } from '../../words.ts';

export function ppmWords(ppm: string): string {
  return numberWords(Number(ppm) / 1_000_000, { style: 'percent', maximumFractionDigits: 2 });
}
