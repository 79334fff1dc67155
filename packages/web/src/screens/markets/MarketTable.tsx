/** The table of markets. On small screens price and change stand over each other, and the volume under the name. */
import type { Market } from '@rialto/contract';
import type { MarketChoice, MarketList } from '../../data/markets/markets.ts';
import { toggleStar } from '../../data/markets/stars.ts';
import { SortBy } from '../../show/markets/Choice.tsx';
import { COLUMNS } from '../../show/markets/columns.ts';
import { Figure } from '../../show/markets/Figures.tsx';
import { MarketName } from '../../show/markets/MarketName.tsx';
import { PairLink } from '../../show/markets/PairLink.tsx';
import { shown } from '../../shown.ts';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../../words.ts';

interface TableProps {
  readonly list: MarketList;
  readonly choice: MarketChoice;
  readonly onChoose: (next: MarketChoice) => void;
}

export function MarketTable({ list: { markets, starred }, choice, onChoose }: TableProps) {
  const { order } = choice;
  return (
    <table className="w-full text-[0.8125rem]">
      <thead>
        <tr className="h-9 border-b border-line text-2xs text-haze">
          <th scope="col" className="w-12 font-normal">
            <span className="sr-only">{t('Star')}</span>
          </th>
          <th scope="col" className="text-left font-normal">
            {t('Market')}
          </th>
          {COLUMNS.map(({ key }) => (
            <th
              key={key}
              scope="col"
              aria-sort={order.key !== key ? 'none' : order.rising ? 'ascending' : 'descending'}
              className={`text-right font-normal ${key === 'last' ? 'pr-4 sm:pr-0' : 'max-sm:hidden'} sm:last:pr-3`}
            >
              <SortBy by={key} choice={choice} onChoose={onChoose} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {markets.map((market) => (
          <Row key={market.assetId} market={market} starred={starred.has(market.assetId)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ market, starred }: { market: Market; starred: boolean }) {
  const { assetId, book, tick, firstDeployed } = market;
  return (
    <tr data-testid="market-row" data-asset={assetId} className="relative h-14 hover:bg-ink-2">
      <td className="text-center">
        <button
          type="button"
          aria-pressed={starred}
          aria-label={t('Star {tick}', { tick })}
          data-testid="star"
          onClick={() => toggleStar(assetId)}
          className="relative z-10 grid size-11 place-items-center text-haze hover:text-amber aria-pressed:text-amber"
        >
          <Icon name="star" className={`size-4 ${starred ? 'fill-current' : ''}`} />
        </button>
      </td>
      <th scope="row" className="font-normal">
        {/* The whole row is the link's. */}
        <PairLink
          pair={{ book, ticker: tick, assetId, firstDeployed }}
          className="block after:absolute after:inset-0"
          title={shown(tick)}
        >
          <MarketName market={market} />
        </PairLink>
      </th>
      {COLUMNS.map(({ key }) => (
        <td
          key={key}
          className={`num text-right ${key === 'last' ? 'pr-4 sm:pr-0' : 'max-sm:hidden'} sm:last:pr-6`}
        >
          <Figure market={market} column={key} />
          {key === 'last' ? (
            <span className="block text-xs sm:hidden">
              <Figure market={market} column="change" />
            </span>
          ) : null}
        </td>
      ))}
    </tr>
  );
}
