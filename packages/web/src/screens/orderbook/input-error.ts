/** What is wrong with a number as it was typed. Pure. */
import { parseDecimal } from '@rialto/market';
import { t } from '../../words.ts';

/**
 * @param whole what is said of a fraction where there are none
 * @returns undefined while it is empty, right, or only begun
 */
export function inputError(text: string, scale: number, whole = t('Whole numbers only')): string | undefined {
  if (text === '' || text === '.' || parseDecimal(text, scale) !== undefined) return undefined;
  const digits = text.split('.')[1]?.length ?? 0;
  if (digits > scale)
    return scale === 0
      ? whole
      : t(
          '{decimals, plural, one {At most # digit after the point} other {At most # digits after the point}}',
          {
            decimals: scale,
          },
        );
  return text.includes(',') ? t('Use a point for decimals; commas separate thousands') : t('Too large');
}
