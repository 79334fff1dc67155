/** What is in the chart: candles or depth, as a picture or as a table. */
import { useMemo, useState } from 'react';
import type { Order } from '@rialto/contract';
import type { BookRow, MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { recallText, rememberText } from '../../../memory.ts';
import { Tabs, underlineTab } from '../../../ui/Tabs.tsx';
import { t } from '../../../words.ts';
import { Depth } from './Depth.tsx';
import { Prices } from './Prices.tsx';

export interface ChartProps {
  readonly network: Network;
  readonly book: MarketName;
  /** Empty while the token is not known. */
  readonly assetId: string;
  readonly tick: string;
  /** The asks, best first. */
  readonly rows: readonly BookRow[];
  /** The highest first. */
  readonly bids: readonly BookRow[];
  /** What was sold lately, newest first; undefined while it loads. */
  readonly sales: readonly Order[] | undefined;
}

const VIEWS = ['price', 'depth'] as const;
type View = (typeof VIEWS)[number];
const KEY = 'chart-view';

export function Panel(props: ChartProps) {
  const { network, book, assetId, tick, rows, bids, sales } = props;
  const [view, setView] = useState<View>(() => VIEWS.find((one) => one === recallText(KEY)) ?? 'price');
  const [isTable, setTable] = useState(false);
  const [own, ownBids] = [useMine(rows), useMine(bids)];
  const choose = (next: View): void => {
    setView(next);
    rememberText(KEY, next);
  };
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between gap-4 border-b border-line px-4">
        <Tabs
          label={t('Chart')}
          tabs={[
            { id: 'price', label: t('Price'), testId: 'chart-price' },
            { id: 'depth', label: t('Depth'), testId: 'chart-depth' },
          ]}
          chosen={view}
          onChoose={choose}
          panelId="chart-panel"
          className="flex gap-4"
          tabClass={underlineTab}
        />
        <button
          type="button"
          aria-pressed={isTable}
          data-testid="chart-table"
          onClick={() => setTable(!isTable)}
          className={`h-8 rounded-lg px-2 text-xs ${isTable ? 'bg-ink-3 text-fog' : 'text-haze hover:text-mist'}`}
        >
          {t('Table view')}
        </button>
      </div>
      <div
        role="tabpanel"
        id="chart-panel"
        aria-labelledby={`chart-panel-${view}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {view === 'price' ? (
          <Prices {...{ network, book, assetId, tick, isTable, sales, own, ownBids }} />
        ) : (
          <Depth {...{ rows, bids, tick, isTable }} />
        )}
      </div>
    </>
  );
}

/** The prices of one's own. By value: the book comes anew with every order, one's own orders seldom move. */
function useMine(rows: readonly BookRow[]): readonly string[] {
  const mine = [...new Set(rows.filter((row) => row.mine).map((row) => row.price))].join(' ');
  return useMemo(() => mine.split(' ').filter((price) => price !== ''), [mine]);
}
