/** By how much a price changed in a day: with its sign, and in words nothing when there is no day to compare with. */
import { numberWords } from '../words.ts';

export function Change({
  basisPoints,
  className = '',
}: {
  basisPoints: number | undefined;
  className?: string;
}) {
  if (basisPoints === undefined) return <span className={`text-haze ${className}`}>—</span>;
  const look = basisPoints === 0 ? 'text-mist' : basisPoints > 0 ? 'text-buy' : 'text-sell';
  return <span className={`num ${look} ${className}`}>{changeText(basisPoints)}</span>;
}

export function changeText(basisPoints: number): string {
  return numberWords(basisPoints / 10_000, {
    style: 'percent',
    minimumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
}
