/** The order book screen, one for all books: chart, book, form, one's own orders; four tabs on small screens. */
import { Suspense, lazy, useEffect, useReducer, useState } from 'react';
import { useParams, useSearch } from '@tanstack/react-router';
import { bestAsks } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { forgetKept, keptSide, rememberSide } from '../../data/kept-side.ts';
import { useActs } from './review/acts.ts';
import { useSoon } from './review/soon.ts';
import { Book } from './book/Book.tsx';
import { Chart } from './chart/Chart.tsx';
import { titleOf } from './pair/figures.ts';
import { EMPTY, isPickingBids, isPickingLots, reduce } from './form.ts';
import type { Form, FormAct, Picked } from './form.ts';
import { bookKeys } from './keys.ts';
import { useMarket } from './market.ts';
import type { Market } from './market.ts';
import { useMyLists } from './mine/my-lists.ts';
import type { MyLists } from './mine/my-lists.ts';
import { MarketBar } from './pair/MarketBar.tsx';
import type { MobileView } from './MobileBar.tsx';
import { useNow } from '../../ui/now.ts';
import { OrdersPanel } from './OrdersPanel.tsx';
import { actorOf } from './actor.ts';
import { useNamedAddress } from './pair/named-address.ts';
import type { PairName } from './pair/named-address.ts';
import { TradePanel } from './TradePanel.tsx';
import { useWide } from './wide.ts';
import { Contained } from '../../ui/Contained.tsx';
import { useKeys } from '../../ui/keys.ts';
import { t } from '../../words.ts';

// What one opens comes when it is opened.
const ActDialogs = lazy(async () => ({ default: (await import('./review/ActDialogs.tsx')).ActDialogs }));
const MobileBar = lazy(async () => ({ default: (await import('./MobileBar.tsx')).MobileBar }));
const AnswerDialog = lazy(async () => ({ default: (await import('./live/AnswerDialog.tsx')).AnswerDialog }));
const NoMarket = lazy(async () => ({ default: (await import('./pair/NoMarket.tsx')).NoMarket }));
const TokenPicker = lazy(async () => ({ default: (await import('./pair/TokenPicker.tsx')).TokenPicker }));

export const Mrc20Screen = (): React.ReactNode => <OrderbookScreen book="mrc20" />;
export const Brc20Screen = (): React.ReactNode => <OrderbookScreen book="brc20" />;
export const IdCoinScreen = (): React.ReactNode => <OrderbookScreen book="idcoin" />;
export const RunesScreen = (): React.ReactNode => <OrderbookScreen book="runes" />;

interface ScreenProps {
  readonly book: MarketName;
  readonly pair: string | undefined;
  readonly asset: string | undefined;
  /** An order to begin with. */
  readonly select: string | undefined;
  /** Begins with one's own orders that are over. */
  readonly orders: 'past' | undefined;
  readonly onNamed: (name: PairName) => void;
}

/** Another pair is another form: the key throws the old one away. A book that only gets the name of its first pair stays as it is. */
function OrderbookScreen({ book }: { book: MarketName }) {
  const { pair } = useParams({ strict: false });
  const { select, asset, orders } = useSearch({ strict: false });
  const [named, setNamed] = useState<Named>();
  const place = `${book} ${pair ?? ''} ${asset ?? ''} ${select ?? ''} ${orders ?? ''}`;
  const isNamed = named !== undefined && named.book === book && named.pair === pair && named.asset === asset;
  return (
    <OrderbookOf
      key={isNamed ? named.place : place}
      {...{ book, pair, asset, select, orders }}
      onNamed={(name) => setNamed({ ...name, book, place })}
    />
  );
}

/** What the address says since the first pair of a book has got its name there, and what it said before. */
interface Named extends PairName {
  readonly book: MarketName;
  readonly place: string;
}

