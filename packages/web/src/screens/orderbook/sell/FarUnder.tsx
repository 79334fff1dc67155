/** A word of warning where a price may be a slip of the finger: nobody can be asked to give a cheap lot back. */
import { Notice } from '../../../show/Lines.tsx';
import { farUnder } from './selling.ts';
import { numberWords, t } from '../../../words.ts';

interface FarUnderProps {
  /** Sat per token × 10^18. */
  readonly rate: bigint | undefined;
  /** Of the orders of others, as decimal text. */
  readonly best: string | undefined;
}

export function FarUnder({ rate, best }: FarUnderProps) {
  const under = farUnder(rate, best);
  if (under === undefined) return null;
  const share = numberWords(under / 10_000, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <Notice tone="warn">
      <span data-testid="far-under">
        {t('{share} below the best ask: the first buyer gets it at this price.', { share })}
      </span>
    </Notice>
  );
}
