/** A market by its name: mark, tick, protocol, and a warning where an older token looks the same. */
import type { Market } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { shown } from '../../shown.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';
import { TokenMark } from '../TokenMark.tsx';
import { BOOK_NAMES } from './book-names.ts';

interface MarketNameProps {
  readonly market: Pick<Market, 'tick' | 'book' | 'deployId' | 'firstDeployed'>;
  readonly starred?: boolean;
}

export function MarketName({ market, starred = false }: MarketNameProps) {
  const { tick, book, deployId, firstDeployed } = market;
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <TokenMark tick={tick} />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-sm font-medium">
          <span className="truncate">{shown(tick)}</span>
          <span className="shrink-0 rounded bg-ink-3 px-1 text-[0.625rem] font-normal leading-4 text-mist">
            {t(BOOK_NAMES[book])}
          </span>
          {starred ? (
            <span className="text-amber" title={t('Starred')}>
              <Icon name="star" className="size-3 fill-current" />
              <span className="sr-only">{t('Starred')}</span>
            </span>
          ) : null}
        </span>
        {firstDeployed ? (
          <span className="num block truncate text-xs text-haze">{shortened(deployId, 8, 6)}</span>
        ) : (
          <span
            className="flex items-center gap-1 text-xs text-warn"
            title={t('An older token has a look-alike name. Compare the deploy ID.')}
          >
            <Icon name="warn" className="size-3" />
            <span className="num truncate">{shortened(deployId, 6, 4)}</span>
            <span className="sr-only">{t('Not the first of this name')}</span>
          </span>
        )}
      </span>
    </span>
  );
}