function OrderbookOf({ book, pair, asset, select, orders, onNamed }: ScreenProps) {
  const market = useMarket({ book, pair, asset });
  const isOpen = [pair, select, orders].every((part) => part === undefined);
  useNamedAddress(market.token, { isOpen, onNamed });
  const [form, dispatch] = useReducer(reduce, undefined, () =>
    select === undefined ? { ...EMPTY, side: keptSide() } : { ...EMPTY, chosen: [select] },
  );
  useEffect(() => {
    forgetKept();
    rememberSide(form.side);
  }, [form.side]);
  const [view, setView] = useState<MobileView>(orders === undefined ? 'book' : 'orders');
  const [picking, setPicking] = useState(false);
  const [answering, setAnswering] = useState<string>();
  const acts = useActs();
  const mine = useMyLists(market);
  const wide = useWide();
  useBookKeys(market, { dispatch, onTrade: () => setView('trade'), onSearch: () => setPicking(true) });
  useTitle(market);
  useSoon(market, form);
  const lost = market.unknown || market.failed;
  return (
    <>
      {lost ? (
        <Suspense fallback={<h1 className="sr-only">{t('Order book')}</h1>}>
          <NoMarket market={market} />
        </Suspense>
      ) : (
        <main className="mx-auto flex w-full max-w-[120rem] flex-1 flex-col gap-2 p-2 pb-36 sm:gap-3 sm:p-3 sm:pb-36 lg:min-h-0 lg:pb-3">
          <h1 className="sr-only">{t('{tick} order book', { tick: market.token?.ticker ?? '' })}</h1>
          <MarketBar
            rules={market.rules}
            token={market.token}
            market={market.figures}
            book={market.bookLoading ? undefined : market.rows}
            more={market.more}
            floor={market.floor}
            onPick={() => setPicking(true)}
          />
          <Floors
            {...{ market, mine, form, dispatch, view, acts, orders }}
            onSell={() => {
              dispatch({ type: 'side', side: 'sell' });
              setView('trade');
            }}
            onSellInto={({ ids }) => {
              dispatch({ type: 'sell-into', ids });
              setView('trade');
            }}
            onAnswer={setAnswering}
          />
          {wide ? null : (
            <Suspense fallback={null}>
              <MobileBar
                view={view}
                onView={setView}
                form={form}
                rows={market.rows}
                openOrders={mine.open?.length ?? 0}
              />
            </Suspense>
          )}
        </main>
      )}
      <Dialogs
        {...{ market, acts, dispatch, answering, picking }}
        onAnswered={() => setAnswering(undefined)}
        onPicked={() => setPicking(false)}
      />
    </>
  );
}

interface DialogsProps {
  readonly market: Market;
  readonly acts: ReturnType<typeof useActs>;
  readonly dispatch: (act: FormAct) => void;
  /** The live bid that is answered. */
  readonly answering: string | undefined;
  readonly onAnswered: () => void;
  readonly picking: boolean;
  readonly onPicked: () => void;
}

function Dialogs({ market, acts, dispatch, answering, onAnswered, picking, onPicked }: DialogsProps) {
  return (
    <Suspense fallback={null}>
      {acts.state.step === 'idle' ? null : (
        <Contained onClose={acts.back}>
          <ActDialogs acts={acts} actor={actorOf(market)} dispatch={dispatch} />
        </Contained>
      )}
      {answering === undefined ? null : (
        <Contained onClose={onAnswered}>
          <AnswerDialog market={market} orderId={answering} onClose={onAnswered} />
        </Contained>
      )}
      {picking ? (
        <Contained onClose={onPicked}>
          <TokenPicker network={market.network} onClose={onPicked} />
        </Contained>
      ) : null}
    </Suspense>
  );
}

const NONE: readonly string[] = [];

interface FloorsProps {
  readonly market: Market;
  readonly mine: MyLists;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly view: MobileView;
  readonly acts: ReturnType<typeof useActs>;
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
const TALL = 'h-[calc(100dvh-17.25rem)] min-h-96 sm:h-[calc(100dvh-15.5rem)] lg:h-auto lg:min-h-0';

function Floors(props: FloorsProps) {
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

interface KeyActs {
  readonly dispatch: (act: FormAct) => void;
  readonly onTrade: () => void;
  readonly onSearch: () => void;
}

function useBookKeys(market: Market, { dispatch, onTrade, onSearch }: KeyActs): void {
  const trade = (act: FormAct): void => {
    dispatch(act);
    onTrade();
    focusForm();
  };
  useKeys(
    bookKeys({
      search: onSearch,
      buy: () => trade({ type: 'side', side: 'buy' }),
      sell: () => trade({ type: 'side', side: 'sell' }),
      limit: () => trade({ type: 'kind', kind: 'limit' }),
      market: () => trade({ type: 'kind', kind: 'market' }),
      amount: () => {
        dispatch({ type: 'side', side: 'buy' });
        dispatch({ type: 'kind', kind: 'market' });
        trade({ type: 'means', means: 'amount' });
      },
      book: () => document.querySelector<HTMLElement>('[data-testid="book"] [role="listbox"]')?.focus(),
      best: (count) => dispatch({ type: 'choose', ids: bestAsks(market.rows, count).map((row) => row.id) }),
      back: () => dispatch({ type: 'choose', ids: [] }),
    }),
  );
}

const FOCUS_TRIES = 10;
const FOCUS_PAUSE_MS = 50;

/** The first field of the form, once it is there: it may have to be fetched first. */
function focusForm(tries = FOCUS_TRIES): void {
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('#trade-form input:not(:disabled)');
    if (field !== null) field.focus();
    else if (tries > 0) focusForm(tries - 1);
  }, FOCUS_PAUSE_MS);
}

function useTitle(market: Market): void {
  const tick = market.token?.ticker;
  const last = market.figures?.last ?? '0';
  useEffect(() => {
    if (tick !== undefined) document.title = titleOf(tick, last);
  }, [tick, last]);
}
