/** The four panels of the order book: side by side on a wide screen; on a small one the part that is looked at. */
import { useState } from 'react';
import { useNow } from '../../../ui/now.ts';
import { Book } from '../book/Book.tsx';
import { Chart } from '../chart/Chart.tsx';
import { isPickingBids, isPickingLots } from '../form.ts';
import type { Form } from '../form.ts';
import type { FormAct, Picked } from '../form-acts.ts';
import type { Market } from '../market.ts';
import type { MyLists } from '../mine/my-lists.ts';
import type { MobileView } from '../MobileBar.tsx';
import { OrdersPanel } from '../OrdersPanel.tsx';
import type { Acts } from '../review/acts.ts';
import { TradePanel } from '../TradePanel.tsx';
import { useWide } from '../wide.ts';
import { t } from '../../../words.ts';

const NONE: readonly string[] = [];

interface PanelsProps {
  readonly market: Market;
  readonly mine: MyLists;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly view: MobileView;
  readonly acts: Acts;
  readonly orders: 'past' | undefined;
  readonly onSell: () => void;
  readonly onSellInto: (picked: Picked) => void;
  /** A live bid is answered. */
  readonly onAnswer: (orderId: string) => void;
}

/** On a small screen a part is drawn when it is first looked at, and kept from then on. */
function useSeen(view: MobileView): (part: MobileView) => boolean {
  const wide = useWide();
  const [seen, setSeen] = useState<readonly MobileView[]>([view]);
  if (!seen.includes(view)) setSeen([...seen, view]);
  return (part) => wide || seen.includes(part);
}

const shown = (view: MobileView, mine: MobileView): string => (view === mine ? 'flex' : 'hidden lg:flex');
const TALL = 'h-[calc(100dvh-18.625rem)] min-h-96 sm:h-[calc(100dvh-15.5rem)] lg:h-auto lg:min-h-0';

export function Panels(props: PanelsProps) {
  const { market, mine, form, dispatch, view, acts, orders, onSell, onSellInto, onAnswer } = props;
  const [taken, onTaking] = useState(NONE);
  const now = useNow();
  const wide = useWide();
  const isSeen = useSeen(view);
  const { token, pair } = market;
  const tick = token?.ticker ?? '';
  return (
    <div className="grid flex-1 gap-2 sm:gap-3 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_20.5rem_20.5rem] lg:grid-rows-[minmax(0,1fr)_15rem] xl:grid-cols-[minmax(0,1fr)_23rem_22.5rem]">
      <div className={`panel min-w-0 flex-col overflow-hidden ${TALL} ${shown(view, 'chart')}`}>
        {wide || view === 'chart' ? (
          <Chart
            network={market.network}
            book={pair.book}
            // The book first: the chart is fetched when there is something to trade.
            assetId={market.bookLoading ? '' : pair.assetId}
            tick={tick}
            rows={market.rows}
            bids={market.bids}
            sales={market.sales}
          />
        ) : null}
      </div>
      <div className={`panel min-w-0 flex-col overflow-hidden xl:row-span-2 ${TALL} ${shown(view, 'book')}`}>
        <h2 className="flex h-11 shrink-0 items-center border-b border-line px-4 text-sm font-medium">
          {t('Order book')}
        </h2>
        <Book
          rows={market.rows}
          bids={market.bids}
          live={market.live}
          onAnswer={onAnswer}
          floor={market.floor}
          loading={market.bookLoading}
          failed={market.bookFailed}
          onRetry={market.retry}
          chosen={isPickingLots(form) ? form.chosen : isPickingBids(form) ? form.bids : taken}
          onPick={(picked) => dispatch({ type: 'pick', picked })}
          onSell={onSellInto}
          tick={tick}
          market={market.figures}
        />
      </div>
      <div
        className={`min-w-0 flex-col lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:scroll-pb-48 lg:overflow-y-auto lg:overscroll-contain ${shown(view, 'trade')}`}
      >
        {isSeen('trade') || form.chosen.length > 0 ? (
          <TradePanel {...{ market, form, dispatch, acts, onTaking }} />
        ) : null}
      </div>
      <div
        className={`min-w-0 flex-col lg:row-start-2 lg:max-xl:col-span-2 [&>*]:flex-1 lg:min-h-0 [&>*]:lg:min-h-0 ${shown(view, 'orders')}`}
      >
        <OrdersPanel {...{ market, mine, acts, now, onSell }} first={orders} />
      </div>
    </div>
  );
}
