/** The market at a glance: which token, its price, its day. */
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { shortened } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Copyable } from '../../../ui/Copyable.tsx';
import { useIdle } from '../../../ui/idle.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TokenMark } from '../../../show/TokenMark.tsx';
import { Fiat, Money, Price } from '../../../show/Money.tsx';
import type { BookToken } from '../../../data/tokens.ts';
import type { BookRules } from './books.ts';
import { Change } from '../../../show/Change.tsx';
import { Figure } from './Figure.tsx';
import type { MarketFigures } from './figures.ts';
import { isPlain, shown } from '../../../shown.ts';
import { t } from '../../../words.ts';

interface MarketBarProps {
  readonly rules: BookRules;
  readonly token: BookToken | undefined;
  readonly market: MarketFigures | undefined;
  /** Undefined while it loads. */
  readonly book: readonly BookRow[] | undefined;
  /** There are more expensive orders than those in the book. */
  readonly more: boolean;
  /** The best ask, whoever looks. */
  readonly floor: BookRow | undefined;
  readonly onPick: () => void;
}

/** With all that pages of pools read: it comes once the book is there. */
const PoolPrice = lazy(async () => ({ default: (await import('./PoolPrice.tsx')).PoolPrice }));

export function MarketBar({ rules, token, onPick, ...figures }: MarketBarProps) {
  const isIdle = useIdle();
  return (
    <section
      aria-label={t('Market')}
      className="panel flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-2.5 sm:justify-start sm:gap-y-3 sm:py-3"
    >
      <div className="flex min-w-0 items-center gap-3">
        <button
          type="button"
          onClick={onPick}
          data-testid="token-picker"
          className="-ml-1.5 flex min-w-0 items-center gap-2.5 rounded-[10px] px-1.5 py-1 hover:bg-ink-2"
        >
          <TokenMark tick={token?.ticker ?? ''} />
          <span className="sr-only">{t('Select token, now')}</span>
          <span className="min-w-0 text-left">
            <span className="flex items-center gap-1.5 text-[1.0625rem] font-semibold leading-6 tracking-tight">
              {token === undefined ? (
                <Skeleton className="h-5 w-16" />
              ) : (
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {shown(token.ticker)} {shown(token.symbol ?? '')}
                </span>
              )}
              <span className="shrink-0 font-normal text-haze">/ BTC</span>
              <Icon name="chevron" className="size-3.5 shrink-0 text-haze" />
            </span>
          </span>
        </button>
        {token === undefined ? null : (
          <Copyable
            text={token.deployId}
            shown={shortened(token.deployId, 6, 4)}
            label={t(rules.deploy)}
            className={
              isPlain(token.ticker) || token.symbol !== undefined ? 'max-lg:hidden text-xs' : 'text-xs'
            }
          />
        )}
        {token?.firstDeployed === false ? <LooksLike /> : null}
      </div>
      <Figures {...figures} pool={isIdle && figures.book !== undefined ? <Pool token={token} /> : null} />
    </section>
  );
}

function Pool({ token }: Pick<MarketBarProps, 'token'>) {
  return (
    <Suspense fallback={null}>
      <PoolPrice token={token} />
    </Suspense>
  );
}

interface FiguresProps extends Pick<MarketBarProps, 'market' | 'book' | 'more' | 'floor'> {
  readonly pool: ReactNode;
}

/** Figures that are not there yet keep their place. */
function Figures({ pool, ...figures }: FiguresProps) {
  const { market } = figures;
  return (
    <>
      <Figure name={t('Last price')} wide>
        {market === undefined ? <Skeleton className="h-5 w-28" /> : <LastPrice market={market} />}
      </Figure>
      <div
        role="group"
        aria-label={t('24 hours')}
        data-testid="day-figures"
        className="flex w-full flex-wrap gap-x-4 gap-y-0.5 whitespace-nowrap sm:contents"
      >
        <Day {...figures} />
        {pool}
      </div>
    </>
  );
}

function Day({ market, book, more, floor }: Pick<MarketBarProps, 'market' | 'book' | 'more' | 'floor'>) {
  return (
    <>
      <Figure name={market?.isSinceListing === true ? t('Since listing') : t('24h change')}>
        {market === undefined ? <Skeleton className="h-5 w-14" /> : <Change basisPoints={market.change} />}
      </Figure>
      <Figure name={t('Best ask')}>
        {book === undefined ? <Skeleton className="h-5 w-16" /> : <PriceOrDash floor={floor} />}
      </Figure>
      <Figure name={t('24h volume')} least="min-w-28">
        {market === undefined ? <Skeleton className="h-5 w-28" /> : <Money value={market.volume} />}
      </Figure>
      <Figure name={t('24h trades')}>
        {market === undefined ? (
          <Skeleton className="h-5 w-8" />
        ) : (
          <span className="num">{market.trades}</span>
        )}
      </Figure>
      <Figure name={t('Open asks')}>
        {book === undefined ? (
          <Skeleton className="h-5 w-8" />
        ) : (
          <span className="num">{`${book.length}${more ? '+' : ''}`}</span>
        )}
      </Figure>
    </>
  );
}

/** Another token with a name that looks the same is older (rules §21). */
function LooksLike() {
  return (
    <span
      data-testid="looks-like"
      title={t('An older token has a look-alike name. Compare the deploy ID.')}
      className="flex items-center gap-1 rounded-md bg-warn-deep px-1.5 py-0.5 text-xs text-warn"
    >
      <Icon name="warn" className="size-3" />
      {t('Not the first of this name')}
    </span>
  );
}

function LastPrice({ market }: { market: MarketFigures }) {
  if (market.last === '0') return <span className="text-haze">—</span>;
  const whole = BigInt(market.last.split('.')[0] ?? '0');
  return (
    <span className="flex items-baseline gap-2">
      <Price value={market.last} unit="sat" className="font-semibold" />
      {whole > 0n ? <Fiat value={whole} className="text-xs" /> : null}
    </span>
  );
}

function PriceOrDash({ floor }: { floor: BookRow | undefined }) {
  return floor === undefined ? (
    <span className="text-haze">—</span>
  ) : (
    <Price value={floor.price} unit="sat" />
  );
}
