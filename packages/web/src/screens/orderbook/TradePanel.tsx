/** The form of a trade: buy or sell, at market or at a limit, who is missing, what it costs. */
import { Suspense, lazy } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { pressMain } from '../../ui/press-main.ts';
import type { TradeProps } from './buy/buy-acts.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { kindOf } from './form.ts';
import type { Kind, Side } from './form.ts';
import { MarketBuy } from './buy/MarketBuy.tsx';
import { msg, t } from '../../words.ts';

// Market buy is the first picture; the others come when they are opened.
const LimitBuy = lazy(async () => ({ default: (await import('./buy/LimitBuy.tsx')).LimitBuy }));
const Own = lazy(async () => ({ default: (await import('./mine/Own.tsx')).Own }));
const MarketSell = lazy(async () => ({ default: (await import('./sell/MarketSell.tsx')).MarketSell }));
const SellPanel = lazy(async () => ({ default: (await import('./sell/SellPanel.tsx')).SellPanel }));

const SIDES: readonly { id: Side; label: string; testId: string }[] = [
  { id: 'buy', label: msg('Buy'), testId: 'buy-tab' },
  { id: 'sell', label: msg('Sell'), testId: 'sell-tab' },
];
const KINDS: readonly { id: Kind; label: string; testId: string }[] = [
  { id: 'limit', label: msg('Limit'), testId: 'limit-tab' },
  { id: 'market', label: msg('Market order'), testId: 'market-tab' },
];

const sideTab = (chosen: boolean, id: Side): string => {
  const on = id === 'buy' ? 'bg-buy-deep text-buy' : 'bg-sell-deep text-sell';
  return `h-9 flex-1 rounded-lg text-sm font-semibold transition-colors ${chosen ? on : 'text-haze hover:text-fog'}`;
};

export function TradePanel(props: TradeProps) {
  const { market, form, dispatch } = props;
  const { user } = market.account;
  return (
    <section aria-label={t('Trade')} className="panel flex shrink-0 flex-col gap-3 p-4 lg:min-h-full">
      <Tabs
        label={t('Buy or sell')}
        tabs={SIDES.map((side) => ({ ...side, label: t(side.label) }))}
        chosen={form.side}
        onChoose={(side) => dispatch({ type: 'side', side })}
        panelId="trade-side"
        className="flex gap-1 rounded-[10px] bg-ink-0 p-1"
        tabClass={sideTab}
      />
      <div id="trade-side" role="tabpanel" aria-labelledby={`trade-side-${form.side}`}>
        <Tabs
          label={t('Kind of order')}
          tabs={KINDS.map((kind) => ({ ...kind, label: t(kind.label) }))}
          chosen={kindOf(form)}
          onChoose={(kind) => dispatch({ type: 'kind', kind })}
          panelId="trade-form"
          className="-mt-1 mb-3.5 flex gap-5 border-b border-line"
          tabClass={underlineTab}
        />
        <div
          id="trade-form"
          role="tabpanel"
          aria-labelledby={`trade-form-${kindOf(form)}`}
          data-enter
          onKeyDown={pressMain}
          className="flex flex-col"
        >
          <Suspense fallback={<FormSkeleton />}>
            <Form {...props} />
          </Suspense>
        </div>
      </div>
      {user === undefined ? (
        <Newcomer />
      ) : (
        <Suspense fallback={null}>
          <Own market={market} />
        </Suspense>
      )}
    </section>
  );
}

function Form(props: TradeProps) {
  switch (`${props.form.side} ${kindOf(props.form)}` as const) {
    case 'buy market':
      return <MarketBuy {...props} />;
    case 'buy limit':
      return <LimitBuy {...props} />;
    case 'sell limit':
      return <SellPanel {...props} />;
    case 'sell market':
      return <MarketSell {...props} />;
  }
}

const PROMISES = [
  msg('Your coins stay in your wallet until a trade settles, or in a lock of yours.'),
  msg('A trade is one Bitcoin transaction: all of it happens, or none.'),
  msg('You read what it does before you sign.'),
];

function Newcomer() {
  return (
    <section aria-label={t('How trading works here')} className="mt-2 border-t border-line pt-4">
      <ol className="space-y-2.5">
        {PROMISES.map((promise) => (
          <li key={promise} className="flex gap-2.5 text-[0.8125rem] leading-5 text-mist">
            <Icon name="check" className="mt-0.5 size-4 text-haze" />
            {t(promise)}
          </li>
        ))}
      </ol>
    </section>
  );
}
