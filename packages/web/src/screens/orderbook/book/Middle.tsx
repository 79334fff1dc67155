/** Where asks and bids meet: the last price, the best one, and how far they are apart. */
import { basisPointsOver, formatRate, parseDecimal } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { MarketFigures } from '../pair/figures.ts';
import { Price } from '../../../show/Money.tsx';
import { numberWords, t } from '../../../words.ts';

interface MiddleProps {
  readonly floor: BookRow | undefined;
  /** The best bid. */
  readonly bid: BookRow | undefined;
  readonly market: MarketFigures | undefined;
}

export function Middle({ floor, bid, market }: MiddleProps) {
  const last = market?.last ?? '0';
  const over = floor === undefined ? undefined : basisPointsOver(floor.rate, parseDecimal(last, 18) ?? 0n);
  return (
    <div className="flex h-12 shrink-0 items-center justify-between gap-4 border-y border-line bg-ink-0/60 px-4">
      <div className="flex items-baseline gap-2">
        {market === undefined ? (
          <Skeleton className="h-5 w-24" />
        ) : last === '0' ? (
          <span className="text-[0.8125rem] text-haze">{t('No trades yet')}</span>
        ) : (
          <Price value={last} unit="sat" className="text-[1.0625rem] font-semibold" />
        )}
        {last === '0' ? null : <span className="whitespace-nowrap text-2xs text-haze">{t('Last')}</span>}
      </div>
      <div className="whitespace-nowrap text-right text-2xs text-haze">
        {over === undefined ? null : (
          <p className="num text-mist">{t('Best ask {share} vs last', { share: percent(over) })}</p>
        )}
        <Spread floor={floor} bid={bid} />
      </div>
    </div>
  );
}

function Spread({ floor, bid }: Pick<MiddleProps, 'floor' | 'bid'>) {
  if (floor === undefined || bid === undefined) return <p>{t('Spread — no bids')}</p>;
  const spread = floor.rate - bid.rate;
  const share = basisPointsOver(floor.rate + spread, floor.rate) ?? 0;
  return (
    <p data-testid="spread">
      {t('Spread')} <Price value={formatRate(spread)} unit="sat" className="text-mist" />{' '}
      <span className="num">{numberWords(share / 10_000, SHARE)}</span>
    </p>
  );
}

const SHARE = { style: 'percent', minimumFractionDigits: 2 } as const;

const percent = (basisPoints: number): string =>
  numberWords(basisPoints / 10_000, { ...SHARE, signDisplay: 'exceptZero' });
