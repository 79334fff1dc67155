/** The order book screen, one for all books: chart, book, form, one's own orders; four tabs on small screens. */
import { Suspense, lazy, useEffect, useReducer, useState } from 'react';
import { useParams, useSearch } from '@tanstack/react-router';
import type { MarketName } from '@rialto/market';
import { forgetKept, keptSide, rememberSide } from '../../data/kept-side.ts';
import { useActs } from './review/acts.ts';
import { useSoon } from './review/soon.ts';
import { titleOf } from './pair/figures.ts';
import { EMPTY } from './form.ts';
import { reduce } from './form-acts.ts';
import { Panels } from './layout/Panels.tsx';
import { ScreenDialogs } from './layout/ScreenDialogs.tsx';
import { useBookKeys } from './layout/use-book-keys.ts';
import { useMarket } from './use-market.ts';
import type { Market } from './market.ts';
import { useMyLists } from './mine/my-lists.ts';
import { MarketBar } from './pair/MarketBar.tsx';
import type { MobileView } from './MobileBar.tsx';
import { useNamedAddress } from './pair/named-address.ts';
import type { PairName } from './pair/named-address.ts';
import { useWide } from './wide.ts';
import { t } from '../../words.ts';

// What one opens comes when it is opened.
const MobileBar = lazy(async () => ({ default: (await import('./MobileBar.tsx')).MobileBar }));
const NoMarket = lazy(async () => ({ default: (await import('./pair/NoMarket.tsx')).NoMarket }));

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
  /** Begins with this form. */
  readonly side: 'sell' | undefined;
  /** Of what is made transferable there. */
  readonly make: string | undefined;
  readonly onNamed: (name: PairName) => void;
}

/** Another pair is another form: the key throws the old one away. A book that only gets the name of its first pair stays as it is. */
function OrderbookScreen({ book }: { book: MarketName }) {
  const { pair } = useParams({ strict: false });
  const { select, asset, orders, side, make } = useSearch({ strict: false });
  const [named, setNamed] = useState<Named>();
  const place = `${book} ${pair ?? ''} ${asset ?? ''} ${select ?? ''} ${orders ?? ''} ${side ?? ''} ${make ?? ''}`;
  const isNamed = named !== undefined && named.book === book && named.pair === pair && named.asset === asset;
  return (
    <OrderbookOf
      key={isNamed ? named.place : place}
      {...{ book, pair, asset, select, orders, side, make }}
      onNamed={(name) => setNamed({ ...name, book, place })}
    />
  );
}

/** What a small screen begins with. */
function viewOf(orders: 'past' | undefined, side: 'sell' | undefined): MobileView {
  if (orders !== undefined) return 'orders';
  return side === undefined ? 'book' : 'trade';
}

/** What the address says since the first pair of a book has got its name there, and what it said before. */
interface Named extends PairName {
  readonly book: MarketName;
  readonly place: string;
}

function OrderbookOf({ book, pair, asset, select, orders, side, make = '', onNamed }: ScreenProps) {
  const market = useMarket({ book, pair, asset });
  const isOpen = [pair, select, orders].every((part) => part === undefined);
  useNamedAddress(market.token, { isOpen, onNamed });
  const [form, dispatch] = useReducer(reduce, undefined, () =>
    select === undefined ? { ...EMPTY, side: side ?? keptSide(), make } : { ...EMPTY, chosen: [select] },
  );
  useEffect(() => {
    forgetKept();
    rememberSide(form.side);
  }, [form.side]);
  const [view, setView] = useState<MobileView>(viewOf(orders, side));
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
          <Panels
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
      <ScreenDialogs
        {...{ market, acts, dispatch, answering, picking }}
        onAnswered={() => setAnswering(undefined)}
        onPicked={() => setPicking(false)}
      />
    </>
  );
}

function useTitle(market: Market): void {
  const tick = market.token?.ticker;
  const last = market.figures?.last ?? '0';
  useEffect(() => {
    if (tick !== undefined) document.title = titleOf(tick, last);
  }, [tick, last]);
}
