/** The order book screen: the book, the trades, the form, and one's own orders; three tabs on small screens. */
import { Suspense, lazy, useEffect, useReducer, useState } from 'react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Order } from '@rialto/contract';
import { bestAsks } from '@rialto/market';
import { useFeePlan } from '../../data/fee-plan.ts';
import { useTickers } from '../../data/queries.ts';
import { askToConnect } from '../../flows/connect.ts';
import { login } from '../../flows/login.ts';
import { tell, useActs } from './acts.ts';
import type { Who } from './acts.ts';
import { Book } from './Book.tsx';
import { EMPTY, reduce } from './form.ts';
import type { Form, FormAct } from './form.ts';
import { bookKeys } from './keys.ts';
import { useMarket } from './market.ts';
import type { Market } from './market.ts';
import { MarketBar } from './MarketBar.tsx';
import { MarketTrades } from './MarketTrades.tsx';
import { MobileBar } from './MobileBar.tsx';
import type { MobileView } from './MobileBar.tsx';
import { NoMarket } from './NoMarket.tsx';
import { useNow } from './now.ts';
import { Orders } from './Orders.tsx';
import { unitsOf } from './rows.ts';
import { TradePanel } from './TradePanel.tsx';
import { useKeys } from '../../ui/keys.ts';
import { t } from '../../words.ts';

// What one opens comes when it is opened.
const ActDialogs = lazy(async () => ({ default: (await import('./ActDialogs.tsx')).ActDialogs }));
const CancelDialog = lazy(async () => ({ default: (await import('./CancelDialog.tsx')).CancelDialog }));
const TokenPicker = lazy(async () => ({ default: (await import('./TokenPicker.tsx')).TokenPicker }));

interface ScreenProps {
  readonly pair: string | undefined;
  /** An order to begin with. */
  readonly select?: string | undefined;
}

/** The home page: the first token of the list. */
export function HomeScreen() {
  return <OrderbookScreen pair={undefined} />;
}

export function PairScreen() {
  const { pair } = useParams({ from: '/orderbook/brc20/{-$pair}' });
  const { select } = useSearch({ from: '/orderbook/brc20/{-$pair}' });
  return <OrderbookScreen pair={pair} select={select} />;
}

/** Another pair is another form: the key throws the old one away. */
function OrderbookScreen({ pair, select }: ScreenProps) {
  return <OrderbookOf key={`${pair ?? ''} ${select ?? ''}`} pair={pair} select={select} />;
}

function OrderbookOf({ pair, select }: ScreenProps) {
  const market = useMarket(pair);
  const [form, dispatch] = useReducer(reduce, select === undefined ? EMPTY : { ...EMPTY, chosen: [select] });
  const [view, setView] = useState<MobileView>('book');
  const [picking, setPicking] = useState(false);
  const acts = useActs();
  const who = whoOf(market);
  const trade = (act: FormAct): void => {
    dispatch(act);
    setView('trade');
  };
  useKeys(
    bookKeys({
      search: () => setPicking(true),
      buy: () => trade({ type: 'side', side: 'buy' }),
      sell: () => trade({ type: 'side', side: 'sell' }),
      book: () => document.querySelector<HTMLElement>('[data-testid="book"] [role="listbox"]')?.focus(),
      best: (count) => dispatch({ type: 'choose', ids: bestAsks(market.rows, count).map((row) => row.id) }),
      back: () => dispatch({ type: 'choose', ids: [] }),
    }),
  );
  useTitle(market);
  if (market.unknown || market.failed) return <NoMarket tokens={market.tokens} failed={market.failed} />;
  return (
    <main className="mx-auto flex w-full max-w-[110rem] flex-1 flex-col gap-2 p-2 pb-36 sm:gap-3 sm:p-3 sm:pb-36 lg:min-h-0 lg:pb-3">
      <h1 className="sr-only">{t('{tick} order book', { tick: market.token?.ticker ?? '' })}</h1>
      <MarketBar
        token={market.token}
        market={market.figures}
        book={market.bookLoading ? undefined : market.rows}
        onPick={() => setPicking(true)}
      />
      <Floors market={market} form={form} dispatch={dispatch} view={view} acts={acts} />
      <MobileBar
        view={view}
        onView={setView}
        form={form}
        rows={market.rows}
        openOrders={market.myOpen?.length ?? 0}
      />
      <Suspense fallback={null}>
        {acts.state.step === 'idle' ? null : <ActDialogs acts={acts} who={who} dispatch={dispatch} />}
        {picking ? <Picker market={market} onClose={() => setPicking(false)} /> : null}
      </Suspense>
    </main>
  );
}

interface FloorsProps {
  readonly market: Market;
  readonly form: Form;
  readonly dispatch: (act: FormAct) => void;
  readonly view: MobileView;
  readonly acts: ReturnType<typeof useActs>;
}

const shown = (view: MobileView, mine: MobileView): string => (view === mine ? 'flex' : 'hidden lg:flex');

