/** What is bought where lots do not divide: the sum that is nearest to what was typed, and the lots it is made of. */
import type { AnswerOf } from '@rialto/contract';
import { formatBtc, grouped } from '@rialto/market';
import { t } from '../../../words.ts';
import { textOf } from '../../../show/swap/amounts.ts';
import type { PoolToken } from '../pool-token.ts';
import { sumText } from './ready-lots.ts';

interface NearestProps {
  readonly preview: Pick<AnswerOf<'previewSwap'>, 'lots' | 'sourceAmount' | 'targetAmount'>;
  readonly token: PoolToken;
}

export function Nearest({ preview, token }: NearestProps) {
  const { lots, sourceAmount, targetAmount } = preview;
  return (
    <div className="rounded-xl border border-line px-4 py-3 text-[0.8125rem]" data-testid="swap-nearest">
      <p className="font-semibold">
        {t('Nearest: {amount} {tick} for {btc} BTC', {
          amount: grouped(textOf(BigInt(targetAmount), token.divisibility)),
          tick: token.name,
          btc: formatBtc(BigInt(sourceAmount)),
        })}
      </p>
      <p className="num text-haze">
        {lots.length === 1
          ? t('One whole lot')
          : t('Whole lots: {lots}', { lots: sumText(lots, token.divisibility) })}
      </p>
    </div>
  );
}
