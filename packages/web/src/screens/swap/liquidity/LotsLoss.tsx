/** What a removal loses where lots do not make up its part: said before the button, which from 15 % on is red. */
import { Notice } from '../../../show/Lines.tsx';
import { percentWords } from '../../../show/percent.ts';
import { t } from '../../../words.ts';
import { lossLevel } from './lot-shares.ts';

/** @param lost in hundredths of a percent */
export function LotsLoss({ lost }: { readonly lost: number }) {
  const level = lossLevel(lost);
  if (level === 'fine') return null;
  return (
    <Notice tone={level === 'most' ? 'bad' : 'warn'}>
      <span data-testid="lots-loss" data-level={level}>
        {t(
          'You get {share} less than your part is worth at the pool’s price: what no lot makes up is sold to the pool. Remove less at a time, or wait for more lots.',
          { share: percentWords(lost) },
        )}
      </span>
    </Notice>
  );
}