function Floors({ market, form, dispatch, view, acts }: FloorsProps) {
  const now = useNow();
  const tick = market.token?.ticker ?? '';
  return (
    <div className="grid flex-1 gap-2 sm:gap-3 lg:min-h-0 lg:grid-cols-[minmax(22rem,1.25fr)_minmax(14rem,1fr)_21rem] xl:grid-cols-[minmax(24rem,1.25fr)_minmax(17rem,1fr)_23.5rem] lg:grid-rows-[minmax(0,1fr)_13.5rem]">
      <div
        className={`panel h-[calc(100dvh-15.5rem)] min-h-96 flex-col lg:min-h-0 overflow-hidden lg:h-auto ${shown(view, 'book')}`}
      >
        <h2 className="flex h-11 shrink-0 items-center border-b border-line px-4 text-sm font-medium">
          {t('Order book')}
        </h2>
        <Book
          rows={market.rows}
          loading={market.bookLoading}
          failed={market.bookFailed}
          onRetry={market.retry}
          chosen={form.chosen}
          onToggle={(id) => dispatch({ type: 'toggle', id })}
          tick={tick}
          market={market.figures}
        />
      </div>
      <div className={`min-h-0 flex-col [&>*]:min-h-0 [&>*]:flex-1 ${shown(view, 'book')}`}>
        <MarketTrades deals={market.deals} tick={tick} now={now} />
      </div>
      <div
        className={`flex-col lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:overflow-y-auto lg:overscroll-contain ${shown(view, 'trade')}`}
      >
        <TradePanel market={market} form={form} dispatch={dispatch} acts={acts} />
      </div>
      <div
        className={`flex-col lg:col-span-2 lg:row-start-2 [&>*]:flex-1 lg:min-h-0 [&>*]:lg:min-h-0 ${shown(view, 'orders')}`}
      >
        <MyOrders market={market} acts={acts} now={now} />
      </div>
    </div>
  );
}

function MyOrders({ market, acts, now }: Pick<FloorsProps, 'market' | 'acts'> & { now: number }) {
  const [leaving, setLeaving] = useState<Order | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const fee = useFeePlan();
  const who = whoOf(market);
  const soft = async (order: Order): Promise<void> => {
    if (who === undefined) return;
    setBusy(true);
    await acts.softCancel({ orderId: order.orderId, network: market.network }, who);
    setBusy(false);
    setLeaving(undefined);
  };
  const hard = (order: Order): void => {
    // The race against a sale is won by the fee: the Fast plan (trading design, "Asks").
    const feeRateSatVb = fee.limits?.fast ?? fee.chosen.feeRate;
    if (who === undefined || feeRateSatVb === undefined) return;
    setLeaving(undefined);
    const { orderId, tick, outpoint } = order;
    const { address, publicKey } = who.person;
    const intent = {
      network: market.network,
      address,
      publicKey,
      orderId,
      tick,
      outpoint,
      units: unitsOf(order.coinAmount),
      feeRateSatVb,
    };
    void acts.hardCancel(
      intent,
      who.session,
      t('Cancel selling {amount} {tick}', { amount: order.coinAmount, tick }),
    );
  };
  return (
    <>
      <Orders
        open={market.myOpen}
        past={market.myPast}
        first={firstStep(market)}
        now={now}
        onCancel={setLeaving}
        address={who?.person.address}
      />
      {leaving === undefined ? null : (
        <Suspense fallback={null}>
          <CancelDialog
            order={leaving}
            busy={busy}
            onSoft={() => void soft(leaving)}
            onHard={() => hard(leaving)}
            onClose={() => setLeaving(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function firstStep(market: Market): { words: string; act: string; onAct: () => void } | undefined {
  const { person, credential } = market.account;
  if (person === undefined) {
    return {
      words: t('Connect a wallet to see your orders.'),
      act: t('Connect Wallet'),
      onAct: askToConnect,
    };
  }
  if (credential !== undefined) return undefined;
  return {
    words: t('Authorize once to see your orders.'),
    act: t('Authorize'),
    onAct: () => void login(person, market.network).catch(tell),
  };
}

function Picker({ market, onClose }: { market: Market; onClose: () => void }) {
  const navigate = useNavigate();
  const tickers = useTickers(market.network);
  return (
    <TokenPicker
      tokens={market.tokens ?? []}
      tickers={tickers.data}
      onClose={onClose}
      onPick={(token) => {
        onClose();
        void navigate({ to: '/orderbook/brc20/{-$pair}', params: { pair: `btc-${token.ticker}` } });
      }}
    />
  );
}

function whoOf(market: Market): Who | undefined {
  const { person, credential } = market.account;
  return person === undefined || credential === undefined ? undefined : { person, session: credential };
}

function useTitle(market: Market): void {
  const tick = market.token?.ticker;
  const last = market.figures?.last ?? '0';
  useEffect(() => {
    if (tick === undefined) return;
    document.title =
      last === '0' ? `${tick} / BTC · Rialto` : `${last.slice(0, 9)} sat · ${tick} / BTC · Rialto`;
  }, [tick, last]);
}
