/** Shares in percent, with a digit after the point where that says something. Pure. */
import { numberWords } from '../words.ts';

const WHOLE_FROM = 1_000;

/** @param basisPoints hundredths of a percent */
export function percentWords(basisPoints: number): string {
  const digits = Math.abs(basisPoints) >= WHOLE_FROM || basisPoints % 100 === 0 ? 0 : 1;
  return numberWords(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: digits });
}

/** @param ppm millionths, as the exchange writes them */
export const ppmWords = (ppm: string): string => percentWords(Number.parseInt(ppm, 10) / 100);
