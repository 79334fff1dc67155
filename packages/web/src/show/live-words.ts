/** Sentences about live bids that more than one screen says, with the numbers of this exchange. */
import type { LiveTerms } from '@rialto/contract';
import { numberWords, t } from '../words.ts';

export const absenceWords = ({ absences, pauseBlocks }: LiveTerms): string =>
  t('{absences} answers in a row left unsigned, and your live bids leave the book for {blocks} blocks.', {
    absences: numberWords(absences),
    blocks: numberWords(pauseBlocks),
  });
